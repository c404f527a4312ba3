import { PLATFORMS } from '../catalogue/platforms.js';
import type { Logsource } from '../model/rule.js';
import { conjunctsOf, type QueryNode } from '../query/query-tree.js';
import type { Evidence } from './evidence.js';
import {
  type AllowedValues,
  allowedValues,
  keyOf,
  type ScopeConjunct,
  type ScopedLogsource,
} from './logsource-scope.js';
import { PRODUCTS, SYSTEM_FIELDS } from './logsource-system.js';
import { type NativeFields, nativeFields } from './native-fields.js';

/** The categories of Sysmon, the most common first; where a query fits several, the first is taken. */
const USUAL_CATEGORIES = PLATFORMS.find(({ id }) => id === 'endpoint-sysmon')?.logsource.categories ?? [];
/** Categories of events that a query means only where it names them: a table of files has them, but hardly anybody asks for them alone. */
const ONLY_NAMED = new Set([
  'file_access',
  'file_change',
  'file_delete',
  'file_rename',
  'file_block_executable',
  'file_block_shredding',
]);
/** Categories of logs whose values are those of other machines: what is requested, passed on or found there. */
const OTHERS_VALUES = new Set(['webserver', 'proxy', 'firewall', 'antivirus', 'dns']);
/** Columns that say which of a table's events a log source has. Of the table of all other events of a device, none need be there. */
const EVENT_COLUMNS = new Set(['actiontype', 'eventtype', 'eventid', 'folderpath', 'initiatingprocessfolderpath']);

/** Fields that name a log, whatever its events are. */
const LOG_FIELDS = new Set(['winlog.channel', 'data_stream.dataset', 'source', 'sourcetype', 'eventlog']);

/** A query as log sources are compared with it: its conjuncts, and the fields that it tests. */
export interface Asked {
  readonly parts: readonly QueryNode[];
  /** Key of a conjunct → its position. */
  readonly keys: ReadonlyMap<string, number>;
  /** Per conjunct the whole values that it allows, if it does that. */
  readonly ranges: readonly (AllowedValues | undefined)[];
  readonly fields: ReadonlySet<string>;
}

/** How well a log source fits a query. */
export interface Fit {
  readonly scoped: ScopedLogsource;
  /** As in what is asked. */
  readonly ranges: Asked['ranges'];
  /** Conjuncts of the query that equal a condition of the scope. */
  readonly said: ReadonlySet<number>;
  /** Those of them that allow only some of the events that the scope allows. */
  readonly within: ReadonlySet<number>;
  readonly missing: number;
  /** How many values the missing conditions allow: the more, the less the query is narrowed. */
  readonly open: number;
  readonly known: number;
}

/** What a condition asks for. */
export function askedOf(tree: QueryNode): Asked {
  const parts = conjunctsOf(tree);
  return {
    parts,
    keys: new Map(parts.map((part, index) => [keyOf(part), index])),
    ranges: parts.map(allowedValues),
    fields: fieldsOf(tree),
  };
}

/** How a log source fits a query; undefined where the query means other events. */
export function fitOf(scoped: ScopedLogsource, asked: Asked): Fit | undefined {
  const said = new Set<number>();
  const within = new Set<number>();
  let missing = 0;
  let open = 0;
  for (const conjunct of scoped.conjuncts) {
    // The system is weighed by itself.
    if (conjunct.field !== undefined && SYSTEM_FIELDS.has(conjunct.field)) continue;
    const index = asked.keys.get(conjunct.key);
    if (index !== undefined) {
      said.add(index);
      continue;
    }
    missing++;
    // What says which log of a shared table it is must be named; what says which of its events, need not.
    if (scoped.family === 'kql' && !namesEvents(conjunct.field, scoped)) return undefined;
    open += conjunct.values?.size ?? 0;
    if (!compareRanges(conjunct, asked.ranges, said, within)) return undefined;
  }
  if (isUnnamedProduct(scoped, asked.ranges)) return undefined;
  if (isOfOtherName(asked.ranges, new Set([...said, ...within]))) return undefined;
  const known = knownFields(nativeFields(scoped.family, scoped.logsource), asked.fields);
  if (said.size === 0 && (known === 0 || known < asked.fields.size || scoped.conjuncts.length === 0)) return undefined;
  return { scoped, ranges: asked.ranges, said, within, missing, open, known };
}

/**
 * Adds the conjuncts of a query that allow all values of a scope's condition (`said`) or some of them (`within`). False where one allows
 * none: other values of the field mean that these are not its events; some of its values mean that the rule looks at those.
 */
