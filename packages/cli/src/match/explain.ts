import {
  coversEvents,
  createMatcher,
  logsourceOfEvent,
  type RuleMatch,
  type SigmaCorrelation,
  type SigmaEvent,
  type SigmaRule,
  withRuleFields,
} from '@tripline/sigma';
import { counts } from './rule-run.js';

/** What a rule says of an event, for `--explain`. */
export interface Reasons extends RuleMatch {
  readonly rule: string | null;
  readonly title: string;
}

/** Explains what each rule that does not count says of an event, if it is for such events. */
export function createExplainer(
  documents: readonly (SigmaRule | SigmaCorrelation)[],
): (event: SigmaEvent) => readonly Reasons[] {
  const single = documents.filter((document) => !counts(document)) as readonly SigmaRule[];
  const matchers = single.map((rule) => ({ rule, matcher: createMatcher(rule) }));
  return (event) => {
    const source = logsourceOfEvent(event);
    const seen = withRuleFields(event, source);
    return matchers
      .filter(({ rule }) => source === undefined || coversEvents(rule.logsource, source))
      .map(({ rule, matcher }) => ({ rule: rule.id ?? null, title: rule.title, ...matcher.explain(seen) }));
  };
}
