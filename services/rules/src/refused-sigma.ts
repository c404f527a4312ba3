import { BadRequestError } from '@tripline/service';
import type { PlacedIssue } from './openapi/shared-fields.js';

/** Joi's message for a text of Sigma that is empty, with the place, as other faults have theirs. */
export const NO_TEXT = 'line 1, column 1: {{#label}} is empty, and must hold a Sigma rule';

type Fault = Pick<PlacedIssue, 'message' | 'path' | 'line' | 'column'>;

/** 400 with every fault of a Sigma text that a caller sent, each with its line and column. */
export function refusedSigma(faults: readonly Fault[]): BadRequestError {
  return refusedText('The Sigma text', 'yaml', faults);
}

/** 400 with what is wrong with a query that a caller sent, or what no rule can say of it, and where. */
export function refusedQuery(faults: readonly Fault[]): BadRequestError {
  return refusedText('The query', 'query', faults);
}

/** 400 with what is wrong with a processing pipeline, and where. @param field where the caller sent it */
export function refusedPipeline(fault: Fault, field = 'text'): BadRequestError {
  return refusedText('The pipeline', field, [fault]);
}

function refusedText(what: string, field: string, faults: readonly Fault[]): BadRequestError {
  const details = faults.slice(0, 20).map(({ message, path, line, column }) => ({
    path: path === undefined ? field : `${field}.${path}`,
    message:
      line === undefined ? message : `line ${line}${column === undefined ? '' : `, column ${column}`}: ${message}`,
  }));
  return new BadRequestError(`${what} cannot be used: ${details[0]?.message ?? 'it holds no rule'}.`, {
    details,
  });
}