function compareRanges(
  { field, values }: ScopeConjunct,
  ranges: readonly (AllowedValues | undefined)[],
  said: Set<number>,
  within: Set<number>,
): boolean {
  for (const [index, range] of ranges.entries()) {
    if (range === undefined || range.field !== field || field === TAG) continue;
    const common = [...range.values].filter((value) => values?.has(value)).length;
    if (common === 0) return false;
    // Of several products that a rule names, a log has them all: what is of one of them alone is not what the rule looks at.
    if (field === 'metadata.product_name' && common < range.values.size) return false;
    if (common === values?.size) said.add(index);
    else if (common === range.values.size) {
      within.add(index);
      // One of a log's channels names the log.
      if (isOfChannels(range)) said.add(index);
    }
  }
  return true;
}

function isOfChannels({ field, values }: AllowedValues): boolean {
  return (field === 'source' || field === 'sourcetype') && [...values].every((value) => value.includes('wineventlog:'));
}

/** Fields by which a rule of UDM names the product. */
const PRODUCT_NAMES = new Set(['metadata.log_type', 'metadata.product_name', 'metadata.vendor_name']);

/** Whether a rule of UDM names no product, but the kind of a log source's events, which those of many products have. */
function isUnnamedProduct({ family, logsource, conjuncts }: ScopedLogsource, ranges: Asked['ranges']): boolean {
  if (family !== 'udm' || logsource.product === undefined || PRODUCTS.has(logsource.product)) return false;
  const isName = (field: string | undefined) => PRODUCT_NAMES.has(field ?? '');
  return conjuncts.some(({ field }) => isName(field)) && !ranges.some((range) => isName(range?.field));
}

/** An event has several tags at once: one excludes no other. */
const TAG = 'tag';

/**
 * Whether a search names a data model or a source type that the scope does not: then what else is alike, as an action, is of another log. Source types of Windows'
 * events only say how they came, and what has the tags of a data model may be of any source type.
 */
function isOfOtherName(ranges: Asked['ranges'], named: ReadonlySet<number>): boolean {
  const hasTag = [...named].some((index) => ranges[index]?.field === TAG);
  return ranges.some((range, index) => {
    if (range === undefined || named.has(index)) return false;
    if (range.field === 'datamodel') return true;
    return range.field === 'sourcetype' && !hasTag && ![...range.values].some((value) => value.includes('wineventlog'));
  });
}

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
 * Whether a fit is better: some conditions of the scope named, then more of them, then the log itself, then kinds of events that need not be named, then the
 * likelier system, then more fields known, then none missing, and at last the plainer name.
 */
export function isBetter(fit: Fit, best: Fit, evidence: Evidence): boolean {
  const usual = (each: Fit) => Number(!isUnlikely(each, evidence));
  const order = [
    Number(fit.said.size > 0) - Number(best.said.size > 0),
    fit.said.size - best.said.size,
    namesLog(fit) - namesLog(best),
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

/** 1 where the query names the log that a scope asks for, and not only an event's number or kind. */
function namesLog({ scoped, said, ranges }: Fit): number {
  const names = new Set(scoped.conjuncts.map(({ field = '' }) => field).filter((field) => LOG_FIELDS.has(field)));
  return Number([...said].some((index) => names.has(ranges[index]?.field ?? '')));
}

/** Whether a log source needs more than the query says: its kind of events by name, or the process behind a look-up. */
function isUnlikely({ scoped, said, missing }: Fit, { hasProcess }: Evidence): boolean {
  const { category = '' } = scoped.logsource;
  if (ONLY_NAMED.has(category)) return said.size < 2 || missing > 0;
  if (category === 'firewall') return hasProcess;
  return category === 'dns_query' && !hasProcess && said.size < 2;
}

function systemRank({ product, category }: Logsource, { system: told, usual }: Evidence): number {
  // What is asked of a server, or passes through it, tells nothing of the system that logs it.
  const system = category !== undefined && OTHERS_VALUES.has(category) ? undefined : (told ?? usual);
  if (product !== undefined && product === system) return 4;
  if (product === undefined) return system === undefined ? 4 : 3;
  // Where the same conditions name a kind of log and one product's, the query means the kind.
  if (!PRODUCTS.has(product) || (told === undefined && isOfManyDevices(product, category))) return 1;
  return system === undefined && product === 'windows' ? 3 : 0;
}

/** Whether a log source is the log that devices of many products send their lines to, too. */
function isOfManyDevices(product: string | undefined, category: string | undefined): boolean {
  return product === 'linux' && category === undefined;
}

function nameRank({ product, service, category }: Logsource): number {
  // An address and a port are what a firewall has; a look-up of names is told by the name.
  if (category === 'firewall') return 1.01;
  const usual = category === undefined ? -1 : USUAL_CATEGORIES.indexOf(category);
  // What many devices send to one log is, where nothing tells the device, any computer's.
  if (isOfManyDevices(product, category)) return service === undefined ? 1.75 : 1.5;
  return (service !== undefined && category !== undefined ? 0 : 1) + (usual < 0 ? 0 : 0.5 - usual / 100);
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
