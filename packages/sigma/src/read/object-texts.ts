import { loadTaxonomy } from '../catalogue/taxonomy.js';
import { partsBetween } from '../characters.js';
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
import { readPatternOfRegex } from '../query/regex-pattern.js';
import { exactly, partly } from '../query/values.js';
import { wholeExpression } from './part-expressions.js';

/** Elastic's fields that have an object of CloudTrail as a text, `{name=value, other=value}`: the log's own field, and the place of its members. */
const OBJECTS: Readonly<Record<string, readonly [field: string, members: string]>> = {
  'aws.cloudtrail.request_parameters': ['requestParameters', 'aws.cloudtrail.flattened.request_parameters'],
  'aws.cloudtrail.response_elements': ['responseElements', 'aws.cloudtrail.flattened.response_elements'],
  'aws.cloudtrail.additional_eventdata': ['additionalEventData', 'aws.cloudtrail.flattened.additional_eventdata'],
  'aws.cloudtrail.service_event_details': ['serviceEventDetails', 'aws.cloudtrail.flattened.service_event_details'],
};

/**
 * A condition on CloudTrail in Elastic with its tests of an object's text as tests of a member, where rules for the log have one of the name: in the log itself the
 * object is no such text. Of another member, whose place in the object the text does not tell, a remark says so.
 */
export function withMembers(node: QueryNode, logsource: Logsource, remarks: QueryRemark[]): QueryNode {
  if (logsource.product !== 'aws' || logsource.service !== 'cloudtrail') return node;
  if (node.kind === 'constant') return node;
  if (node.kind === 'test') return memberOf(node, logsource, remarks);
  if (node.kind === 'not') return negate(withMembers(node.child, logsource, remarks));
  return join(
    node.kind,
    node.children.map((child) => withMembers(child, logsource, remarks)),
  );
}

function memberOf(leaf: QueryLeaf, logsource: Logsource, remarks: QueryRemark[]): QueryNode {
  const { at, field = '' } = leaf;
  const object = Object.hasOwn(OBJECTS, field) ? OBJECTS[field] : undefined;
  const of = leaf.test.op === 'regex' ? (textOfExpression(leaf.test) ?? leaf.test) : leaf.test;
  if (object === undefined || of.op !== 'string' || of.pattern.shape !== 'contains') return leaf;
  const [own, members] = object;
  const { literal } = of.pattern;
  const sign = literal.indexOf('=');
  if (sign < 1) return leaf;
  const [name, rest] = [literal.slice(0, sign), literal.slice(sign + 1)];
  // Behind a value stands the sign before the next member, or the one that closes the object.
  const [value = '', behind, ...more] = partsBetween(rest, ',}');
  const isPlain =
    value !== '' &&
    (behind === undefined || (behind.trim() === '' && more.length === 0)) &&
    partsBetween(value, '{[=').length === 1;
  if (isPlain && loadTaxonomy().fieldsOf(logsource)?.has(`${own}.${name}`) === true) {
    const asked = behind === undefined ? partly('startswith', value, of.cased) : exactly(value, of.cased);
    return test(`${members}.${name}`, asked, at);
  }
  remarks.push({
    code: 'unmapped_field',
    message: `${literal.slice(0, 80)} is of the text that Elastic writes of ${own}; in the log itself that is an object, and the rule must name the member.`,
    at,
  });
  return { ...leaf, test: of };
}

/** The text that an expression on the whole value finds anywhere in it, as `.*name=value.*` does. */
function textOfExpression({ source, flags }: Extract<QueryTest, { op: 'regex' }>): QueryTest | undefined {
  const inside = wholeExpression(source);
  return inside === undefined || inside.includes('|') ? undefined : readPatternOfRegex(`^${inside}$`, flags);
}
