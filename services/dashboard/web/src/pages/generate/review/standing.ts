import type { Rules } from '../../../api/clients.js';
import type { Decision } from '../../../rule/decision.js';
import { LEVELS, PLATFORMS, type RuleState } from '../../../rule/names.js';

/** A rule of a report. */
export type ReportRule = Rules['GeneratedRule'];

/** What is decided about a rule, or is about to be. */
export interface Standing {
  readonly state: RuleState;
  readonly decision: Decision | null;
}

/** How the rules can be ordered. */
export const ORDERS = ['report', 'level', 'log', 'state'] as const;
export type Order = (typeof ORDERS)[number];

/** What is shown of the rules, and in which order; an empty text is any. */
export interface Choice {
  readonly level: string;
  readonly log: string;
  readonly state: string;
  readonly order: Order;
}

/** What a rule says now: an edited one says what its newest version does. */
export const saysNow = (rule: ReportRule): Pick<ReportRule, 'title' | 'level' | 'platform' | 'techniques'> =>
  rule.newest ?? rule;

/** The log of a rule as it stands in the choice of logs. */
export const logOf = (rule: ReportRule): string => saysNow(rule).platform ?? 'none';

/** Whether nobody has decided about it. */
export const isUndecided = ({ state }: Standing): boolean => state === 'draft';

const STATES: readonly RuleState[] = ['draft', 'accepted', 'rejected', 'deployed'];
const LOGS = Object.keys(PLATFORMS);

/** The rules that fit a choice, in its order; within a level, log or state in the report's. */
export function chosenRules<R extends ReportRule>(rules: readonly R[], { level, log, order, state }: Choice): R[] {
  const fitting = rules.filter(
    (rule) =>
      (level === '' || saysNow(rule).level === level) &&
      (log === '' || logOf(rule) === log) &&
      (state === '' || rule.state === state),
  );
  const rankOf: Readonly<Record<Order, (rule: R) => number>> = {
    report: () => 0,
    level: (rule) => LEVELS.indexOf(saysNow(rule).level),
    log: (rule) => LOGS.indexOf(logOf(rule)) % (LOGS.length + 1),
    state: (rule) => STATES.indexOf(rule.state),
  };
  const rank = rankOf[order];
  return fitting.toSorted((a, b) => rank(a) - rank(b));
}

/** The rule that is undecided and next after another one, from the end on again from the beginning. */
export function nextUndecided<R extends ReportRule>(rules: readonly R[], key: string): R | undefined {
  const at = rules.findIndex((rule) => rule.key === key);
  return [...rules.slice(at + 1), ...rules.slice(0, Math.max(at, 0))].find(isUndecided);
}
