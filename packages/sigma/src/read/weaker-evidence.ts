import { conjunctsOf, join, type QueryNode, test } from '../query/query-tree.js';
import { exactly } from '../query/values.js';
import { leavesOf, WHOLE_SETS } from './evidence.js';
import { type AllowedValues, allowedValues, type ScopedLogsource } from './logsource-scope.js';
import { PRODUCTS } from './logsource-system.js';

/** What sorts the events of all logs alike, and so says less than the log's own name, its event's number or a field that it alone has. */
const SORTING = new Set(['event.category', 'event.type', 'event.kind']);
const SCRIPT_FIELD = 'powershell.file.script_block_text';
const SCRIPT_EVENT = '4104';

/**
 * Leaves out the event's category and type where the query has surer evidence of its log, with which they could only disagree: a data set of
 * a product that is no operating system, the number of a Windows event, or the text of a script, which one event alone has.
 */
export function withoutWeaker(tree: QueryNode, scopes: readonly ScopedLogsource[]): QueryNode {
  const parts = conjunctsOf(tree);
  const ranges = parts.map(allowedValues);
  const isSure = namesProduct(ranges, scopes) || hasWindowsCode(tree, ranges);
  const hasScript = parts.some((part) => leavesOf(part).some(({ field }) => field === SCRIPT_FIELD));
  if (!isSure && !hasScript) return tree;
  const kept = parts.filter((_, index) => !SORTING.has(ranges[index]?.field ?? ''));
  const isNumbered = ranges.some((range) => range?.field === 'event.code');
  const isNamed = ranges.some((range) => WHOLE_SETS.has(range?.field ?? ''));
  return join('and', [
    ...(hasScript && !isNumbered && !isNamed ? [test('event.code', exactly(SCRIPT_EVENT), 0)] : []),
    ...kept,
  ]);
}

/** Whether the query names a data set that a log source of a product, not of an operating system, has. */
function namesProduct(ranges: readonly (AllowedValues | undefined)[], scopes: readonly ScopedLogsource[]): boolean {
  const sets = ranges.find((range) => WHOLE_SETS.has(range?.field ?? ''))?.values;
  if (sets === undefined) return false;
  return scopes.some(
    ({ logsource: { product }, conjuncts }) =>
      product !== undefined &&
      !PRODUCTS.has(product) &&
      conjuncts.some(({ field, values }) => WHOLE_SETS.has(field ?? '') && [...sets].every((set) => values?.has(set))),
  );
}

/** Whether the query gives the number of an event of Windows, whose fields it tests. */
function hasWindowsCode(tree: QueryNode, ranges: readonly (AllowedValues | undefined)[]): boolean {
  return (
    ranges.some((range) => range?.field === 'event.code') &&
    leavesOf(tree).some(({ field = '' }) => field.startsWith('winlog.'))
  );
}
