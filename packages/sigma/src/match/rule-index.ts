import type { Logsource, SigmaRule } from '../model/rule.js';
import { remembered } from '../remembered.js';
import { CandidateIndex } from './candidate-index.js';
import type { SigmaEvent } from './event-fields.js';
import { coversEvents, type EventLogsource, logsourceOfEvent, withRuleFields } from './event-logsource.js';
import { createMatcher, type Matcher } from './match-rule.js';

/** Many rules prepared to run on many events. */
export interface RuleIndex {
  /**
   * The rules that the event satisfies, by their numbers in the given list, ascending. An event that tells its log source is tried against
   * the rules for that log source, any other against all rules.
   */
  matches(event: SigmaEvent): readonly number[];
}

/** Most log sources for which an index of candidates is kept. */
const INDEXES_MAX = 500;

/**
 * Prepares rules for many events. The result is that of `createMatcher` for each rule whose log source covers the event. It is found much
 * faster: one pass over each value says which rules can match at all, and only these are run.
 */
export function createRuleIndex(rules: readonly SigmaRule[]): RuleIndex {
  const matchers = new Map<number, Matcher>();
  const byRules = new Map<string, CandidateIndex>();
  const bySource = new Map<EventLogsource | undefined, CandidateIndex>();
  const groups = groupByLogsource(rules);

  const indexFor = (source: EventLogsource | undefined): CandidateIndex => {
    let index = bySource.get(source);
    if (index !== undefined) return index;
    const numbers =
      source === undefined
        ? [...rules.keys()]
        : groups.flatMap((group) => (coversEvents(group.logsource, source) ? group.numbers : [])).sort((a, b) => a - b);
    const key = numbers.join();
    index =
      byRules.get(key) ?? new CandidateIndex(numbers.map((number) => ({ number, rule: rules[number] as SigmaRule })));
    if (bySource.size >= INDEXES_MAX) {
      bySource.clear();
      byRules.clear();
    }
    byRules.set(key, index);
    bySource.set(source, index);
    return index;
  };

  const matcherOf = (number: number): Matcher =>
    remembered(matchers, number, () => createMatcher(rules[number] as SigmaRule));

  return {
    matches(event) {
      const source = logsourceOfEvent(event);
      const seen = withRuleFields(event, source);
      const candidates = indexFor(source).candidates(seen);
      return candidates.filter((number) => matcherOf(number).matches(seen)).sort((a, b) => a - b);
    },
  };
}

/** The numbers of the rules of each log source; there are far fewer log sources than rules. */
function groupByLogsource(
  rules: readonly SigmaRule[],
): readonly { readonly logsource: Logsource; readonly numbers: readonly number[] }[] {
  const groups = new Map<string, { readonly logsource: Logsource; readonly numbers: number[] }>();
  for (const [number, { logsource }] of rules.entries()) {
    const key = JSON.stringify([logsource.product, logsource.category, logsource.service]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { logsource, numbers: [number] });
    else group.numbers.push(number);
  }
  return [...groups.values()];
}
