import {
  convert,
  coversEvents,
  logsourceOfEvent,
  matchRule,
  parseSigma,
  type QueryLanguage,
  type ReadQueryOptions,
  readQuery,
  type SigmaEvent,
  type SigmaRule,
  type TargetId,
} from '@tripline/sigma';
import { occurs, ofOneFile, shapedAs } from './collected.js';
import { interpretEql } from './eql.js';
import { interpretEsql } from './esql.js';
import { eventsOf, type MadeEvents, systemsOf } from './events.js';
import { ELSEWHERE, interpretKql } from './kql.js';
import { interpretKuery } from './kuery.js';
import { type NativeEvent, NotKnown, type Predicate, truthOf } from './predicate.js';
import { interpretSpl } from './spl.js';
import type { Interpreted } from './steps.js';
import { differencesTogether, joiningBy } from './together.js';
import { udmMatcher } from './udm-rule.js';
import { interpretYaral } from './yaral.js';

/** What the events of a query say of the rule that was read from it. */
export interface Proof {
  /** `agrees`, `differs`, or `unproven` where the query or its reading gives no events to compare. */
  readonly verdict: 'agrees' | 'differs' | 'unproven';
  /** Why nothing is proven. */
  readonly why?: string;
  /** How many events the query finds, and how many it does not, of those that were tried. */
  readonly found: number;
  readonly missed: number;
  /** Whether the reading says that the rule finds more than the query. */
  readonly widened: boolean;
  readonly differences: readonly Difference[];
}

/** An event on which the query and the rule differ. */
interface Difference {
  readonly event: NativeEvent;
  /** `lost`: the query finds it, and the rule does not; `other log`: only the rule's log source does not have it; `more`: only the rule finds it. */
  readonly kind: 'lost' | 'other log' | 'more';
}

const EVENTS_MIN = 3;
/** Notes that the rule finds more than the query, and that its log source is not the query's own word. */
const WIDER = new Set(['widened']);
const OTHER_LOG = new Set(['logsource_assumed', 'logsource_narrowed', 'logsource_unlisted', 'product_open']);
/** The language in which a rule is written back for the product that the query is of. */
const TARGETS: Readonly<Partial<Record<QueryLanguage, TargetId>>> = {
  eql: 'siem_lucene',
  lucene: 'siem_lucene',
  esql: 'siem_lucene',
  spl: 'siem_spl',
  kql: 'siem_kql',
};
const INTERPRETERS: Readonly<
  Partial<Record<QueryLanguage, (query: string, options: ReadQueryOptions) => Interpreted>>
> = {
  eql: interpretEql,
  esql: interpretEsql,
  lucene: interpretKuery,
  kql: interpretKql,
  yaral: interpretYaral,
  spl: (query, { macros }) => interpretSpl(query, macros),
};

/**
 * Compares a query with the rule that is read from it, on events made from the query's own condition: those that it finds, and those with one
 * condition off. The query is read here by an interpreter of its language, the rule by the engine.
 */
export function prove(query: string, language: QueryLanguage, options: ReadQueryOptions = {}): Proof {
  const reading = readQuery(query, language, options);
  if (!reading.ok) return unproven(`refused: ${reading.error.message}`);
  if (!reading.whole) return unproven('not read whole');
  const widened = reading.notes.some(({ code }) => WIDER.has(code));
  const named = !reading.notes.some(({ code }) => OTHER_LOG.has(code));
  const collection = parseSigma(filledIn(reading.yaml));
  const rules = collection.documents.filter((document) => document.kind === 'rule');
  try {
    const interpret = INTERPRETERS[language];
    if (interpret === undefined) return unproven(`no interpreter of ${language}`);
    const interpreted = interpret(query, options);
    const steps = rules.length === 1 ? repeatedOnce(interpreted.steps) : interpreted.steps;
    const isSplit = language === 'yaral' && steps.length === 1 && rules.length > 1;
    const beside = { ...dataSet(language, options.rule?.index ?? []), ...interpreted.beside };
    // A rule that several kinds of events were read into must be each of them.
    if (steps.length !== rules.length && rules.length !== 1 && !isSplit)
      return unproven(`${steps.length} kinds of events, and ${rules.length} rules`);
    const systems = systemsOf(steps.map(({ predicate }) => predicate));
    const first: NativeEvent[] = [];
    const proofs = steps.map(({ predicate, by }, index) => {
      const own = isSplit ? rules : [rules[rules.length === 1 ? 0 : index] as SigmaRule];
      const rule = own[0] as SigmaRule;
      const made = ofFiles(
        eventsOf(predicate, named ? systems : systemsOfRule(rule, systems, reading.notes)),
        predicate,
      );
      first.push(...made.found.slice(0, 1));
      return compare(own, made, {
        language,
        widened,
        named,
        beside: { ...beside, ...joiningBy(by) },
      });
    });
    // Groups by the whole of a field of which the query uses a part are smaller, as a note says.
    const isNarrowed = reading.notes.some(({ code }) => code === 'narrowed');
    const together =
      language === 'yaral' || isNarrowed || interpreted.isCounted === true || first.length < steps.length
        ? []
        : differencesTogether(interpreted, { events: first, collection, language, beside }).filter(
            ({ kind }) => kind === 'lost' || !widened,
          );
    const proof = proofs.reduce(joined);
    return together.length === 0
      ? proof
      : { ...proof, verdict: 'differs', differences: [...proof.differences, ...together] };
  } catch (error) {
    if (error instanceof NotKnown) return unproven(`not interpreted: ${error.message}`);
    throw error;
  }
}

