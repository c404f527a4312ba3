import type { Known } from '@tripline/client/typed-client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Rules } from '../../../api/clients.js';
import { wordsFor } from '../../../api/open-list.js';
import { ExportRules } from '../../../exporting/export-rules.js';
import { useShortcuts } from '../../../keyboard/shortcuts.js';
import { reasonWords } from '../../../rule/decision.js';
import type { OwnerKind } from '../../../rule/rule-address.js';
import type { PlacedEvidence } from '../../../rule/rule-evidence.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/states.js';
import { say } from '../../../ui/toast.js';
import styles from './review.module.css';
import { ReviewBar } from './review-bar.js';
import { RuleList } from './rule-list.js';
import type { Task } from './rule-verbs.js';
import { chosenRules, isUndecided, nextUndecided, type ReportRule, saysNow } from './standing.js';
import { useChoice } from './use-choice.js';
import { type Failure, useDecisions, type Verdict } from './use-decisions.js';

const DONE: Readonly<Record<Known<Verdict['state']>, string>> = {
  draft: 'Set back to undecided',
  accepted: 'Accepted',
  rejected: 'Rejected',
  deployed: 'Deployed',
};

/** The button of a rule in the list, which holds the keyboard while the rule is open. */
const toggleOf = (key: string): HTMLElement | null => document.getElementById(`rule-${key}`);

