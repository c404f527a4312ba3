import type { CallParameter, CloudOperation, Span } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { namedNear } from '../call-names/named-near.js';
import { withoutDate } from '../operation-title.js';
import { toldParameters, withOtherFields } from '../told-parameters.js';
import { detailsNear } from './call-details.js';

/** How an operation was called: what the words around it say, and the values that stand with it. */
export function parametersNear(
  passage: Passage,
  cloud: CloudOperation['cloud'],
  operation: string,
  at: Span,
): readonly CallParameter[] {
  const told = toldParameters(passage, cloud, operation, at);
  const name = operation.slice(operation.indexOf('/') + 1);
  const details = cloud === 'azure' ? [] : detailsNear(passage, name, at);
  const named = namedNear(passage, cloud, withoutDate(operation), at);
  return [details, named].reduce(withOtherFields, told);
}
