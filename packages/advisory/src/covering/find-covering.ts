import {
  countedRules,
  eventsOfEveryValue,
  parseSigma,
  type SigmaCollection,
  type SigmaCorrelation,
  type SigmaRule,
} from '@tripline/sigma';
import type { GeneratedRule } from '../model.js';
import {
  type AskedRules,
  needsSeveralEvents,
  type StandingRule,
  StandingRules,
  type TitledRule,
} from './standing-rules.js';
import { wholeEvents } from './whole-events.js';

/** A rule of which somebody asks whether others cover it. */
export interface OwnRule extends Pick<GeneratedRule, 'key' | 'yaml' | 'tests'> {
  /** The commands and script lines that the advisory quotes where the rule's values stand. */
  readonly lines?: readonly string[];
}

/** A rule that covers another, alone or with others. */
export interface Covering {
  /** As it was given. */
  readonly id: string;
  readonly title: string;
  /** How many of the other rule's events it matches: `3 of 3`. */
  readonly events: string;
}

/** Most values of a rule that are looked at. */
const VALUES_MAX = 200;
/** Most rules that are named for one. */
const NAMED_MAX = 5;

/** Reads the rules that others are compared with. */
export const readStandingRules = (rules: readonly StandingRule[]): StandingRules => new StandingRules(rules);

/**
 * For each rule, the standing rules that notice what it notices: each alternative and each value of it is put into an event, the event is
 * made whole, and the standing rules are run on all. Those that match every event cover the rule; where none does, the fewest that do
 * together. Only what events show counts, and no likeness of text.
 * @param except ids in Sigma of standing rules that do not count, in lower case
 * @returns by key; a rule that is not covered is missing
 */
export function findCovering(
  own: readonly OwnRule[],
  standing: StandingRules,
  except: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, readonly Covering[]> {
  const covering = new Map<string, readonly Covering[]>();
  const asked = standing.ask(except);
  for (const rule of own) {
    const found = coveringOf(rule, asked);
    if (found.length > 0) covering.set(rule.key, found);
  }
  return covering;
}

function coveringOf(own: OwnRule, standing: AskedRules): readonly Covering[] {
  const collection = parseSigma(own.yaml);
  const [document] = collection.documents;
  if (document === undefined || document.kind === 'filter') return [];
  if (document.kind === 'correlation' || needsSeveralEvents(document)) {
    return coveringSeveral(own, document, collection, standing);
  }
  const { events, isComplete } = eventsOfEveryValue(document, own.tests.match, VALUES_MAX);
  if (!isComplete) return [];
  return chosen(
    events.map((event) => standing.matching(document.logsource, wholeEvents(document, event, own.lines ?? []))),
  );
}

/**
 * Of a rule that needs several events: rules that match each event that it may count, and rules that count those too and fire on as few.
 */
function coveringSeveral(
  own: OwnRule,
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  standing: AskedRules,
): readonly Covering[] {
  const together = own.tests.match;
  const watched = countedRules(document, collection).map((rule) => ({
    rule,
    ...eventsOfEveryValue(rule, together, VALUES_MAX),
  }));
  if (together.length === 0 || watched.some(({ isComplete }) => !isComplete)) return [];
  const single = watched.flatMap(({ events, rule }) =>
    events.map((event) => standing.matching(rule.logsource, wholeEvents(rule, event, own.lines ?? []))),
  );
  const firing = standing.firing(
    watched.map(({ rule }) => rule.logsource),
    together,
    watched.flatMap(({ events }) => events),
  );
  const all = together.length;
  return [...firing.map((rule) => named(rule, all, all)), ...chosen(single)].slice(0, NAMED_MAX);
}

/** Who matches every event; where nobody does, the fewest who do together. `found` has the matching rules of each event. */
function chosen(found: readonly ReadonlySet<TitledRule>[]): readonly Covering[] {
  if (found.length === 0 || found.some(({ size }) => size === 0)) return [];
  const counts = new Map<TitledRule, number>();
  for (const rule of found.flatMap((each) => [...each])) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const ranked = [...counts].sort(([a, x], [b, y]) => y - x || (a.title < b.title ? -1 : 1));
  const whole = ranked.filter(([, count]) => count === found.length);
  if (whole.length > 0) return whole.slice(0, NAMED_MAX).map(([rule, count]) => named(rule, count, found.length));
  const picked: Covering[] = [];
  let left = found;
  for (const [rule, count] of ranked) {
    if (left.length === 0 || picked.length === NAMED_MAX) break;
    const rest = left.filter((each) => !each.has(rule));
    if (rest.length < left.length) picked.push(named(rule, count, found.length));
    left = rest;
  }
  return left.length === 0 ? picked : [];
}

const named = ({ id, title }: TitledRule, seen: number, of: number): Covering => ({
  id,
  title,
  events: `${seen} of ${of}`,
});
