import type { MapFamily } from '../convert/maps.js';
import type { Logsource } from '../model/rule.js';
import {
  conjunctsOf,
  join,
  negate,
  type QueryLeaf,
  type QueryNode,
  type QueryRemark,
  type QueryTest,
  test,
  type UnreadPart,
} from '../query/query-tree.js';
import { exactly } from '../query/values.js';
import { leavesOf } from './evidence.js';
import type { NativeFields } from './native-fields.js';

/** How a product says whether an action succeeded, where the log itself only has an error, in the product's names of its fields. */
interface Outcome {
  readonly field: string;
  readonly success: string;
  /** What the product calls a failure. */
  readonly failures: readonly string[];
  readonly errors: readonly (readonly [field: string, test: QueryTest])[];
  /** A code of the log that all actions have which succeeded, and no other; it then tells instead of the lack of errors. */
  readonly done?: readonly [field: string, test: QueryTest];
  /** What the product knows besides of an action, which the rule takes for a success. */
  readonly besides?: string;
}

const THERE: QueryTest = { op: 'exists', value: true };
const UDM_ACTION = { field: 'security_result.action', success: 'ALLOW', failures: ['BLOCK', 'FAIL'] } as const;
/**
 * By family, product and service. A call of AWS that failed has an error's code, a sign-in its message; a status of Google's has a code that is not zero.
 * @see https://github.com/elastic/integrations/blob/main/packages/aws/data_stream/cloudtrail/elasticsearch/ingest_pipeline/default.yml
 * @see https://github.com/elastic/integrations/blob/main/packages/gcp/data_stream/audit/elasticsearch/ingest_pipeline/default.yml
 */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  'ecs/aws/cloudtrail': {
    field: 'event.outcome',
    success: 'success',
    failures: ['failure'],
    errors: [
      ['aws.cloudtrail.error_code', THERE],
      ['aws.cloudtrail.error_message', THERE],
    ],
  },
  'ecs/gcp/gcp.audit': {
    field: 'event.outcome',
    success: 'success',
    failures: ['failure'],
    errors: [['gcp.audit.status.code', { op: 'compare', operator: 'gt', value: 0 }]],
    besides:
      'The product takes an action without a status for one of unknown outcome; the rule takes it for a success.',
  },
  'ecs/azure/activitylogs': {
    field: 'event.outcome',
    success: 'success',
    failures: ['failure'],
    errors: [['azure.activitylogs.result_type', exactly('Failure')]],
    done: ['azure.activitylogs.result_type', exactly('Success')],
  },
  // Splunk's add-on writes a success where CloudTrail has no error.
  'spl/aws/cloudtrail': { field: 'errorCode', success: 'success', failures: [], errors: [['errorCode', THERE]] },
  // The places where Google's parsers put the error of a call.
  'udm/aws/cloudtrail': {
    ...UDM_ACTION,
    errors: [
      ['security_result.rule_id', THERE],
      ['security_result.description', THERE],
    ],
  },
  'udm/azure/signinlogs': { ...UDM_ACTION, errors: [], done: ['additional.fields["resultType"]', exactly('0')] },
  'udm/azure/auditlogs': { ...UDM_ACTION, errors: [['security_result.summary', exactly('failure')]] },
};

/** The condition with what a product adds of an action's success as tests of the log's own error. */
export function withErrors(
  tree: QueryNode,
  { product = '', service = '' }: Logsource,
  family: MapFamily,
  natives: NativeFields,
  remarks: QueryRemark[],
): QueryNode {
  const outcome = OUTCOMES[`${family}/${product}/${service}`];
  // Where the log itself has a field for it, as of sign-ins, that is asked.
  if (outcome === undefined || (family !== 'spl' && natives.find(outcome.field).field !== outcome.field)) return tree;
  return replaced(tree, outcome, remarks);
}

/**
 * The condition without what a product alone says of an action's success, in a field that the log itself does not have and no map has an error for. A rule
 * that asked for it would find nothing in any other product.
 */
export function withoutVerdicts(
  tree: QueryNode,
  family: MapFamily,
  natives: NativeFields,
  { remarks, unread }: { readonly remarks: QueryRemark[]; readonly unread: UnreadPart[] },
): QueryNode {
  const { field } = UDM_ACTION;
  if (family !== 'udm' || natives.find(field).field !== field) return tree;
  const parts = conjunctsOf(tree);
  const isVerdict = (part: QueryNode) => {
    const leaves = leavesOf(part);
    return leaves.length > 0 && leaves.every((leaf) => leaf.field === field);
  };
  const kept = parts.filter((part) => !isVerdict(part));
  if (kept.length === 0 || kept.length === parts.length) return tree;
  for (const { at } of parts.filter(isVerdict).flatMap(leavesOf)) {
    unread.push({ at, end: at, why: `${field} is the product's own verdict, which the log itself does not have` });
    remarks.push({ code: 'widened', message: `${field} is left out: the log itself does not have it.`, at });
  }
  return join('and', kept);
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
  const { field, success, failures, errors, done, besides } = outcome;
  const value =
    leaf.field === field && leaf.test.op === 'string' && leaf.test.pattern.shape === 'exact'
      ? leaf.test.pattern.literal.toLowerCase()
      : undefined;
  const isFailure = failures.some((each) => each.toLowerCase() === value);
  if (value !== success.toLowerCase() && !isFailure) return leaf;
  if (besides !== undefined && value === success)
    remarks.push({ code: isExcluded ? 'narrowed' : 'widened', message: besides, at: leaf.at });
  if (done !== undefined && !(isFailure && errors.length > 0)) {
    const succeeded = test(...done, leaf.at);
    return isFailure ? negate(succeeded) : succeeded;
  }
  const failed = join(
    'or',
    errors.map(([name, of]) => test(name, of, leaf.at)),
  );
  return isFailure ? failed : negate(failed);
}
