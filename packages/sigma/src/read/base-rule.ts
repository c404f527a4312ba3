import type { Logsource } from '../model/rule.js';
import { TABLE_FIELD } from '../query/kql/query.js';
import type { QueryLanguage } from '../query/language.js';
import { QueryFault, unreadable } from '../query/query-fault.js';
import {
  conjunctsOf,
  join,
  type QueryLeaf,
  type QueryNode,
  type QueryRemark,
  test,
  type UnreadPart,
} from '../query/query-tree.js';
import type { RuleObject } from '../write/rule-object.js';
import { writeDetection } from './detection.js';
import { DIALECTS } from './dialects.js';
import type { BaseRule } from './documents.js';
import { byEventKind, withEventKind } from './event-kinds.js';
import { type Evidence, evidenceOf, leavesOf, type System } from './evidence.js';
import { givenLogsource, indicatedOr, knownOr, type Naming } from './indicated-logsource.js';
import { type FoundLogsource, findLogsource } from './logsource.js';
import { isOfSystem, withOneSystem } from './logsource-system.js';
import { withNamedSets } from './named-sets.js';
import { type NativeFields, nativeFields, ofEvents, wholeValued } from './native-fields.js';
import { withMembers } from './object-texts.js';
import { withErrors, withoutVerdicts } from './outcomes.js';
import { withRequestParts } from './request-parts.js';
import { type Separator, type SigmaNode, toSigmaFields } from './sigma-tree.js';
import { withOneChannel } from './splunk-channels.js';
import { withKeywords } from './udm-keywords.js';
import { withLogType } from './udm-products.js';
import { ofUnknownSet } from './unlisted.js';
import { withoutWeaker } from './weaker-evidence.js';

/** What the reading of one condition needs and adds to. */
export interface BaseReading extends Naming {
  readonly title: string;
  readonly logsource?: Logsource;
  /** Fields that the query groups by: where it tests nothing, an event must have them. */
  readonly keys: readonly string[];
  /** The system that the query's other events are of. */
  readonly usual?: System;
  readonly partial: boolean;
  readonly remarks: QueryRemark[];
  readonly unread: UnreadPart[];
}

/** Languages that compare analysed text as a whole. */
const WHOLE_VALUED: ReadonlySet<QueryLanguage> = new Set(['eql', 'esql', 'yaral']);
/** No map has a log source of this name: every field keeps its own. */
const UNLISTED: Logsource = { product: '\0unlisted' };

/** The rule that a condition on single events is. @throws QueryFault */
export function readBase(parsed: QueryNode, reading: BaseReading): BaseRule {
  const { language, title } = reading;
  const tree = language === 'yaral' ? withKeywords(parsed, reading.remarks) : parsed;
  const evidence: Evidence = {
    ...evidenceOf(tree, reading.index, reading.keys),
    ...(reading.usual === undefined ? {} : { usual: reading.usual }),
  };
  const found =
    reading.logsource === undefined
      ? foundLogsource(tree, evidence, reading)
      : givenLogsource(tree, reading.logsource, language);
  const fields = nativeFields(found.family, found.mapped ?? UNLISTED);
  const own = ofEvents(fields, found.rest);
  const divided = inParts(found, reading.remarks);
  const failing = withErrors(divided, found.logsource, found.family, own, reading.remarks);
  const asked = found.mapped === undefined ? failing : withoutVerdicts(failing, found.family, own, reading);
  const natives = byEventKind(WHOLE_VALUED.has(language) ? wholeValued(own) : own, found.family, found.logsource);
  const rest = demanding(asked, reading.keys);
  const sigma = sigmaTree(rest, natives, separatorsOf(found.logsource, evidence), reading);
  const rule: RuleObject = {
    title,
    status: 'experimental',
    logsource: { ...found.logsource },
    detection: writeDetection(sigma),
  };
  return { rule, natives };
}

