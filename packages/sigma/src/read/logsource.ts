import { PLATFORMS } from '../catalogue/platforms.js';
import type { MapFamily } from '../convert/maps.js';
import { mappedLogsources } from '../convert/maps.js';
import type { Logsource } from '../model/rule.js';
import { conjunctsOf, join, type QueryLeaf, type QueryNode } from '../query/query-tree.js';
import { type NativeFields, nativeFields } from './native-fields.js';

/** A log source with the conditions by which queries limit themselves to it. */
export interface ScopedLogsource {
  readonly family: MapFamily;
  readonly logsource: Logsource;
  readonly conjuncts: readonly ScopeConjunct[];
}

interface ScopeConjunct {
  readonly key: string;
  /** Field and values where the condition compares one field with some values. */
  readonly field?: string;
  readonly values?: ReadonlySet<string>;
}

/** The log source that a query names. */
export interface FoundLogsource {
  readonly family: MapFamily;
  readonly logsource: Logsource;
  /** The condition without the parts that only name the log source. */
  readonly rest: QueryNode;
  /**
   * `named`: the query names it. `narrowed`: the log source has conditions that the query does not. `assumed`: only the fields indicate it.
   */
  readonly certainty: 'named' | 'narrowed' | 'assumed';
  /** Conditions that were left out, because only the product's field names these kinds of events: the log source has them and others. */
  readonly leftOut: readonly QueryLeaf[];
}

