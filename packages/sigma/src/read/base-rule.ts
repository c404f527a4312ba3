import { loadTaxonomy } from '../catalogue/taxonomy.js';
import type { Logsource } from '../model/rule.js';
import { TABLE_FIELD } from '../query/kql/query.js';
import type { QueryLanguage } from '../query/language.js';
import { QueryFault, unreadable } from '../query/query-fault.js';
import { conjunctsOf, join, type QueryNode, type QueryRemark, test, type UnreadPart } from '../query/query-tree.js';
import type { RuleObject } from '../write/rule-object.js';
import { writeDetection } from './detection.js';
import { DIALECTS } from './dialects.js';
import type { BaseRule } from './documents.js';
import {
  channelOfCodes,
  type Evidence,
  evidenceOf,
  leavesOf,
  type System,
  withNamedSets,
  withOneChannel,
} from './evidence.js';
import { type FoundLogsource, findLogsource } from './logsource.js';
import { withoutScope } from './logsource-scope.js';
import { isOfSystem } from './logsource-system.js';
import { type NativeFields, nativeFields, ofEvents, wholeValued } from './native-fields.js';
import { type Separator, type SigmaNode, toSigmaFields } from './sigma-tree.js';
import { unlistedLogsource } from './unlisted.js';
import { withoutWeaker } from './weaker-evidence.js';

/** What the reading of one condition needs and adds to. */
export interface BaseReading {
  readonly language: QueryLanguage;
  readonly title: string;
  readonly logsource?: Logsource;
  /** What the query's description says of its log. */
  readonly named?: Logsource;
  readonly index: readonly string[];
  /** Fields that the query groups by: where it tests nothing, an event must have them. */
  readonly keys: readonly string[];
  /** The system that the query's other events are of. */
  readonly usual?: System;
  readonly partial: boolean;
  readonly remarks: QueryRemark[];
  readonly unread: UnreadPart[];
}

/** No map has a log source of this name: every field keeps its own. */
const UNLISTED: Logsource = { product: '\0unlisted' };

/** The rule that a condition on single events is. @throws QueryFault */
export function readBase(tree: QueryNode, reading: BaseReading): BaseRule {
  const { language, title } = reading;
  const evidence: Evidence = {
    ...evidenceOf(tree, reading.index, reading.keys),
    ...(reading.usual === undefined ? {} : { usual: reading.usual }),
  };
  const found =
    reading.logsource === undefined
      ? foundLogsource(tree, evidence, reading)
      : givenLogsource(tree, reading.logsource, language);
  const own = ofEvents(nativeFields(found.family, found.mapped ?? UNLISTED), found.rest);
  const natives = language === 'eql' || language === 'esql' ? wholeValued(own) : own;
  const rest = demanding(found.rest, reading.keys);
  const sigma = sigmaTree(rest, natives, separatorsOf(found.logsource, evidence), reading);
  const rule: RuleObject = {
    title,
    status: 'experimental',
    logsource: { ...found.logsource },
    detection: writeDetection(sigma),
  };
  return { rule, natives };
}

/** What stands between the folders of the log's paths: of a kind of log that several systems have, either. */
function separatorsOf({ product, category }: Logsource, { system, disagreeing }: Evidence): readonly Separator[] {
  const own = product ?? system;
  const isUnix = disagreeing.length > 0 && !disagreeing.includes('windows');
  if (own === 'linux' || own === 'macos' || (own === undefined && isUnix)) return ['/'];
  return own === undefined && category !== undefined ? ['\\', '/'] : ['\\'];
}

/** The condition, which must test something: of a query that only counts, that the events have what it groups by. */
function demanding(rest: QueryNode, keys: readonly string[]): QueryNode {
  if (rest.kind !== 'constant') return rest;
  if (!rest.value) throw unreadable('no event satisfies the query', 0);
  if (keys.length === 0) throw unreadable('the query tests nothing of its events; a rule needs a condition', 0);
  return join(
    'and',
    keys.map((key) => test(key, { op: 'exists', value: true }, 0)),
  );
}

/** The condition in Sigma's fields. In part, the tests that cannot be said are left out where that finds more. */
function sigmaTree(
  rest: QueryNode,
  natives: NativeFields,
  separators: readonly Separator[],
  { language, partial, remarks, unread }: BaseReading,
): SigmaNode {
  const said = (part: QueryNode) => toSigmaFields(part, natives, separators, remarks, language === 'lucene');
  if (!partial) return said(rest);
  const kept: SigmaNode[] = [];
  for (const part of conjunctsOf(rest)) {
    try {
      kept.push(said(part));
    } catch (error) {
      if (!(error instanceof QueryFault) || error.code !== 'UnreadableQuery') throw error;
      unread.push({ at: error.at, end: error.at, why: error.message });
    }
  }
  if (kept.length === 0) throw unreadable('nothing of what the query tests can be said in a rule', 0);
  return kept.length === 1 ? (kept[0] as SigmaNode) : { kind: 'and', children: kept };
}

