import { parseSigma, type SigmaCollection } from '@tripline/sigma';
import { UsageError } from '../exit.js';

/** Reads rules that must all be sound. Throws a `UsageError` that names the first fault. */
export function readSound(rules: string): SigmaCollection {
  const collection = parseSigma(rules);
  const [error] = collection.errors;
  if (error !== undefined) throw new UsageError(`line ${error.line ?? 1}: ${error.code}: ${error.message}`);
  return collection;
}
