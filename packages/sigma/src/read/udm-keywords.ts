import {
  join,
  negate,
  type QueryLeaf,
  type QueryNode,
  type QueryRemark,
  type QueryTest,
  test,
} from '../query/query-tree.js';
import { KEYWORD_PATHS } from '../targets/udm/schema.js';

/** The fields in which UDM's parsers keep what a log says in words; who looks into all of them looks for words of the whole event. */
const SAYING: readonly string[] = ['metadata.description', 'security_result.summary', 'security_result.description'];
const FIELDS_MIN = 4;

/**
 * Writes alternatives that look for the same in all fields of free text as a search of the whole event, as a rule of UDM says one, which has no search of its
 * own for that.
 */
export function withKeywords(node: QueryNode, remarks: QueryRemark[], isExcluded = false): QueryNode {
  switch (node.kind) {
    case 'not':
      return negate(withKeywords(node.child, remarks, !isExcluded));
    case 'and':
      return join(
        'and',
        node.children.map((child) => withKeywords(child, remarks, isExcluded)),
      );
    case 'or':
      return alternatives(node.children, remarks, isExcluded);
    default:
      return node;
  }
}

function alternatives(children: readonly QueryNode[], remarks: QueryRemark[], isExcluded: boolean): QueryNode {
  const groups = new Map<string, QueryLeaf[]>();
  for (const child of children) {
    if (child.kind !== 'test' || !KEYWORD_PATHS.includes(child.field ?? '')) continue;
    const key = meaningOf(child.test);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(child);
  }
  const searches = [...groups.values()].filter(isSearch);
  const replaced = new Set<QueryNode>(searches.flat());
  for (const [{ at }] of searches as [QueryLeaf][])
    remarks.push({
      code: isExcluded ? 'narrowed' : 'widened',
      message: 'The query looks into the fields of free text, the rule into the whole event.',
      at,
    });
  return join('or', [
    ...searches.map(([first]) => test(undefined, (first as QueryLeaf).test, (first as QueryLeaf).at)),
    ...children.filter((child) => !replaced.has(child)).map((child) => withKeywords(child, remarks, isExcluded)),
  ]);
}

function isSearch(leaves: readonly QueryLeaf[]): boolean {
  const fields = new Set(leaves.map(({ field = '' }) => field));
  return fields.size >= FIELDS_MIN && SAYING.every((field) => fields.has(field));
}

/** What a test asks for, whether or not its dot stands for the end of a line, too: only some of the fields have several lines. */
function meaningOf(of: QueryTest): string {
  return JSON.stringify(of.op === 'regex' ? { ...of, flags: of.flags.replace('s', '') } : of);
}
