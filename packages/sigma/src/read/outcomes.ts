import type { MapFamily } from '../convert/maps.js';
import type { Logsource } from '../model/rule.js';
import {
  join,
  negate,
  type QueryLeaf,
  type QueryNode,
  type QueryRemark,
  type QueryTest,
  test,
} from '../query/query-tree.js';

/** How a product says whether an action succeeded, where the log itself only has an error, in the product's names of its fields. */
interface Outcome {
  readonly field: string;
  readonly success: string;
  readonly failure: string;
  readonly errors: readonly (readonly [field: string, test: QueryTest])[];
  /** What the product knows besides of an action, which the rule takes for a success. */
  readonly besides?: string;
}

const THERE: QueryTest = { op: 'exists', value: true };
/**
 * By family, product and service. A call of AWS that failed has an error's code, a sign-in its message; a status of Google's has a code that is not zero.
 * @see https://github.com/elastic/integrations/blob/main/packages/aws/data_stream/cloudtrail/elasticsearch/ingest_pipeline/default.yml
 * @see https://github.com/elastic/integrations/blob/main/packages/gcp/data_stream/audit/elasticsearch/ingest_pipeline/default.yml
 */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  'ecs/aws/cloudtrail': {
    field: 'event.outcome',
    success: 'success',
    failure: 'failure',
    errors: [
      ['aws.cloudtrail.error_code', THERE],
      ['aws.cloudtrail.error_message', THERE],
    ],
  },
  'ecs/gcp/gcp.audit': {
    field: 'event.outcome',
    success: 'success',
    failure: 'failure',
    errors: [['gcp.audit.status.code', { op: 'compare', operator: 'gt', value: 0 }]],
    besides:
      'The product takes an action without a status for one of unknown outcome; the rule takes it for a success.',
  },
};

/** The condition with what a product adds of an action's success as tests of the log's own error. */
export function withErrors(
  tree: QueryNode,
  { product = '', service = '' }: Logsource,
  family: MapFamily,
  remarks: QueryRemark[],
): QueryNode {
  const outcome = OUTCOMES[`${family}/${product}/${service}`];
  return outcome === undefined ? tree : replaced(tree, outcome, remarks);
}

function replaced(node: QueryNode, outcome: Outcome, remarks: QueryRemark[], isExcluded = false): QueryNode {
  switch (node.kind) {
    case 'constant':
      return node;
    case 'test':
      return ofLeaf(node, outcome, remarks, isExcluded);
    case 'not':
      return negate(replaced(node.child, outcome, remarks, !isExcluded));
    default:
      return join(
        node.kind,
        node.children.map((child) => replaced(child, outcome, remarks, isExcluded)),
      );
  }
}

function ofLeaf(leaf: QueryLeaf, outcome: Outcome, remarks: QueryRemark[], isExcluded: boolean): QueryNode {
  const { field, success, failure, errors, besides } = outcome;
  const value =
    leaf.field === field && leaf.test.op === 'string' && leaf.test.pattern.shape === 'exact'
      ? leaf.test.pattern.literal
      : undefined;
  if (value !== success && value !== failure) return leaf;
  if (besides !== undefined && value === success)
    remarks.push({ code: isExcluded ? 'narrowed' : 'widened', message: besides, at: leaf.at });
  const failed = join(
    'or',
    errors.map(([name, of]) => test(name, of, leaf.at)),
  );
  return value === failure ? failed : negate(failed);
}
