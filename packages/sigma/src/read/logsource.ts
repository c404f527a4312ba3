import { PLATFORMS } from '../catalogue/platforms.js';
import type { MapFamily } from '../convert/maps.js';
import { mappedLogsources } from '../convert/maps.js';
import type { Logsource } from '../model/rule.js';
import { conjunctsOf, join, type QueryLeaf, type QueryNode } from '../query/query-tree.js';
import { type Evidence, leavesOf, type System } from './evidence.js';
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
  /** The log source whose field maps are read; undefined where the maps have none like it. */
  readonly mapped: Logsource | undefined;
  /** Whether evidence for the system disagrees, so that the product stays open. */
  readonly isOpen?: boolean;
  /** The condition without the parts that only name the log source. */
  readonly rest: QueryNode;
  /**
   * `named`: the query names it. `narrowed`: the log source has conditions that the query does not. `assumed`: only the fields indicate it.
   */
  readonly certainty: 'named' | 'narrowed' | 'assumed' | 'described' | 'unlisted';
  /** Conditions that were left out, because only the product's field names these kinds of events: the log source has them and others. */
  readonly leftOut: readonly QueryLeaf[];
}

/** Fields that name the operating system, which is the log source's product. */
const SYSTEM_FIELDS = new Set(['host.os.type', 'host.os.family', 'host.os.platform', 'host.os.name.caseless']);
/** The categories of Sysmon, the most common first; where a query fits several, the first is taken. */
const USUAL_CATEGORIES = PLATFORMS.find(({ id }) => id === 'endpoint-sysmon')?.logsource.categories ?? [];
/** Tables and data models. Where the caller names the log source, these are ignored. */
const SOURCE_FIELDS = new Set(['\0table', 'datamodel']);
const PRODUCTS: ReadonlySet<string> = new Set(['windows', 'linux', 'macos']);
/** Categories of events that a query means only where it names them: a table of files has them, but hardly anybody asks for them alone. */
const ONLY_NAMED = new Set([
  'file_access',
  'file_change',
  'file_delete',
  'file_rename',
  'file_block_executable',
  'file_block_shredding',
]);

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
  evidence: Evidence,
): FoundLogsource | undefined {
  const parts = conjunctsOf(tree);
  const keys = new Map(parts.map((part, index) => [keyOf(part), index]));
  const ranges = parts.map(allowed);
  const product = productNamed(ranges);
  const system = product?.name ?? evidence.system;
  const known = { ...evidence, ...(system === undefined ? {} : { system: system as System }) };
  const fields = fieldsOf(tree);
  let best: Fit | undefined;
  for (const scoped of candidates) {
    const { product: own } = scoped.logsource;
    if (product !== undefined && (own ?? product.name) !== product.name) continue;
    const fit = fitOf(scoped, keys, ranges, fields, parts.length);
    // Where nothing names the log, what the values say of the system is not contradicted.
    if (fit === undefined || (fit.said.size === 0 && own !== undefined && contradicts(own, system))) continue;
    if (best === undefined || isBetter(fit, best, known)) best = fit;
  }
  if (best === undefined) return undefined;
  const said = new Set(best.said);
  if (product !== undefined) said.add(product.index);
  parts.forEach((part, index) => {
    if (excludesOthers(part, best.scoped)) said.add(index);
  });
  for (const index of best.within) said.add(index);
  const { family, logsource } = best.scoped;
  const isOpen = product === undefined && evidence.disagreeing.length > 1 && isOfSystem(logsource);
  return {
    family,
    mapped: logsource,
    logsource: isOpen ? { category: logsource.category as string } : withProduct(logsource, product?.name),
    isOpen,
    rest: join(
      'and',
      parts.filter((_, index) => !said.has(index)),
    ),
    certainty: certaintyOf(best),
    leftOut: [...best.within].flatMap((index) => leavesOf(parts[index] as QueryNode)),
  };
}