/** The rules with the values that the interpreters have for lists which are kept elsewhere, as a pipeline would fill them in. */
function filledIn(yaml: string): string {
  const values = ELSEWHERE.map((value) => `'${value}'`).join(', ');
  return yaml.replace(/\|expand: '%\w+%'/g, `: [${values}]`);
}

/** The data set of the events that a rule's index patterns find, where they name one and no other log. */
function dataSet(language: QueryLanguage, index: readonly string[]): NativeEvent {
  const own = index.filter((pattern) => !pattern.includes('beat-'));
  const set = /^logs-([a-z0-9_]+(?:\.[a-z0-9_]+)+)-/.exec(own[0] ?? '')?.[1];
  const isOne = own.length === 1 && set !== undefined && !set.startsWith('endpoint.');
  return isOne && (language === 'eql' || language === 'lucene') ? { 'data_stream.dataset': set } : {};
}

/** The events that can be, as far as they are of files. */
function ofFiles({ found, missed }: MadeEvents, predicate: Predicate): MadeEvents {
  const finds = (event: NativeEvent) => truthOf(predicate, event) === true;
  return {
    found: found.flatMap((event) => ofOneFile(event, finds)),
    missed: missed.flatMap(({ event, off }) =>
      ofOneFile(event, (way) => !finds(way)).map((way) => ({ event: way, off })),
    ),
  };
}

/** Of a query that leaves its system open, the rule looks at one, or at all but Windows. */
function systemsOfRule(
  { logsource: { product = '' } }: SigmaRule,
  systems: ReturnType<typeof systemsOf>,
  notes: readonly { readonly code: string; readonly message: string }[],
) {
  if (product === 'windows') return ['windows'] as const;
  const isOpen = notes.find(({ code }) => code === 'product_open');
  if (product === '' && isOpen !== undefined && !isOpen.message.includes('windows')) return ['unix'] as const;
  return product === 'linux' || product === 'macos' ? (['unix'] as const) : systems;
}

function unproven(why: string): Proof {
  return { verdict: 'unproven', why, found: 0, missed: 0, widened: false, differences: [] };
}

function joined(left: Proof, right: Proof): Proof {
  const order = ['differs', 'unproven', 'agrees'] as const;
  const verdict = order.find((each) => left.verdict === each || right.verdict === each) ?? 'unproven';
  const why = left.why ?? right.why;
  return {
    verdict,
    ...(why === undefined ? {} : { why }),
    found: Math.min(left.found, right.found),
    missed: Math.min(left.missed, right.missed),
    widened: left.widened,
    differences: [...left.differences, ...right.differences],
  };
}

interface Comparing {
  readonly language: QueryLanguage;
  readonly widened: boolean;
  readonly named: boolean;
  /** What every event of the query's log has. */
  readonly beside: NativeEvent;
}

/** The steps of which each is another; a step that must come several times in turn stands there several times. */
function repeatedOnce(steps: Interpreted['steps']): Interpreted['steps'] {
  return steps.filter(({ predicate }, index) => steps.findIndex((step) => step.predicate === predicate) === index);
}

