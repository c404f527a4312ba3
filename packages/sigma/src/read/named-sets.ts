import { conjunctsOf, join, type QueryNode, type QueryRemark, test } from '../query/query-tree.js';
import { exactly } from '../query/values.js';
import { actionsAsTypes, loadedModules } from './event-actions.js';
import { beginsWithAny, dataSetOf, isOfProcess, leavesOf, SET_FIELDS } from './evidence.js';
import { productOf } from './index-sets.js';
import { allowedValues } from './logsource-scope.js';

/** Beginnings of the data sets of what passes through a network. */
const NETWORK_SETS = [
  ...['network_traffic', 'zeek', 'panw', 'pfsense', 'suricata', 'corelight', 'fortinet', 'cisco_', 'checkpoint'],
  ...['juniper_srx', 'sonicwall', 'sophos', 'netflow', 'iptables', 'watchguard'],
];
const NETWORK_CATEGORIES = ['network', 'network_traffic'];
const ENDPOINT_EVENTS = 'endpoint.events.';
/** What Elastic's agent for endpoints sorts its events by, which are categories as well. */
const ENDPOINT_CATEGORIES = ['process', 'file', 'network', 'registry', 'library'];

/**
 * Writes the names by which Elastic's rules limit themselves as the tests that log sources are known by: data sets that only the index
 * patterns name, network logs as alternatives of a data set and a category, and look-ups of names among a network's events.
 */
export function withNamedSets(tree: QueryNode, index: readonly string[], remarks: QueryRemark[]): QueryNode {
  const asked = withoutPresence(conjunctsOf(tree), remarks);
  const conjuncts = asked.flatMap((part) => loadedModules(networkAlternatives(part), remarks));
  const parts = actionsAsTypes(conjuncts, remarks);
  const fields = new Set(parts.flatMap(leavesOf).map(({ field }) => field));
  if ([...SET_FIELDS].some((field) => fields.has(field))) return join('and', parts);
  return join('and', asLookups([...namedByIndex(index, fields), ...parts], index));
}

/** The parts without those that ask whether an event names its data set: that names none, and all events of a log do. */
function withoutPresence(parts: readonly QueryNode[], remarks: QueryRemark[]): readonly QueryNode[] {
  const isPresence = (part: QueryNode) => {
    const [leaf] = leavesOf(part);
    if (!SET_FIELDS.has(leaf?.field ?? '')) return false;
    if (part.kind === 'not') return part.child.kind === 'test' && part.child.test.op === 'null';
    return part.kind === 'test' && part.test.op === 'exists' && part.test.value;
  };
  const kept = parts.filter((part) => !isPresence(part));
  if (kept.length === 0) return parts;
  for (const { field, at } of parts.filter(isPresence).flatMap(leavesOf))
    remarks.push({ code: 'widened', message: `All events of a log have ${field}; the rule does not ask for it.`, at });
  return kept;
}

/** The tests of the data set, or the category, that index patterns name. */
function namedByIndex(index: readonly string[], fields: ReadonlySet<string | undefined>): readonly QueryNode[] {
  const products = new Set(index.map(productOf).filter((product) => product !== undefined));
  const network = fields.has('event.category') ? [] : [test('event.category', exactly('network'), 0)];
  // Of several collectors of one kind of log, none is the query's own.
  if (products.size > 1 && [...products].every((product) => beginsWithAny(product, NETWORK_SETS))) return network;
  const sets = new Set(index.map(dataSetOf).filter((set) => set !== undefined));
  const [only] = sets;
  if (only === undefined || sets.size > 1) return [];
  const endpoint = only.startsWith(ENDPOINT_EVENTS) ? only.slice(ENDPOINT_EVENTS.length) : '';
  if (!ENDPOINT_CATEGORIES.includes(endpoint)) return [test('data_stream.dataset', exactly(only), 0)];
  return fields.has('event.category') ? [] : [test('event.category', exactly(endpoint), 0)];
}

/** Fields that only look-ups of names have, and the action that Elastic's agent for endpoints calls one. */
const LOOKUP_FIELDS = ['dns.question.', 'dns.answers.', 'dns.resolved_ip', 'dns.response_code'];
const LOOKUP_ACTION = 'lookup_requested';

/**
 * The parts of a condition on a network's events that asks for what only a look-up of a name has: the look-ups of a process, where it speaks of one or of a
 * host, else those that pass through the network.
 */
function asLookups(parts: readonly QueryNode[], index: readonly string[]): readonly QueryNode[] {
  const isNetwork = (part: QueryNode) => {
    const range = allowedValues(part);
    return range?.field === 'event.category' && [...range.values].every((value) => NETWORK_CATEGORIES.includes(value));
  };
  if (!parts.some(isNetwork) || !parts.some(isLookup)) return parts;
  const names = (part: QueryNode) => {
    const range = allowedValues(part);
    return range?.field === 'event.action' && range.values.size === 1 && range.values.has(LOOKUP_ACTION);
  };
  const rest = parts.filter((part) => !isNetwork(part) && !names(part));
  const leaves = parts.flatMap(leavesOf);
  const isOfHost =
    rest.length + 1 < parts.length ||
    leaves.some(({ field = '' }) => isOfProcess(field) || field.startsWith('host.os.')) ||
    index.some((pattern) => pattern.startsWith('logs-endpoint.'));
  const log = isOfHost
    ? test('event.category', exactly('dns'), 0)
    : test('dns.question.name', { op: 'exists', value: true }, 0);
  return [log, ...rest];
}

/** Whether a part asks for a field of look-ups, each of its alternatives too. */
function isLookup(part: QueryNode): boolean {
  if (part.kind === 'test') return beginsWithAny(part.field ?? '', LOOKUP_FIELDS);
  if (part.kind === 'or') return part.children.every(isLookup);
  return part.kind === 'and' && part.children.some(isLookup);
}

/** `(data_stream.dataset:network_traffic.flow or event.category:network)` is a network log, whichever of them collects it. */
function networkAlternatives(part: QueryNode): QueryNode {
  if (part.kind !== 'or') return part;
  const leaves = part.children.flatMap((child) => (child.kind === 'and' ? child.children : [child]));
  let names = 0;
  for (const leaf of leaves) {
    const literal = leaf.kind === 'test' && leaf.test.op === 'string' ? leaf.test.pattern.literal : '';
    const field = leaf.kind === 'test' ? leaf.field : undefined;
    if (field === 'event.category' && NETWORK_CATEGORIES.includes(literal)) names++;
    else if (field !== 'data_stream.dataset' || !beginsWithAny(literal, NETWORK_SETS)) return part;
  }
  const [first] = leaves;
  return names === 0 || first?.kind !== 'test' ? part : test('event.category', exactly('network'), first.at);
}
