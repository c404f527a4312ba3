import { SigmaError } from '../model/error.js';
import type { SigmaCorrelation } from '../model/rule.js';

/** The error of a correlation that refers to a rule which is not there. */
export function unknownRule({ document }: SigmaCorrelation, reference: string): SigmaError {
  return new SigmaError('UnknownRule', `the correlation refers to "${reference}", which the collection does not have`, {
    document,
    path: 'correlation.rules',
  });
}
