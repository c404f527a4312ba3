import { TABLE_FIELD } from '../query/kql/query.js';
import { QUERY_LIMITS, QueryFault } from '../query/query-fault.js';
import { conjunctsOf, join, type QueryNode } from '../query/query-tree.js';
import { isOfNoLog, SET_FIELDS } from './evidence.js';
import { allowedValues, type ScopedLogsource } from './logsource-scope.js';

/** Data sets and kinds of events that are told apart in one query; of more, as a search over everything names them, the first is taken for all. */
const MOST_LOGS = 10;

/**
 * The conditions of each log that a query reads: of tables that it puts together, of data sets that log sources of their own have, and of kinds of UDM
 * events with conditions of their own, one each.
 */
export function logsOf(tree: QueryNode, scopes: () => readonly ScopedLogsource[]): readonly QueryNode[] {
  const tables = byTable(tree);
  if (tables !== undefined && tables.length > QUERY_LIMITS.tables)
    throw new QueryFault('TooLarge', `the query reads more than ${QUERY_LIMITS.tables} tables`, 0);
  if (tables !== undefined) return tables;
  const parts = conjunctsOf(tree);
  for (const part of parts) {
    const logs = logsIn(part, scopes);
    if (logs.length < 2 || logs.length > MOST_LOGS) continue;
    const others = parts.filter((other) => other !== part);
    return logs.map((log) => join('and', [log, ...others]));
  }
  return [tree];
}

/** The conditions of each table, however unions stand in one another; undefined where an alternative names none. */
function byTable(tree: QueryNode): readonly QueryNode[] | undefined {
  if (tree.kind === 'or') {
    const each = tree.children.map(byTable);
    return each.every((tables) => tables !== undefined) ? each.flat() : undefined;
  }
  if (names(tree, TABLE_FIELD)) return [tree];
  const parts = conjunctsOf(tree);
  for (const part of parts) {
    const tables = part.kind === 'or' ? byTable(part) : undefined;
    if (tables === undefined) continue;
    const others = parts.filter((other) => other !== part);
    return tables.map((table) => join('and', [table, ...others]));
  }
  return undefined;
}

/** The logs that alternatives name; none where they name no log or all the same. */
function logsIn(part: QueryNode, scopes: () => readonly ScopedLogsource[]): readonly QueryNode[] {
  if (part.kind !== 'or') return [];
  const { children } = part;
  if (children.every((child) => child.kind === 'and' && names(child, 'metadata.event_type'))) return children;
  const range = allowedValues(part);
  if (range === undefined || !SET_FIELDS.has(range.field) || range.values.size > MOST_LOGS) return [];
  return bySets(children, range.field, scopes());
}

const names = (node: QueryNode, field: string): boolean =>
  conjunctsOf(node).some((part) => part.kind === 'test' && part.field === field);

/**
 * Tests of data sets, those together that a log source has in common; none where no log source has one of them, or where one has what others
 * collected, which may be any of them.
 */
function bySets(tests: readonly QueryNode[], field: string, scopes: readonly ScopedLogsource[]): readonly QueryNode[] {
  const groups: { readonly tests: QueryNode[]; readonly owners: Set<ScopedLogsource> }[] = [];
  for (const one of tests) {
    const [value = ''] = allowedValues(one)?.values ?? [];
    if (isOfNoLog(value)) return [];
    const owners = scopes.filter(({ conjuncts }) =>
      conjuncts.some((conjunct) => conjunct.field === field && conjunct.values?.has(value)),
    );
    const known = groups.find((group) => owners.some((owner) => group.owners.has(owner)));
    if (known === undefined) groups.push({ tests: [one], owners: new Set(owners) });
    else {
      known.tests.push(one);
      for (const owner of owners) known.owners.add(owner);
    }
  }
  return groups.some(({ owners }) => owners.size > 0) ? groups.map((group) => join('or', group.tests)) : [];
}
