import { useCallback, useMemo, useRef, useState } from 'react';
import type { Rules } from '../../../api/clients.js';
import { useShortcuts } from '../../../keyboard/shortcuts.js';
import { Button } from '../../../ui/button.js';
import styles from './review.module.css';
import { ReviewBar } from './review-bar.js';
import { ReviewEnd } from './review-end.js';
import type { PlacedEvidence } from './rule-evidence.js';
import { RuleList } from './rule-list.js';
import type { Task } from './rule-verbs.js';
import { chosenRules, isUndecided, type ReportRule, saysNow } from './standing.js';
import { useChoice } from './use-choice.js';
import { type Failure, useDecisions } from './use-decisions.js';
import { type OpenRule, useOpenRule } from './use-open-rule.js';
import { useVerdicts } from './use-verdicts.js';

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
  onOpen: OpenRule;
  /** Left out where there is no text to show. */
  onShow?: ((rule: ReportRule, evidence: PlacedEvidence) => void) | undefined;
}) {
  const [choice, setChoice] = useChoice();
  const [announcement, announce] = useAnnouncement();
  const end = useRef<HTMLElement>(null);
  const { choose, goTo, leaveTask, open, setTask, task } = useOpenRule(addressed, onOpen);
  const decisions = useDecisions(generation, useTellFailure(announce));
  const { rules } = decisions;
  const visible = useMemo(() => chosenRules(rules, choice), [rules, choice]);
  const onEnd = (left: 'in others' | 'none'): void => {
    setTask(undefined);
    if (left === 'none') end.current?.focus();
  };
  const { decide, undo } = useVerdicts({ generation, decisions, visible, announce, goTo, onEnd });
  const accept = (rule: ReportRule): void => decide(rule, { state: 'accepted' });
  const ask = (kind: Task['kind']) => (rule: ReportRule) => setTask({ key: rule.key, kind });
  const move = useReviewKeys({ visible, open, announce, goTo, accept, reject: ask('reject'), edit: ask('edit'), undo });
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
        onOpen={choose}
        onShow={onShow}
        verbs={{ accept, reject: ask('reject'), edit: ask('edit'), undo, decide, leaveTask }}
      />
      <ReviewEnd rules={rules} decided={rules.filter((rule) => !isUndecided(rule)).length} at={end} />
    </div>
  );
}

/** What is said to those who hear the page; the same words twice are said twice. */
function useAnnouncement() {
  const [announcement, setAnnouncement] = useState({ times: 0, text: '' });
  const announce = useCallback(
    (text: string): void => setAnnouncement(({ times }) => ({ times: times + 1, text })),
    [],
  );
  return [announcement, announce] as const;
}

const useTellFailure = (announce: (text: string) => void) =>
  useCallback(
    (rule: ReportRule, { error }: Failure): void =>
      announce(`Not saved: ${saysNow(rule).title}. ${error instanceof Error ? error.message : ''}`),
    [announce],
  );

/** The letters of a review. @returns what opens the next rule, or the one before */
function useReviewKeys({
  visible,
  open,
  announce,
  goTo,
  accept,
  reject,
  edit,
  undo,
}: {
  visible: readonly ReportRule[];
  open: string | undefined;
  announce: (text: string) => void;
  goTo: (key: string) => void;
  undo: (rule: ReportRule | undefined) => void;
} & Readonly<Record<'accept' | 'reject' | 'edit', (rule: ReportRule) => void>>): (by: 1 | -1) => void {
  const at = visible.findIndex(({ key }) => key === open);
  const current = visible[at];
  const move = (by: 1 | -1): void => {
    const next = at === -1 ? visible.at(by === 1 ? 0 : -1) : visible[at + by];
    if (next !== undefined) goTo(next.key);
    else announce(by === 1 ? 'This is the last rule.' : 'This is the first rule.');
  };
  const needsRule = (run: (rule: ReportRule) => void) => (): void => {
    if (current === undefined) announce('Open a rule first. J opens the next one.');
    else run(current);
  };
  useShortcuts('Review of a report', [
    { keys: 'A', does: 'Accept the rule', run: needsRule(accept) },
    { keys: 'R', does: 'Reject the rule', run: needsRule(reject) },
    { keys: 'E', does: 'Edit the rule', run: needsRule(edit) },
    { keys: 'U', does: 'Undo the decision', run: () => undo(current) },
    { keys: 'J', does: 'Next rule', repeats: true, run: () => move(1) },
    { keys: 'K', does: 'Previous rule', repeats: true, run: () => move(-1) },
  ]);
  return move;
}