/** A report's rules, to be decided one after the other: by buttons, or by single letters. */
export function Review({
  generation,
  onOpen,
  onShow,
  open: addressed,
  shown,
}: {
  generation: Rules['Generation'];
  open: string | undefined;
  /** The place that is marked in the text. */
  shown: Rules['Span'] | undefined;
  /** `replace`: a step of the review, which Back does not take back one by one. */
  onOpen: (key: string | undefined, options?: { readonly replace: boolean }) => void;
  /** Left out where there is no text to show. */
  onShow?: ((rule: ReportRule, evidence: PlacedEvidence) => void) | undefined;
}) {
  const [choice, setChoice] = useChoice();
  // The address follows in its own time; the next key already means the rule that was opened by the one before.
  const [asked, setAsked] = useState<string>();
  const open = asked ?? addressed;
  useEffect(() => {
    if (asked === addressed) setAsked(undefined);
  }, [addressed, asked]);
  const [task, setTask] = useState<Task>();
  const [exported, setExported] = useState<OwnerKind>();
  const [announcement, setAnnouncement] = useState({ times: 0, text: '' });
  const end = useRef<HTMLElement>(null);
  const announce = useCallback(
    (text: string): void => setAnnouncement(({ times }) => ({ times: times + 1, text })),
    [],
  );
  const onFailure = useCallback(
    (rule: ReportRule, { error }: Failure): void =>
      announce(`Not saved: ${saysNow(rule).title}. ${error instanceof Error ? error.message : ''}`),
    [announce],
  );
  const decisions = useDecisions(generation, onFailure);
  const { rules } = decisions;
  const visible = useMemo(() => chosenRules(rules, choice), [rules, choice]);
  const current = visible.find(({ key }) => key === open);
  const decided = rules.filter((rule) => !isUndecided(rule)).length;

  /** Opens a rule and gives it the keyboard. */
  const goTo = (key: string): void => {
    setTask(undefined);
    setAsked(key);
    onOpen(key, { replace: true });
    toggleOf(key)?.focus({ preventScroll: true });
  };
  const move = (by: 1 | -1): void => {
    const at = visible.findIndex(({ key }) => key === open);
    const next = at === -1 ? visible.at(by === 1 ? 0 : -1) : visible[at + by];
    if (next !== undefined) goTo(next.key);
    else announce(by === 1 ? 'This is the last rule.' : 'This is the first rule.');
  };
  const needsRule = (run: (rule: ReportRule) => void) => (): void => {
    if (current === undefined) announce('Open a rule first. J opens the next one.');
    else run(current);
  };
  const decide = (rule: ReportRule, verdict: Verdict): void => {
    if (!generation.kept) {
      say('This report is not stored: store it first, then decide on its rules.');
      return;
    }
    const isNew = rule.state !== verdict.state || verdict.reason !== undefined;
    if (isNew) decisions.decide(rule, verdict);
    const now = decided + (isUndecided(rule) ? 1 : 0);
    const why = reasonWords(
      verdict.reason === undefined ? null : { code: verdict.reason.code, words: verdict.reason.words ?? null },
    );
    const did = `${wordsFor(DONE, verdict.state)}${why === undefined ? '' : ` as ${why}`}: ${saysNow(rule).title}.`;
    const count = `${now} of ${rules.length} decided.`;
    const next = nextUndecided(visible, rule.key);
    if (next !== undefined) {
      announce(`${did} ${count} Next: ${saysNow(next).title}.`);
      goTo(next.key);
      return;
    }
    setTask(undefined);
    if (now < rules.length) announce(`${did} ${count} No undecided rule is left among those that are shown.`);
    else {
      announce(`${did} All ${rules.length} are decided.`);
      end.current?.focus();
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
  const accept = (rule: ReportRule): void => decide(rule, { state: 'accepted' });
  const ask = (kind: Task['kind']) => (rule: ReportRule) => setTask({ key: rule.key, kind });
  const leaveTask = (): void => {
    setTask(undefined);
    if (open !== undefined) toggleOf(open)?.focus({ preventScroll: true });
  };
  useShortcuts('Review of a report', [
    { keys: 'A', does: 'Accept the rule', run: needsRule(accept) },
    { keys: 'R', does: 'Reject the rule', run: needsRule(ask('reject')) },
    { keys: 'E', does: 'Edit the rule', run: needsRule(ask('edit')) },
    { keys: 'U', does: 'Undo the decision', run: () => undo(current) },
    { keys: 'J', does: 'Next rule', repeats: true, run: () => move(1) },
    { keys: 'K', does: 'Previous rule', repeats: true, run: () => move(-1) },
  ]);
  // A report's rules may have been moved to the team one by one; an export is of one owner.
  const accepted = (['user', 'team'] as const).flatMap((owner) => {
    const keys = rules.filter((rule) => rule.state === 'accepted' && rule.owner === owner).map(({ key }) => key);
    return keys.length === 0 ? [] : [{ owner, keys }];
  });
  if (rules.length === 0) return <p className="dim">There are no rules.</p>;
  return (
    <div className={styles.review}>
      <ReviewBar rules={rules} choice={choice} onChoose={setChoice} onMove={move} pending={decisions.pending} />
      <p className="visually-hidden" role="status" aria-live="polite">
        <span key={announcement.times}>{announcement.text}</span>
      </p>
      {visible.length === 0 && (
        <div className="row">
          <p className={styles.none}>No rule of the report fits.</p>
          <Button onPress={() => setChoice({ level: '', log: '', state: '' })}>Show all {rules.length}</Button>
        </div>
      )}
      <RuleList
        rules={visible}
        open={open}
        shown={shown}
        task={task}
        failures={decisions.failures}
        readAt={generation.source.fetchedAt}
        onOpen={(key) => {
          setTask(undefined);
          setAsked(undefined);
          onOpen(key);
        }}
        onShow={onShow}
        verbs={{ accept, reject: ask('reject'), edit: ask('edit'), undo, decide, leaveTask }}
      />
      <section ref={end} tabIndex={-1} className={styles.end} aria-label="End of the review">
        {decided === rules.length && (
          <Notice kind="good">{rules.length === 1 ? 'The rule is' : `All ${rules.length} rules are`} decided.</Notice>
        )}
        {accepted.map(({ keys, owner }) => (
          <Button key={owner} kind="main" onPress={() => setExported(owner)}>
            Export the accepted ({keys.length}
            {accepted.length > 1 && (owner === 'team' ? ' of the team' : ' of yours')})
          </Button>
        ))}
        {accepted.length === 0 && <p className="dim">What you accept can be exported here, all at once.</p>}
      </section>
      {exported !== undefined && (
        <ExportRules
          ruleKeys={accepted.find(({ owner }) => owner === exported)?.keys ?? []}
          owner={exported}
          onClose={() => setExported(undefined)}
        />
      )}
    </div>
  );
}
