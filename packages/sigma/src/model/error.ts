/** The closed list of faults of a Sigma text or its conversion. */
export type SigmaErrorCode =
  | 'TooLarge'
  | 'TooDeep'
  | 'TooManyAliases'
  | 'TooManyDocuments'
  | 'InvalidYaml'
  | 'InvalidDocument'
  | 'MissingField'
  | 'InvalidField'
  | 'InvalidLogsource'
  | 'InvalidDetection'
  | 'InvalidCondition'
  | 'UnknownSelection'
  | 'UnknownModifier'
  | 'InvalidModifier'
  | 'InvalidValue'
  | 'InvalidRegex'
  | 'InvalidCidr'
  | 'InvalidCorrelation'
  | 'UnknownRule'
  | 'InvalidFilter'
  | 'InvalidQuery'
  | 'UnreadableQuery'
  | 'UnknownLogsource'
  | 'InvalidPipeline'
  | 'UnsupportedPipeline'
  | 'RefusedByPipeline'
  | 'UnknownStack'
  | 'Strict';

/** The place of a fault: document number from 0, dotted path within it, and 1-based line and column where known. */
export interface SigmaErrorPlace {
  readonly document?: number;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** A fault in a Sigma text: stable code, a message for the rule's author, and the place. */
export class SigmaError extends Error {
  readonly code: SigmaErrorCode;
  readonly document?: number;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;

  constructor(code: SigmaErrorCode, message: string, place: SigmaErrorPlace = {}) {
    super(message);
    this.name = 'SigmaError';
    this.code = code;
    if (place.document !== undefined) this.document = place.document;
    if (place.path !== undefined) this.path = place.path;
    if (place.line !== undefined) this.line = place.line;
    if (place.column !== undefined) this.column = place.column;
  }
}