/** Compares the events of one kind with the rules that were read from it: of YARA-L one or several, else one. */
function compare(rules: readonly SigmaRule[], { found, missed: made }: MadeEvents, comparing: Comparing): Proof {
  const { language, widened, named, beside } = comparing;
  if (language === 'yaral') {
    const matchers = rules.map(udmMatcher);
    return compareRows((event) => matchers.some((matches) => matches(event)), { found, missed: made }, comparing);
  }
  const rule = rules[0] as SigmaRule;
  const missed = made.filter(({ event, off }) => occurs(event, off));
  if (found.length < EVENTS_MIN || missed.length < EVENTS_MIN)
    return {
      ...unproven(`too few events: ${found.length} found, ${missed.length} missed`),
      found: found.length,
      missed: missed.length,
    };
  const differences: Difference[] = [];
  const matches = (event: SigmaEvent) => matchRule(rule, event).matched;
  // An event that names no log at all is the rule's where the query finds it, and nobody's where it does not.
  const covers = (event: SigmaEvent, untold: boolean) => {
    const told = logsourceOfEvent(event);
    return told === undefined ? untold : coversEvents(rule.logsource, told);
  };
  for (const event of found) {
    const shaped = shapedAs(event, beside, language);
    // Of several logs, the reader says that the rule has one.
    if (!named && !covers(shaped, true)) continue;
    if (!matches(shaped)) differences.push({ event, kind: 'lost' });
    else if (named && !covers(shaped, true)) differences.push({ event, kind: 'other log' });
  }
  for (const { event, off } of missed) {
    const shaped = shapedAs(event, beside, language);
    if (off.every((field) => isScope(field, rule, language) || (!named && isNaming(field)))) continue;
    if (!widened && matches(shaped) && (!named || covers(shaped, false))) differences.push({ event, kind: 'more' });
  }
  return {
    verdict: differences.length === 0 ? 'agrees' : 'differs',
    found: found.length,
    missed: missed.length,
    widened,
    differences,
  };
}

/** The same for events that reach the rule as the product's own: the rule is written for the product and read by its interpreter. */
function compareRows(matches: (event: NativeEvent) => boolean, made: MadeEvents, { widened, named }: Comparing): Proof {
  const differences: Difference[] = [];
  // A field of UDM that is set to an empty text is not set.
  const isSet = (event: NativeEvent) => !Object.values(event).includes('');
  const found = made.found.filter(isSet);
  const missed = made.missed.filter(({ event }) => isSet(event));
  if (found.length < EVENTS_MIN || missed.length < EVENTS_MIN)
    return {
      ...unproven(`too few events: ${found.length} found, ${missed.length} missed`),
      found: found.length,
      missed: missed.length,
    };
  // Of several kinds of events, the reader says that the rule has one.
  const [own] = found.filter(matches).map((event) => event['metadata.event_type']);
  const isOther = (event: NativeEvent) => !named && own !== undefined && event['metadata.event_type'] !== own;
  for (const event of found) if (!matches(event) && !isOther(event)) differences.push({ event, kind: 'lost' });
  for (const { event, off } of missed)
    if (!widened && !off.every(isOfLog) && matches(event)) differences.push({ event, kind: 'more' });
  return {
    verdict: differences.length === 0 ? 'agrees' : 'differs',
    found: found.length,
    missed: missed.length,
    widened,
    differences,
  };
}

/** Fields of UDM that say of which log an event is. */
const isOfLog = (field: string): boolean => field.startsWith('metadata.') || field === 'principal.platform';

/** Fields that say of which log an event is, whatever it says. */
const LOG_FIELDS: readonly (readonly string[])[] = [
  ['data_stream.dataset', 'event.dataset', 'event.module'],
  ['Type', 'EventLog', 'Channel'],
  ['source', 'sourcetype', 'datamodel'],
];
/** Fields that name where one installation keeps its events, which the reader leaves out with a note. */
const PLACES = new Set(['index', 'eventtype', 'splunk_server', 'host']);

const KINDS = new Set([
  'event.category',
  'event.type',
  'event.kind',
  'event.action',
  'event.code',
  'EventCode',
  'ActionType',
  'action',
]);

/** Whether a field names the kind of event; where the reader says that it chose one, the rule has no other. */
function isNaming(field: string): boolean {
  return LOG_FIELDS.some((names) => names.includes(field)) || KINDS.has(field);
}

/** Whether a field only names the log, and the rule that is written for the product names it too. */
function isScope(field: string, rule: SigmaRule, language: QueryLanguage): boolean {
  if (language === 'spl' && PLACES.has(field)) return true;
  if (field === 'host.os.type') return rule.logsource.product !== undefined;
  const names = LOG_FIELDS.find((each) => each.includes(field));
  const target = TARGETS[language];
  if (names === undefined || target === undefined) return false;
  const written = convert(rule, { documents: [rule], errors: [] }, target);
  const query = written.ok ? (written.queries[0] ?? '') : '';
  return target === 'siem_kql' || names.some((name) => query.includes(name));
}
