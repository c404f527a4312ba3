import type { SigmaErrorCode } from '../model/error.js';

/** One step from a document's root to a value: a key, or an index into a list. */
export type PathSegment = string | number;

/**
 * A fault found while parsing, before its line and column are known. These are looked up only when a fault is reported, so that a correct
 * document does not pay for positions.
 */
export class Fault extends Error {
  constructor(
    readonly code: SigmaErrorCode,
    message: string,
    readonly segments: readonly PathSegment[] = [],
    /** Offset within the scalar at the path, for faults inside a condition. */
    readonly offset?: number,
  ) {
    super(message);
  }
}

/** A value as a message shows it: JSON, cut to a readable length. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
