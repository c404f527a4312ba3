import { loadTaxonomy } from '../catalogue/taxonomy.js';
import type { Logsource } from '../model/rule.js';
import type { QueryLanguage } from '../query/language.js';
import { conjunctsOf, join, type QueryLeaf, type QueryNode } from '../query/query-tree.js';
import { DIALECTS } from './dialects.js';
import { channelOfCodes, evidenceOf, leavesOf, type System } from './evidence.js';
import { logsourceOfSets } from './index-sets.js';
import type { FoundLogsource } from './logsource.js';
import { withoutScope } from './logsource-scope.js';
import { contradicts, PRODUCTS } from './logsource-system.js';
import { unlistedLogsource } from './unlisted.js';

/** What names a query's log beside its condition. */
export interface Naming {
  readonly language: QueryLanguage;
  /** What the query's description says of its log. */
  readonly named?: Logsource;
  readonly index: readonly string[];
}

/** The log source that the caller gives, or that is known otherwise: the conditions that it has anyway are left out. */
export function givenLogsource(tree: QueryNode, logsource: Logsource, language: QueryLanguage): FoundLogsource {
  const { scopes, defaultFamily } = DIALECTS[language];
  return {
    family: defaultFamily,
    logsource,
    mapped: logsource,
    rest: withoutScope(tree, scopes(), logsource),
    certainty: 'named',
    leftOut: [],
  };
}

/** Of a kind of events that Sigma knows of no such system, the log whose own fields the query tests. */
export function knownOr(tree: QueryNode, found: FoundLogsource | undefined): FoundLogsource | undefined {
  if (found?.logsource.category === 'firewall') return ofProtocol(tree) ?? found;
  if (found === undefined || loadTaxonomy().knows(found.logsource)) return found;
  const unlisted = unlistedLogsource(tree, 'ecs');
  const isOwn = ({ field = '' }: QueryLeaf) =>
    field.includes('.') && unlisted?.logsource.product?.startsWith(field.slice(0, field.indexOf('.'))) === true;
  return leavesOf(tree).some(isOwn) ? unlisted : found;
}

/** Beginnings of the fields that hold what a protocol carries, which no firewall logs. */
const PROTOCOLS = ['http.', 'tls.', 'redis.', 'mysql.', 'pgsql.', 'mongodb.', 'sip.', 'nfs.', 'memcache.', 'thrift.'];
const WEBSERVER: Logsource = { category: 'webserver' };

/** The log of a protocol whose fields the query tests: the data set that it names, or of requests a web server's; undefined where it tests none. */
function ofProtocol(tree: QueryNode): FoundLogsource | undefined {
  const fields = leavesOf(tree).map(({ field = '' }) => field);
  if (!fields.some((field) => PROTOCOLS.some((begin) => field.startsWith(begin)))) return undefined;
  const unlisted = unlistedLogsource(tree, 'ecs');
  if (unlisted !== undefined) return unlisted;
  if (!fields.some((field) => field.startsWith('http.'))) return undefined;
  return { ...givenLogsource(tree, WEBSERVER, 'lucene'), certainty: 'assumed' };
}

/** The log source that something other than fields indicates, or else `assumed`. */
export function indicatedOr(
  tree: QueryNode,
  assumed: FoundLogsource | undefined,
  reading: Naming,
): FoundLogsource | undefined {
  const isOfElastic = DIALECTS[reading.language].defaultFamily === 'ecs';
  const sets = isOfElastic ? logsourceOfSets(tree, reading.index, assumed !== undefined) : undefined;
  return (assumed && sets) ?? indicatedLogsource(tree, reading) ?? assumed ?? sets;
}