function contradicts(product: string, system: string | undefined): boolean {
  return system !== undefined && PRODUCTS.has(product) && product !== system;
}

/** Whether a log source is one system's share of a category that several systems have. */
function isOfSystem({ product, category, service }: Logsource): boolean {
  return product !== undefined && category !== undefined && service === undefined && PRODUCTS.has(product);
}

function withProduct(logsource: Logsource, product: string | undefined): Logsource {
  return product === undefined || logsource.product !== undefined ? logsource : { ...logsource, product };
}

function certaintyOf({ missing, said, within }: Fit): FoundLogsource['certainty'] {
  if (said.size === 0) return 'assumed';
  return missing > within.size ? 'narrowed' : 'named';
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
    // The system is weighed by itself.
    if (conjunct.field !== undefined && SYSTEM_FIELDS.has(conjunct.field)) continue;
    const index = keys.get(conjunct.key);
    if (index !== undefined) {
      said.add(index);
      continue;
    }
    missing++;
    // What says which log of a shared table it is must be named; what says which of its events, need not.
    if (scoped.family === 'kql' && !namesEvents(conjunct.field, scoped)) return undefined;
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

/** Columns that say which of a table's events a log source has. Of the table of all other events of a device, none need be there. */
const EVENT_COLUMNS = new Set(['actiontype', 'eventid', 'folderpath', 'initiatingprocessfolderpath']);

function namesEvents(field: string | undefined, { conjuncts }: ScopedLogsource): boolean {
  if (field === undefined || !EVENT_COLUMNS.has(field)) return false;
  return !conjuncts.some(({ field: other, values }) => other === '\0table' && values?.has('deviceevents') === true);
}

function knownFields(natives: NativeFields, fields: ReadonlySet<string>): number {
  let known = 0;
  for (const field of fields) if (natives.knows(field)) known++;
  return known;
}

/**
 * Whether a fit is better: some conditions of the scope named, then more of them, then kinds of events that need not be named, then the
 * likelier system, then more fields known, then none missing, and at last the plainer name.
 */
function isBetter(fit: Fit, best: Fit, evidence: Evidence): boolean {
  const usual = (each: Fit) => Number(!isUnlikely(each, evidence));
  const order = [
    Number(fit.said.size > 0) - Number(best.said.size > 0),
    fit.said.size - best.said.size,
    usual(fit) - usual(best),
    systemRank(fit.scoped.logsource, evidence) - systemRank(best.scoped.logsource, evidence),
    fit.known - best.known,
    Number(best.missing > 0) - Number(fit.missing > 0),
    nameRank(fit.scoped.logsource) - nameRank(best.scoped.logsource),
    fit.said.size > 0 ? fit.open - best.open : 0,
    best.missing - fit.missing,
  ];
  return (order.find((difference) => difference !== 0) ?? 0) > 0;
}

/** Whether a log source needs more than the query says: its kind of events by name, or the process behind a look-up. */
function isUnlikely({ scoped, said, missing }: Fit, { hasProcess }: Evidence): boolean {
  const { category = '' } = scoped.logsource;
  if (ONLY_NAMED.has(category)) return said.size < 2 || missing > 0;
  if (category === 'firewall') return hasProcess;
  return category === 'dns_query' && !hasProcess && said.size < 2;
}

function systemRank({ product }: Logsource, { system: told, usual }: Evidence): number {
  const system = told ?? usual;
  if (product !== undefined && product === system) return 4;
  if (product === undefined) return system === undefined ? 4 : 3;
  // Where the same conditions name a kind of log and one product's, the query means the kind.
  if (!PRODUCTS.has(product)) return 1;
  return system === undefined && product === 'windows' ? 3 : 0;
}

function nameRank({ service, category }: Logsource): number {
  const usual = category === undefined ? -1 : USUAL_CATEGORIES.indexOf(category);
  return (service !== undefined && category !== undefined ? 0 : 1) + (usual < 0 ? 0 : 0.5 - usual / 100);
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
