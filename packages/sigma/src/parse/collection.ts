import { SigmaError, type SigmaErrorPlace } from '../model/error.js';
import type { SigmaCollection, SigmaDocument } from '../model/rule.js';
import { Fault } from './fault.js';
import { LIMITS } from './limits.js';
import { locate } from './locate.js';
import { readRule } from './rule.js';
import { isMapping, type Mapping, readYaml } from './yaml.js';

/** How to read; everything has a default. */
export interface ParseOptions {
  /** Values for the placeholders of `expand` by name without percent signs; names not in it stay `placeholder` tests. */
  readonly placeholders?: Readonly<Record<string, readonly string[]>>;
  /** Refuses longer texts; 1 MiB by default. */
  readonly maxBytes?: number;
  /** Refuses further documents; 1000 by default. */
  readonly maxDocuments?: number;
}

/**
 * Reads a Sigma text of one or many YAML documents: rules, correlations and filters, `action:` collections included. Never throws: what is wrong
 * stands in `errors` with its place, and a broken document does not take its neighbours along.
 */
export function parseSigma(text: string, options: ParseOptions = {}): SigmaCollection {
  const maxBytes = options.maxBytes ?? LIMITS.textBytes;
  if (text.length > maxBytes || (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes)) {
    return { documents: [], errors: [new SigmaError('TooLarge', `the text has more than ${maxBytes} bytes`)] };
  }
  const { documents: rawDocuments, errors } = readYaml(text, options.maxDocuments ?? LIMITS.documents);
  if (rawDocuments.length === 0 && errors.length === 0) {
    errors.push(new SigmaError('InvalidDocument', 'the text holds no rule'));
  }
  const placeholders = new Map(Object.entries(options.placeholders ?? {}));
  const documents: SigmaDocument[] = [];
  for (const { document, value } of rawDocuments) {
    try {
      documents.push(readDocument(value, document, placeholders));
    } catch (error) {
      errors.push(report(error, text, document));
    }
  }
  return { documents, errors };
}

function readDocument(
  value: unknown,
  document: number,
  placeholders: ReadonlyMap<string, readonly string[]>,
): SigmaDocument {
  if (!isMapping(value)) throw new Fault('InvalidDocument', 'a rule is a map of fields');
  return readRule(value as Mapping, document, placeholders);
}

/** Turns a fault into the error that is reported, looking up its line and column. Anything else is a mistake of ours and thrown on. */
function report(error: unknown, text: string, document: number): SigmaError {
  if (!(error instanceof Fault)) throw error;
  const place: SigmaErrorPlace = {
    document,
    ...(error.segments.length === 0 ? {} : { path: error.segments.join('.') }),
    ...locate(text, document, error.segments, error.offset),
  };
  return new SigmaError(error.code, error.message, place);
}
