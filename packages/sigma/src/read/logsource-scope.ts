import type { MapFamily } from '../convert/maps.js';
import { mappedLogsources } from '../convert/maps.js';
import type { Logsource } from '../model/rule.js';
import { conjunctsOf, join, type QueryLeaf, type QueryNode } from '../query/query-tree.js';

/** A log source with the conditions by which queries limit themselves to it. */
export interface ScopedLogsource {
  readonly family: MapFamily;
  readonly logsource: Logsource;
  readonly conjuncts: readonly ScopeConjunct[];
}

export interface ScopeConjunct {
  readonly key: string;
  /** Field and values where the condition compares one field with some values. */
  readonly field?: string;
  readonly values?: ReadonlySet<string>;
}

/** Tables and data models. Where the caller names the log source, these are ignored. */
const SOURCE_FIELDS = new Set(['\0table', 'datamodel']);

/** All log sources of a family with the conditions of their scopes, as `scopesOf` gives them. */
export function scopedLogsources(
  family: MapFamily,
  scopesOf: (logsource: Logsource) => readonly QueryNode[],
): readonly ScopedLogsource[] {
  return mappedLogsources(family).flatMap((logsource) =>
    scopesOf(logsource).map((scope) => ({ family, logsource, conjuncts: conjunctsOf(scope).map(scopeConjunct) })),
  );
}

/** A key that is equal for conditions which mean the same in another order or letter case. */
export function keyOf(node: QueryNode): string {
  switch (node.kind) {
    case 'constant':
      return String(node.value);
    case 'not':
      return `!(${keyOf(node.child)})`;
    case 'test':
      return leafKey(node);
    default: {
      const keys = new Set(node.children.map(keyOf));
      return `(${[...keys].sort().join(node.kind === 'and' ? '&' : '|')})`;
    }
  }
}

function leafKey({ field, test }: QueryLeaf): string {
  const value = wholeValue(test);
  return `${field?.toLowerCase()}\0${value === undefined ? JSON.stringify(test).toLowerCase() : `=${value}`}`;
}

function wholeValue(test: QueryLeaf['test']): string | undefined {
  if (test.op === 'number' || test.op === 'boolean') return String(test.value);
  return test.op === 'string' && test.pattern.shape === 'exact' ? test.pattern.literal.toLowerCase() : undefined;
}

/** The whole values of one field that a condition allows. */
export interface AllowedValues {
  readonly field: string;
  readonly values: ReadonlySet<string>;
}

/** The whole values of one field that a condition allows; undefined for any other condition. */
export function allowedValues(node: QueryNode): AllowedValues | undefined {
  const leaves = node.kind === 'or' ? node.children : [node];
  const values = new Set<string>();
  let field: string | undefined;
  for (const leaf of leaves) {
    if (leaf.kind !== 'test' || leaf.field === undefined) return undefined;
    const value = wholeValue(leaf.test);
    const name = leaf.field.toLowerCase();
    if (value === undefined || (field ?? name) !== name) return undefined;
    field = name;
    values.add(value);
  }
  return field === undefined ? undefined : { field, values };
}

function scopeConjunct(node: QueryNode): ScopeConjunct {
  return { key: keyOf(node), ...allowedValues(node) };
}

/** Whether a part excludes only values that the log source's own condition does not allow anyway. */
export function excludesOthers(part: QueryNode, { conjuncts }: ScopedLogsource): boolean {
  const range = part.kind === 'not' ? allowedValues(part.child) : undefined;
  return (
    range !== undefined &&
    conjuncts.some(
      ({ field, values }) => field === range.field && ![...range.values].some((value) => values?.has(value)),
    )
  );
}

/** Removes the conditions from a query that a log source has anyway. */
export function withoutScope(tree: QueryNode, candidates: readonly ScopedLogsource[], logsource: Logsource): QueryNode {
  const parts = conjunctsOf(tree);
  const own = new Set<string>();
  const name = nameOf(logsource);
  for (const scoped of candidates)
    if (nameOf(scoped.logsource) === name) for (const { key } of scoped.conjuncts) own.add(key);
  return join(
    'and',
    parts.filter((part) => !own.has(keyOf(part)) && !(part.kind === 'test' && SOURCE_FIELDS.has(part.field ?? ''))),
  );
}

function nameOf({ product = '', category = '', service = '' }: Logsource): string {
  return `${product}|${category}|${service}`;
}