/** Fields that name the operating system, which is the log source's product. */
const SYSTEM_FIELDS = new Set(['host.os.type', 'host.os.family', 'host.os.platform', 'host.os.name.caseless']);
/** The categories of Sysmon, the most common first; where a query fits several, the first is taken. */
const USUAL_CATEGORIES = PLATFORMS.find(({ id }) => id === 'endpoint-sysmon')?.logsource.categories ?? [];
/** Tables and data models. Where the caller names the log source, these are ignored. */
const SOURCE_FIELDS = new Set(['\0table', 'datamodel']);
const PRODUCTS = new Set(['windows', 'linux', 'macos']);

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
function keyOf(node: QueryNode): string {
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

/** The whole values of one field that a condition allows; undefined for any other condition. */
function allowed(node: QueryNode): { readonly field: string; readonly values: ReadonlySet<string> } | undefined {
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
  return { key: keyOf(node), ...allowed(node) };
}

interface Fit {
  readonly scoped: ScopedLogsource;
  /** Conjuncts of the query that equal a condition of the scope. */
  readonly said: ReadonlySet<number>;
  /** Those of them that allow only some of the events that the scope allows. */
  readonly within: ReadonlySet<number>;
  readonly missing: number;
  /** How many values the missing conditions allow: the more, the less the query is narrowed. */
  readonly open: number;
  readonly known: number;
}

/** Finds the log source of a condition among those given. Undefined where nothing indicates one. */
export function findLogsource(
  tree: QueryNode,
  candidates: readonly ScopedLogsource[],
  systemOf: () => string | undefined,
): FoundLogsource | undefined {
  const parts = conjunctsOf(tree);
  const keys = new Map(parts.map((part, index) => [keyOf(part), index]));
  const ranges = parts.map(allowed);
  const product = productNamed(ranges);
  const system = product?.name ?? systemOf();
  const fields = fieldsOf(tree);
  let best: Fit | undefined;
  for (const scoped of candidates) {
    if (product !== undefined && (scoped.logsource.product ?? product.name) !== product.name) continue;
    const fit = fitOf(scoped, keys, ranges, fields, parts.length);
    if (fit !== undefined && (best === undefined || isBetter(fit, best, system))) best = fit;
  }
  if (best === undefined) return undefined;
  const said = new Set(best.said);
  if (product !== undefined) said.add(product.index);
  parts.forEach((part, index) => {
    if (excludesOthers(part, best.scoped)) said.add(index);
  });
  for (const index of best.within) said.add(index);
  const { family, logsource } = best.scoped;
  return {
    family,
    logsource:
      product !== undefined && logsource.product === undefined ? { ...logsource, product: product.name } : logsource,
    rest: join(
      'and',
      parts.filter((_, index) => !said.has(index)),
    ),
    certainty: certaintyOf(best),
    leftOut: [...best.within].flatMap((index) => leavesOf(parts[index] as QueryNode)),
  };
}

function certaintyOf({ missing, said, within }: Fit): FoundLogsource['certainty'] {
  if (said.size === 0) return 'assumed';
  return missing > within.size ? 'narrowed' : 'named';
}

function leavesOf(node: QueryNode): readonly QueryLeaf[] {
  if (node.kind === 'test') return [node];
  return node.kind === 'or' ? node.children.flatMap(leavesOf) : [];
}

/** Whether a part excludes only values that the log source's own condition does not allow anyway. */
function excludesOthers(part: QueryNode, { conjuncts }: ScopedLogsource): boolean {
  const range = part.kind === 'not' ? allowed(part.child) : undefined;
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

function fitOf(
  scoped: ScopedLogsource,
  keys: ReadonlyMap<string, number>,
  ranges: readonly ReturnType<typeof allowed>[],
  fields: ReadonlySet<string>,
  parts: number,
): Fit | undefined {
  const said = new Set<number>();
  const within = new Set<number>();
  let missing = 0;
  let open = 0;
  for (const conjunct of scoped.conjuncts) {
    const index = keys.get(conjunct.key);
    if (index !== undefined) {
      said.add(index);
      continue;
    }
    missing++;
    open += conjunct.values?.size ?? 0;
    // Other values of the field mean that these are not its events; some of its values mean that the rule looks at those.
    for (let other = 0; other < parts; other++) {
      const range = ranges[other];
      if (range === undefined || range.field !== conjunct.field) continue;
      const common = [...range.values].filter((value) => conjunct.values?.has(value));
      if (common.length === 0) return undefined;
      if (common.length === conjunct.values?.size) said.add(other);
      else if (common.length === range.values.size) within.add(other);
    }
  }
  const known = knownFields(nativeFields(scoped.family, scoped.logsource), fields);
  if (said.size === 0 && (known === 0 || known < fields.size || scoped.conjuncts.length === 0)) return undefined;
  return { scoped, said, within, missing, open, known };
}

function knownFields(natives: NativeFields, fields: ReadonlySet<string>): number {
  let known = 0;
  for (const field of fields) if (natives.knows(field)) known++;
  return known;
}

/**
 * Whether a fit is better: some conditions of the scope named, then more of them, then none missing, then more fields known, then the
 * likelier system and the plainer name.
 */
function isBetter(fit: Fit, best: Fit, system: string | undefined): boolean {
  const order = [
    Number(fit.said.size > 0) - Number(best.said.size > 0),
    fit.said.size - best.said.size,
    Number(best.missing > 0) - Number(fit.missing > 0),
    fit.known - best.known,
    fit.said.size > 0 ? fit.open - best.open : 0,
    rank(fit.scoped.logsource, system) - rank(best.scoped.logsource, system),
    best.missing - fit.missing,
  ];
  return (order.find((difference) => difference !== 0) ?? 0) > 0;
}

function rank({ product, service, category }: Logsource, system: string | undefined): number {
  const wanted = system ?? 'windows';
  const named = product === wanted ? 4 : product === undefined ? 2 : PRODUCTS.has(product) ? 0 : 4;
  const usual = category === undefined ? -1 : USUAL_CATEGORIES.indexOf(category);
  return named + (service !== undefined && category !== undefined ? 0 : 1) + (usual < 0 ? 0 : 0.5 - usual / 100);
}

function productNamed(
  ranges: readonly ReturnType<typeof allowed>[],
): { readonly name: string; readonly index: number } | undefined {
  for (const [index, range] of ranges.entries()) {
    if (range === undefined || range.values.size !== 1 || !SYSTEM_FIELDS.has(range.field)) continue;
    const [value = ''] = range.values;
    const name = value === 'darwin' ? 'macos' : value;
    if (PRODUCTS.has(name)) return { name, index };
  }
  return undefined;
}

function fieldsOf(tree: QueryNode): ReadonlySet<string> {
  const fields = new Set<string>();
  const visit = (node: QueryNode): void => {
    if (node.kind === 'test') {
      if (node.field !== undefined && !node.field.startsWith('\0') && !SYSTEM_FIELDS.has(node.field))
        fields.add(node.field);
    } else if (node.kind === 'not') visit(node.child);
    else if (node.kind !== 'constant') node.children.forEach(visit);
  };
  visit(tree);
  return fields;
}

/** The system that the values indicate, where any do. */
export function systemOfValues(tree: QueryNode): 'windows' | 'linux' | 'macos' | undefined {
  let system: 'windows' | 'linux' | 'macos' | undefined;
  const visit = (node: QueryNode): void => {
    if (system === 'windows') return;
    if (node.kind === 'not') visit(node.child);
    else if (node.kind === 'test') {
      const { test } = node;
      const texts =
        test.op === 'string'
          ? test.pattern.parts
          : test.op === 'term'
            ? [test.literal]
            : test.op === 'regex'
              ? [test.source]
              : [];
      for (const text of texts) if (typeof text === 'string') system = systemOfText(text.toLowerCase()) ?? system;
    } else if (node.kind !== 'constant') node.children.forEach(visit);
  };
  visit(tree);
  return system;
}

function systemOfText(text: string): 'windows' | 'linux' | 'macos' | undefined {
  if (/\.(?:exe|dll|ps1|bat|vbs)\b|\\[a-z]|^hk(?:lm|cu|ey)/.test(text)) return 'windows';
  if (/^\/?(?:library|users|applications|system)\/|osascript|launchctl/.test(text)) return 'macos';
  return /\/(?:bin|etc|tmp|usr|var|dev|proc|home|opt)\b/.test(text) ? 'linux' : undefined;
}
