import { isCarrier, logsourceOfSourceType } from '../catalogue/taxonomy.js';
import type { MapFamily } from '../convert/maps.js';
import { TABLE_FIELD } from '../query/kql/query.js';
import { conjunctsOf, join, type QueryNode } from '../query/query-tree.js';
import { isOfNoLog, leavesOf, SET_FIELDS, systemsOfIndex, WHOLE_SETS } from './evidence.js';
import type { FoundLogsource } from './logsource.js';
import { allowedValues, type ScopedLogsource } from './logsource-scope.js';

/** How the names of tables of Microsoft 365's own protection begin, beside Sentinel's of Azure. */
const M365_TABLES = [
  'Alert',
  'Behavior',
  'CloudApp',
  'Device',
  'Email',
  'ExposureGraph',
  'Identity',
  'Message',
  'OAuthApp',
  'Url',
];

/**
 * A log source for a query that names a log which no map has: by its table, data set, source type or data model. The rule then has the
 * query's own field names, but of a source type that is known. Undefined where the query names none.
 */
export function unlistedLogsource(tree: QueryNode, family: MapFamily): FoundLogsource | undefined {
  const parts = conjunctsOf(tree);
  const order = [...parts.entries()].sort(([, a], [, b]) => vagueness(a) - vagueness(b));
  for (const [index, part] of order) {
    if (part.kind !== 'test' || part.test.op !== 'string' || part.test.pattern.shape !== 'exact') continue;
    const { field = '' } = part;
    const { literal } = part.test.pattern;
    const known = namesType(field) ? logsourceOfSourceType(literal) : undefined;
    const logsource = known ?? namedBy(field, literal);
    if (logsource === undefined) continue;
    return {
      family,
      mapped: known,
      logsource,
      // A query for all events of a data set keeps the test that names it: a rule needs a condition.
      rest:
        parts.length === 1 && SET_FIELDS.has(part.field ?? '')
          ? tree
          : join(
              'and',
              parts.filter((_, other) => other !== index),
            ),
      certainty: known === undefined ? 'unlisted' : 'named',
      leftOut: [],
    };
  }
  if (family === 'ecs') return ofAlerts(tree, family);
  return family === 'udm' ? ofEventTypes(tree) : undefined;
}

/**
 * The log source of a data set that the condition itself names and that no map has, nor any other of its product: its category then says only what kind of
 * events of it the query looks at. Undefined where the condition names none.
 */
export function ofUnknownSet(tree: QueryNode, scopes: readonly ScopedLogsource[]): FoundLogsource | undefined {
  const isKnown = (product: string) =>
    scopes.some(({ conjuncts }) =>
      conjuncts.some(
        ({ field = '', values }) =>
          WHOLE_SETS.has(field) && [...(values ?? [])].some((set) => set.split('.')[0] === product),
      ),
    );
  for (const part of conjunctsOf(tree)) {
    const allowed = allowedValues(part);
    const [set = '', ...others] = WHOLE_SETS.has(allowed?.field ?? '') ? [...(allowed?.values ?? [])] : [];
    const [product = '', ...rest] = set.split('.');
    if (others.length > 0 || rest.length === 0 || isOfNoLog(set) || isKnown(product)) continue;
    if (product === 'endpoint' || systemsOfIndex([`logs-${set}`]).length > 0) continue;
    return unlistedLogsource(tree, 'ecs');
  }
  return undefined;
}

/** A log of several kinds of UDM events: the first names it, and the rule keeps the test of all. */
function ofEventTypes(tree: QueryNode): FoundLogsource | undefined {
  const [category] = typesDemanded(tree);
  if (category === undefined) return undefined;
  return { family: 'udm', mapped: undefined, logsource: { category }, rest: tree, certainty: 'unlisted', leftOut: [] };
}

/** The kinds of UDM events that a condition demands; none where an alternative of it demands none. */
function typesDemanded(node: QueryNode): readonly string[] {
  if (node.kind === 'test') {
    const allowed = node.field === 'metadata.event_type' ? allowedValues(node) : undefined;
    return [...(allowed?.values ?? [])];
  }
  if (node.kind !== 'and' && node.kind !== 'or') return [];
  const found = node.children.map(typesDemanded);
  if (node.kind === 'and') return found.find((types) => types.length > 0) ?? [];
  return found.every((types) => types.length > 0) ? found.flat() : [];
}

/** Beginnings of the fields that Elastic's own alerts have and no other log; `signal.` is what they were called at first. */
const ALERT_FIELDS = ['kibana.alert.', 'signal.rule.'];

/** The alerts that Elastic's own rules raise, which rules of a higher order read. */
function ofAlerts(tree: QueryNode, family: MapFamily): FoundLogsource | undefined {
  const isAlert = leavesOf(tree).some(({ field = '' }) => ALERT_FIELDS.some((begin) => field.startsWith(begin)));
  if (!isAlert) return undefined;
  const logsource = { product: 'elastic', service: 'alerts' };
  return { family, mapped: undefined, logsource, rest: tree, certainty: 'unlisted', leftOut: [] };
}

const isSourceType = (field: string): boolean => field.toLowerCase() === 'sourcetype';

/** Whether the values of a field are names of logs that a table has: source types, data sets, log types. */
const namesType = (field: string): boolean =>
  isSourceType(field) || WHOLE_SETS.has(field) || field === 'metadata.log_type';

function namedBy(field: string, name: string): FoundLogsource['logsource'] | undefined {
  if (field === TABLE_FIELD) return ofTable(name);
  const segments = name
    .toLowerCase()
    .split(/[^a-z0-9_]+/)
    .filter((segment) => segment !== '');
  const [first, ...others] = segments;
  if (first === undefined) return undefined;
  if (field === 'datamodel') {
    const dataset = others.at(-1);
    return { category: dataset === undefined || dataset.startsWith('all_') ? first : dataset };
  }
  if (field === 'metadata.event_type') return { category: segments.join('_') };
  if (field === 'metadata.product_name' || field === 'metadata.log_type' || field === 'metadata.vendor_name')
    return { product: segments.join('_') };
  if (!SET_FIELDS.has(field) && (!isSourceType(field) || isCarrier(name))) return undefined;
  return others.length === 0 ? { product: first } : { product: first, service: others.join('_') };
}

/** What a table of Sentinel or Defender is the log of; undefined for what is no name of a table. */
function ofTable(name: string): FoundLogsource['logsource'] | undefined {
  const kind = kindOfParser(name);
  if (kind !== undefined) return { category: kind };
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) return undefined;
  const product = M365_TABLES.some((begin) => name.startsWith(begin)) ? 'm365' : 'azure';
  return { product, service: name.toLowerCase() };
}

/** Beginnings of the names of the parsers and tables of Sentinel's information model, which bring one kind of events of many products together. */
const PARSERS = ['_Im_', 'im', '_ASim_', 'ASim'];

/** The kind of events that a parser of Sentinel's information model brings together: `imAuthentication`, `ASimAuthenticationEventLogs`. */
function kindOfParser(name: string): string | undefined {
  const begin = PARSERS.find((each) => name.startsWith(each) && /^[A-Z]/.test(name.slice(each.length)));
  if (begin === undefined) return undefined;
  return name
    .slice(begin.length)
    .replace(/(?:Event)?(?:Logs)?$/, '')
    .toLowerCase();
}

/** Fields of UDM that name a log, the vaguest last: a vendor has many products, and many products have a kind of event. */
const VAGUE = ['metadata.vendor_name', 'metadata.event_type'];

const vagueness = (node: QueryNode): number => (node.kind === 'test' ? VAGUE.indexOf(node.field ?? '') : -1);