function givenLogsource(tree: QueryNode, logsource: Logsource, language: QueryLanguage): FoundLogsource {
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

function foundLogsource(tree: QueryNode, gathered: Evidence, reading: BaseReading): FoundLogsource {
  const { language, index, remarks } = reading;
  const { scopes, defaultFamily, usual, unknown } = DIALECTS[language];
  const evidence: Evidence = { ...(usual === undefined ? {} : { usual }), ...gathered };
  const named =
    defaultFamily === 'ecs'
      ? withoutWeaker(withNamedSets(tree, index, remarks), scopes())
      : defaultFamily === 'spl'
        ? withOneChannel(tree)
        : tree;
  let found = findLogsource(named, scopes(), evidence);
  if (found?.certainty === 'assumed' && defaultFamily === 'udm') found = undefined;
  if (found === undefined || found.certainty === 'assumed') {
    found = indicatedLogsource(named, reading) ?? found;
  }
  if (found === undefined) throw new QueryFault('UnknownLogsource', unknown(named), 0);
  const kept = withoutKinds(found);
  remarkOn(kept, evidence, remarks);
  if (kept.certainty === 'named' && isGuessedSystem(kept.logsource, named, evidence)) {
    remarks.push({
      code: 'logsource_narrowed',
      message: `The table has events of several systems, and the query names none; the rule looks at those of ${kept.logsource.product}.`,
      at: 0,
    });
  }
  return kept;
}

/** Whether nothing but custom tells the system: the tables of Defender hold the events of all that it runs on. */
function isGuessedSystem(logsource: Logsource, tree: QueryNode, { system, disagreeing }: Evidence): boolean {
  if (system !== undefined || disagreeing.length > 0 || !isOfSystem(logsource)) return false;
  return leavesOf(tree).some(
    ({ field, test: of }) =>
      field === TABLE_FIELD && of.op === 'string' && of.pattern.literal.toLowerCase().startsWith('device'),
  );
}

/** The log source that something other than the fields indicates: the query's description, the numbers of events, or a name. */
function indicatedLogsource(tree: QueryNode, reading: BaseReading): FoundLogsource | undefined {
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

/** Fields by which a product sorts its events, which other products do not have. */
const KIND_FIELDS = new Set([
  'event.category',
  'event.type',
  'event.kind',
  'event.module',
  'event.dataset',
  'data_stream.dataset',
  'metadata.event_type',
  'metadata.vendor_name',
  'metadata.product_name',
  'metadata.log_type',
  'source',
  'sourcetype',
]);

/** Leaves out what only sorts events: with it a rule would find nothing in any other product. */
function withoutKinds(found: FoundLogsource): FoundLogsource {
  const parts = conjunctsOf(found.rest);
  const sorting = parts.filter((part) => {
    const leaves = part.kind === 'or' ? part.children : [part];
    return leaves.every((leaf) => leaf.kind === 'test' && KIND_FIELDS.has(leaf.field ?? ''));
  });
  if (sorting.length === 0 || sorting.length === parts.length) return found;
  return {
    ...found,
    rest: join(
      'and',
      parts.filter((part) => !sorting.includes(part)),
    ),
    leftOut: [...found.leftOut, ...sorting.flatMap(leavesOf)],
  };
}

/** The log source that the query's description names, where Sigma's taxonomy has it. */
function describedLogsource(tree: QueryNode, { named, language }: BaseReading): FoundLogsource | undefined {
  if (named === undefined || !loadTaxonomy().knows(named)) return undefined;
  return { ...givenLogsource(tree, named, language), certainty: 'described' };
}

/** Nouns of UDM that the events of one kind of log have, the most telling first. */
const NOUNS: readonly (readonly [RegExp, Logsource])[] = [
  [/^target\.registry\./, { product: 'windows', category: 'registry_event' }],
  [/^network\.dns\./, { category: 'dns' }],
  [/^network\.http\.|^target\.url$/, { category: 'proxy' }],
  [/^(?:target|principal)\.process\./, { category: 'process_creation' }],
  [/^target\.file\./, { category: 'file_event' }],
];

function ofNouns(tree: QueryNode, language: QueryLanguage): FoundLogsource | undefined {
  // A kind of event that the rule names is of no kind that its nouns could tell otherwise.
  const fields = leavesOf(tree).map(({ field = '' }) => field);
  if (fields.includes('metadata.event_type')) return undefined;
  const logsource = NOUNS.find(([pattern]) => fields.some((field) => pattern.test(field)))?.[1];
  if (logsource === undefined) return undefined;
  const { system } = evidenceOf(tree);
  const isProcess = logsource.category === 'process_creation' && system !== undefined;
  const found = isProcess ? { ...logsource, product: system } : logsource;
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

function remarkOn(found: FoundLogsource, evidence: Evidence, remarks: QueryRemark[]): void {
  const name = [found.logsource.product, found.logsource.category, found.logsource.service]
    .filter((part) => part !== undefined)
    .join('/');
  if (found.certainty === 'narrowed') {
    remarks.push({
      code: 'logsource_narrowed',
      message: `The query leaves open which of the log's events it means; the rule looks at those of ${name}.`,
      at: 0,
    });
  } else if (found.certainty === 'assumed') {
    remarks.push({
      code: 'logsource_assumed',
      message: `The query does not name its log; by its fields it is ${name}.`,
      at: 0,
    });
  } else if (found.certainty === 'described') {
    remarks.push({
      code: 'logsource_assumed',
      message: `The query's conditions do not name its log; by its description it is ${name}.`,
      at: 0,
    });
  } else if (found.certainty === 'unlisted') {
    remarks.push({
      code: 'logsource_unlisted',
      message: `No log source of Sigma is known for the log that the query names; the rule's is ${name}, after that name, and its fields are the query's own.`,
      at: 0,
    });
  }
  if (found.isOpen === true) {
    remarks.push({
      code: 'product_open',
      message: `What the query tests speaks of ${evidence.disagreeing.join(' and ')}; the rule leaves the product open.`,
      at: 0,
    });
  }
  for (const { field, at } of found.leftOut) {
    remarks.push({
      code: 'widened',
      message: `${field} names the kind of event; the rule looks at all kinds that ${name} has.`,
      at,
    });
  }
}
