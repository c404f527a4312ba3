import type { Known } from '@tripline/client/typed-client';
import type { Rules } from '../../../api/clients.js';
import { wordsFor } from '../../../api/open-list.js';
import { reasonWords } from '../../../rule/decision.js';
import { say } from '../../../ui/toast.js';
import { isUndecided, nextUndecided, type ReportRule, saysNow } from './standing.js';
import type { Decisions, Verdict } from './use-decisions.js';

const DONE: Readonly<Record<Known<Verdict['state']>, string>> = {
  draft: 'Set back to undecided',
  accepted: 'Accepted',
  rejected: 'Rejected',
  deployed: 'Deployed',
};

/** Decides on the rules of a report and takes decisions back. Each says what it did, and goes on to the rule that comes next. */
export function useVerdicts({
  generation,
  decisions,
  visible,
  announce,
  goTo,
  onEnd,
}: {
  generation: Rules['Generation'];
  decisions: Decisions;
  /** The rules that are shown, in their order. */
  visible: readonly ReportRule[];
  announce: (text: string) => void;
  goTo: (key: string) => void;
  /** None is left among those that are shown, or none at all. */
  onEnd: (left: 'in others' | 'none') => void;
}): {
  readonly decide: (rule: ReportRule, verdict: Verdict) => void;
  readonly undo: (rule: ReportRule | undefined) => void;
} {
  const { rules } = decisions;
  const decide = (rule: ReportRule, verdict: Verdict): void => {
    if (!generation.kept) {
      say('This report is not stored: store it first, then decide on its rules.');
      return;
    }
    if (rule.state !== verdict.state || verdict.reason !== undefined) decisions.decide(rule, verdict);
    const decided = rules.filter((one) => !isUndecided(one)).length + (isUndecided(rule) ? 1 : 0);
    const did = didWords(rule, verdict);
    const count = `${decided} of ${rules.length} decided.`;
    const next = nextUndecided(visible, rule.key);
    if (next !== undefined) {
      announce(`${did} ${count} Next: ${saysNow(next).title}.`);
      goTo(next.key);
    } else if (decided < rules.length) {
      announce(`${did} ${count} No undecided rule is left among those that are shown.`);
      onEnd('in others');
    } else {
      announce(`${did} All ${rules.length} are decided.`);
      onEnd('none');
    }
  };
  const undo = (rule: ReportRule | undefined): void => {
    const own = rule !== undefined && !isUndecided(rule) ? rule : undefined;
    const undone = decisions.undo(own?.key);
    if (undone !== undefined) {
      announce(`Undone: ${saysNow(undone).title}.`);
      goTo(undone.key);
    } else if (own !== undefined) {
      decisions.decide(own, { state: 'draft' });
      announce(`${DONE.draft}: ${saysNow(own).title}.`);
      goTo(own.key);
    } else announce('There is nothing to undo.');
  };
  return { decide, undo };
}

function didWords(rule: ReportRule, { reason, state }: Verdict): string {
  const why = reasonWords(reason === undefined ? null : { code: reason.code, words: reason.words ?? null });
  return `${wordsFor(DONE, state)}${why === undefined ? '' : ` as ${why}`}: ${saysNow(rule).title}.`;
}
