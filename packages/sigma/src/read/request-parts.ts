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
import { exactly, partly } from '../query/values.js';

/** Splunk's names of an address that is asked for, and of its parts, which a web server logs apart. */
const ADDRESS = 'url';
const PATH = 'uri_path';
const QUERY = 'uri_query';
/** Characters that tell what is asked from a path, besides the mark before it. */
const OF_QUERY = ['=', '&'];

/**
 * A search of a web server's log with its tests of whole addresses as tests of the path or of the query of a request, where their text tells which. An excluded
 * text of both stays what it is.
 */
export function withRequestParts(
  node: QueryNode,
  { category }: Logsource,
  remarks: QueryRemark[],
  isExcluded = false,
): QueryNode {
  if (category !== 'webserver' || node.kind === 'constant') return node;
  if (node.kind === 'test') return partsOf(node, remarks, isExcluded) ?? node;
  const within = (child: QueryNode, isTurned: boolean) =>
    withRequestParts(child, { category }, remarks, isExcluded !== isTurned);
  if (node.kind === 'not') return negate(within(node.child, true));
  return join(
    node.kind,
    node.children.map((child) => within(child, false)),
  );
}

function partsOf(
  { at, field, test: of }: QueryLeaf,
  remarks: QueryRemark[],
  isExcluded: boolean,
): QueryNode | undefined {
  if (field !== ADDRESS || of.op !== 'string') return undefined;
  const { literal, shape } = of.pattern;
  if (shape === 'any' || shape === 'mixed' || literal.includes('://')) return undefined;
  const mark = literal.indexOf('?');
  if (mark < 0) return ofOnePart(of, isExcluded, at);
  if (isExcluded) return undefined;
  const [path, query] = [literal.slice(0, mark), literal.slice(mark + 1)];
  const begins = shape === 'exact' || shape === 'startswith';
  if (path === '' && !begins) return ofQueryAlone(query, of, remarks, at);
  remarks.push({ code: 'narrowed', message: DIVIDED, at });
  const ends = shape === 'exact' || shape === 'endswith';
  const asked = ends ? exactly(query, of.cased) : partly('startswith', query, of.cased);
  return join('and', [
    test(PATH, begins ? exactly(path, of.cased) : partly('endswith', path, of.cased), at),
    ...(query === '' ? [] : [test(QUERY, asked, at)]),
  ]);
}

const DIVIDED =
  'The query finds the text also where all of it is behind another question mark; the rule where its mark ends the path.';

type TextTest = Extract<QueryTest, { op: 'string' }>;

/** A text without a question mark, which is one of the path, or of what is asked, by its characters. */
function ofOnePart(of: TextTest, isExcluded: boolean, at: number): QueryNode | undefined {
  const { literal, shape } = of.pattern;
  // A path ends where an address may go on.
  if (isExcluded && (shape === 'exact' || shape === 'endswith')) return undefined;
  const isOfQuery = OF_QUERY.some((each) => literal.includes(each));
  if (literal.includes('/')) return isOfQuery ? undefined : test(PATH, of, at);
  return isOfQuery && shape === 'contains' ? test(QUERY, of, at) : undefined;
}

/** A text that begins with the question mark. */
function ofQueryAlone(query: string, of: TextTest, remarks: QueryRemark[], at: number): QueryNode | undefined {
  if (query === '') return undefined;
  remarks.push({ code: 'widened', message: 'The rule finds the text anywhere in the query of a request.', at });
  return test(QUERY, partly(of.pattern.shape === 'endswith' ? 'endswith' : 'contains', query, of.cased), at);
}
