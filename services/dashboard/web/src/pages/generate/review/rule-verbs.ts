import type { ReportRule } from './standing.js';
import type { Verdict } from './use-decisions.js';

/** What the open rule is asked: why it is rejected, or to be edited. */
export interface Task {
  readonly key: string;
  readonly kind: 'reject' | 'edit';
}

/** What can be done with a rule of the list. */
export interface RuleVerbs {
  readonly accept: (rule: ReportRule) => void;
  readonly reject: (rule: ReportRule) => void;
  readonly edit: (rule: ReportRule) => void;
  readonly undo: (rule: ReportRule) => void;
  readonly decide: (rule: ReportRule, verdict: Verdict) => void;
  /** Ends what the rule is asked. */
  readonly leaveTask: () => void;
}