/** The condition with tests of what the product has in one text as tests of the parts that the log has. */
function inParts({ family, logsource, rest }: FoundLogsource, remarks: QueryRemark[]): QueryNode {
  if (family === 'spl') return withRequestParts(rest, logsource, remarks);
  return family === 'ecs' ? withMembers(rest, logsource, remarks) : rest;
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
  const said = (part: QueryNode) => toSigmaFields(part, natives, separators, remarks, language);
  try {
    return said(rest);
  } catch (error) {
    if (!partial || !isUnreadable(error)) throw error;
  }
  const kept: SigmaNode[] = [];
  for (const part of conjunctsOf(rest)) {
    try {
      kept.push(said(part));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      unread.push({ at: error.at, end: error.at, why: error.message });
    }
  }
  if (kept.length === 0) throw unreadable('nothing of what the query tests can be said in a rule', 0);
  return kept.length === 1 ? (kept[0] as SigmaNode) : { kind: 'and', children: kept };
}

const isUnreadable = (error: unknown): error is QueryFault =>
  error instanceof QueryFault && error.code === 'UnreadableQuery';

function foundLogsource(tree: QueryNode, gathered: Evidence, reading: BaseReading): FoundLogsource {
  const { language, index, remarks } = reading;
  const { scopes, defaultFamily, usual, unknown } = DIALECTS[language];
  const evidence: Evidence = { ...(usual === undefined ? {} : { usual }), ...gathered };
  const named =
    defaultFamily === 'ecs'
      ? withoutWeaker(withNamedSets(tree, index, remarks), scopes())
      : defaultFamily === 'spl'
        ? withOneChannel(tree)
        : withLogType(withOneSystem(tree));
  const unlisted = defaultFamily === 'ecs' ? ofUnknownSet(tree, scopes()) : undefined;
  let found = unlisted ?? findLogsource(named, scopes(), evidence);
  if (defaultFamily === 'ecs') found = knownOr(named, found);
  if (found === undefined || found.certainty === 'assumed') {
    found = indicatedOr(named, defaultFamily === 'udm' ? undefined : found, reading);
  }
  if (found === undefined) throw new QueryFault('UnknownLogsource', unknown(named), 0);
  const kept = withoutKinds(withEventKind(found), tree);
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

/** Whether nothing but custom tells the system. */
function isGuessedSystem(logsource: Logsource, tree: QueryNode, { system, disagreeing }: Evidence): boolean {
  if (system !== undefined || disagreeing.length > 0 || !isOfSystem(logsource)) return false;
  return leavesOf(tree).some(
    ({ field, test: of }) =>
      field === TABLE_FIELD && of.op === 'string' && isOfSeveralSystems(of.pattern.literal.toLowerCase()),
  );
}

/** Whether a table has the events of several systems: Defender's tables, and what the parsers of Sentinel's information model bring together. */
function isOfSeveralSystems(table: string): boolean {
  return ['device', 'im', '_im_'].some((begin) => table.startsWith(begin));
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

/** Those of them by which Elastic tells the kinds of events of one log apart. */
const EVENT_KINDS = new Set(['event.type']);

/** Leaves out what only sorts events: with it a rule would find nothing in any other product. */
function withoutKinds(found: FoundLogsource, tree: QueryNode): FoundLogsource {
  const parts = conjunctsOf(found.rest);
  // A log of no one kind of events has them of all kinds: what it is asked for by kind is the rule's own.
  const isOfKind = found.logsource.category !== undefined;
  const natives = nativeFields(found.family, found.mapped ?? UNLISTED);
  const sorts = ({ field = '' }: QueryLeaf) =>
    KIND_FIELDS.has(field) &&
    (isOfKind || !EVENT_KINDS.has(field)) &&
    // A provider of Windows' event log is a field of its events.
    !(field === 'metadata.product_name' && natives.knows(field));
  const sorting = parts.filter((part) => {
    const leaves = part.kind === 'or' ? part.children : [part];
    return leaves.every((leaf) => leaf.kind === 'test' && sorts(leaf));
  });
  if (sorting.length === 0) return found;
  if (sorting.length === parts.length) return { ...found, rest: numbered(tree) ?? found.rest };
  return {
    ...found,
    rest: join(
      'and',
      parts.filter((part) => !sorting.includes(part)),
    ),
    leftOut: [...found.leftOut, ...sorting.flatMap(leavesOf)],
  };
}

/** The number of the events that a query asks for, which is a condition where it asks for nothing else than a log. */
function numbered(tree: QueryNode): QueryNode | undefined {
  return conjunctsOf(tree).find((part) => part.kind === 'test' && part.field === 'EventCode');
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
