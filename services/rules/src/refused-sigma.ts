import { BadRequestError } from '@tripline/service';
import type { PlacedIssue } from './engine/converted-rule.js';

/** 400 with every fault of a Sigma text that a caller sent, each with its line and column. */
export function refusedSigma(
  faults: readonly Pick<PlacedIssue, 'message' | 'path' | 'line' | 'column'>[],
): BadRequestError {
  const details = faults.slice(0, 20).map(({ message, path, line, column }) => ({
    path: path === undefined ? 'yaml' : `yaml.${path}`,
    message:
      line === undefined ? message : `line ${line}${column === undefined ? '' : `, column ${column}`}: ${message}`,
  }));
  return new BadRequestError(`The Sigma text cannot be used: ${details[0]?.message ?? 'it holds no rule'}.`, {
    details,
  });
}