/** The log source that something other than the fields indicates: the query's description, the numbers of events, or a name. */
function indicatedLogsource(tree: QueryNode, reading: Naming): FoundLogsource | undefined {
  const { language } = reading;
  const { defaultFamily } = DIALECTS[language];
  const isUdm = defaultFamily === 'udm';
  const channel = channelOfCodes(tree);
  const byChannel = () => (channel === undefined ? undefined : ofChannel(tree, channel, language));
  // A name that no map has tells more than fields that several logs have; and an event's number more than both.
  return (
    describedLogsource(tree, reading) ??
    (isUdm ? byChannel() : undefined) ??
    unlistedLogsource(tree, defaultFamily) ??
    byChannel() ??
    (isUdm ? ofNouns(tree, language) : undefined)
  );
}

/** The log source that the query's description names, where Sigma's taxonomy has it. */
function describedLogsource(tree: QueryNode, { named, language }: Naming): FoundLogsource | undefined {
  if (named === undefined || !loadTaxonomy().knows(named)) return undefined;
  // A system alone has many logs: what the rule tests tells which.
  const told = isSystemAlone(named) ? ofNouns(tree, language, named.product as System) : undefined;
  if (told !== undefined) return told;
  return { ...givenLogsource(tree, named, language), certainty: 'described' };
}

const isSystemAlone = ({ product, category, service }: Logsource): boolean =>
  PRODUCTS.has(product ?? '') && category === undefined && service === undefined;

/** Nouns of UDM that the events of one kind of log have, the most telling first. */
const NOUNS: readonly (readonly [string, Logsource])[] = [
  ['target.registry.', { product: 'windows', category: 'registry_event' }],
  ['network.dns.', { category: 'dns' }],
  ['network.http.', { category: 'proxy' }],
  ['target.url', { category: 'proxy' }],
  ['target.process.', { category: 'process_creation' }],
  ['target.file.', { category: 'file_event' }],
  // The process that acts is the parent of one that starts; alone it is told last, for every kind of event has it.
  ['principal.process.', { category: 'process_creation' }],
];
/** Whether a field is of a noun, whose name ends with a point, or the very field. */
const isOfNoun = (field: string, noun: string): boolean =>
  noun.endsWith('.') ? field.startsWith(noun) : field === noun;

/** Fields by which a rule of UDM names its events itself. */
const NAMED_EVENTS = ['metadata.event_type', 'metadata.product_event_type'];
/** Kinds of events of which each system has its own log. */
const OF_SYSTEMS = new Set(['process_creation', 'file_event']);

function ofNouns(tree: QueryNode, language: QueryLanguage, named?: System): FoundLogsource | undefined {
  // A kind of event that the rule names is of no kind that its nouns could tell otherwise.
  const fields = leavesOf(tree).map(({ field = '' }) => field);
  if (fields.includes('metadata.event_type')) return undefined;
  // An event's number tells the log, and so does Windows' own field: the rule with no more than a system for a name has it of them.
  if (named !== undefined && NAMED_EVENTS.some((field) => fields.includes(field))) return undefined;
  const logsource = NOUNS.find(([noun]) => fields.some((field) => isOfNoun(field, noun)))?.[1];
  if (logsource === undefined) return undefined;
  const { category = '', product } = logsource;
  const told = evidenceOf(tree).system;
  const system = named ?? (category === 'process_creation' ? told : undefined);
  if (product !== undefined && contradicts(product, named)) return undefined;
  const found = OF_SYSTEMS.has(category) && system !== undefined ? { ...logsource, product: system } : logsource;
  return { ...givenLogsource(tree, found, language), certainty: 'assumed' };
}

/** The channel of Windows that alone has the events' numbers. */
function ofChannel(tree: QueryNode, channel: Logsource, language: QueryLanguage): FoundLogsource {
  const { scopes, defaultFamily } = DIALECTS[language];
  const rest = withoutScope(tree, scopes(), channel);
  const parts = conjunctsOf(rest).filter(
    (part) => part.kind !== 'test' || !['event.category', 'host.os.type'].includes(part.field ?? ''),
  );
  return {
    family: defaultFamily,
    logsource: channel,
    mapped: channel,
    rest: join('and', parts),
    certainty: 'assumed',
    leftOut: [],
  };
}
