import {
  countedRules,
  createMatcher,
  eventsOfEveryValue,
  type Logsource,
  parseSigma,
  type SigmaEvent,
  type SigmaRule,
  standaloneDocuments,
} from '@tripline/sigma';

/** A rule of which somebody asks whether others notice its events. */
export interface AskedRule {
  readonly sigma: string;
  /** Events that it matches. */
  readonly events: readonly SigmaEvent[];
}

/** A rule that is there, as Sigma. */
export interface StandingRule {
  readonly id: string;
  readonly yaml: string;
}

/** For each asked rule the ids of the standing rules that match every event that it notices; or what is wrong with one that is asked. */
export type Overlap = { readonly covering: readonly (readonly string[])[] } | { readonly fault: string };

/** Values of a rule that are looked at; a rule with more is covered by nothing. */
const VALUES_MAX = 200;

/**
 * Finds the standing rules that notice what the asked ones do: each alternative and each value of a rule is put into an event, and a standing
 * rule of its log must match every one. Only what events show counts, and no likeness of text. Standing rules that count or order events are
 * not compared.
 */
export function findOverlap(asked: readonly AskedRule[], standing: readonly StandingRule[]): Overlap {
  const rules = standing.flatMap(({ id, yaml }) => singleRules(yaml).map((rule) => ({ id, rule })));
  const covering: string[][] = [];
  for (const [index, { events, sigma }] of asked.entries()) {
    const collection = parseSigma(sigma);
    const [fault] = collection.errors;
    if (fault !== undefined) return { fault: `rules[${index}].sigma is not a Sigma rule: ${fault.message}` };
    const watched = standaloneDocuments(collection).flatMap((document) => countedRules(document, collection));
    const shown = watched.map((rule) => ({ rule, ...eventsOfEveryValue(rule, events, VALUES_MAX) }));
    const isWhole = shown.length > 0 && shown.every((one) => one.isComplete && one.events.length > 0);
    const found = rules.filter(({ rule }) => isWhole && shown.every((one) => noticesAll(rule, one.rule, one.events)));
    covering.push([...new Set(found.map(({ id }) => id))]);
  }
  return { covering };
}

/** The rules over single events that a text has by themselves. */
function singleRules(yaml: string): readonly SigmaRule[] {
  return standaloneDocuments(parseSigma(yaml)).filter(
    (document): document is SigmaRule =>
      document.kind === 'rule' && document.conditions.every(({ aggregation }) => aggregation === undefined),
  );
}

function noticesAll(standing: SigmaRule, asked: SigmaRule, events: readonly SigmaEvent[]): boolean {
  if (!readsLogOf(standing.logsource, asked.logsource)) return false;
  const matcher = createMatcher(standing);
  return events.every((event) => matcher.matches(event));
}

/** Whether everything that a rule says of its log is said of the other's. */
const readsLogOf = (standing: Logsource, asked: Logsource): boolean =>
  (['product', 'category', 'service'] as const).every(
    (part) => standing[part] === undefined || standing[part].toLowerCase() === asked[part]?.toLowerCase(),
  );
