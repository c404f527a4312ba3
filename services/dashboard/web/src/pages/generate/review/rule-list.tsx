import { memo, useEffect, useRef } from 'react';
import type { Rules } from '../../../api/clients.js';
import { reasonWords } from '../../../rule/decision.js';
import { DecisionLine } from '../../../rule/decision-line.js';
import { LevelBadge, StateBadge } from '../../../rule/level-badge.js';
import { LogName } from '../../../rule/logs.js';
import { Button } from '../../../ui/button.js';
import { ErrorNotice } from '../../../ui/states.js';
import { InSiemsMark } from './in-siems.js';
import type { PlacedEvidence } from './rule-evidence.js';
import styles from './rule-list.module.css';
import { RulePanel } from './rule-panel.js';
import type { RuleVerbs, Task } from './rule-verbs.js';
import { isUndecided, type ReportRule, saysNow } from './standing.js';
import { TechniqueIds } from './technique-ids.js';
import type { Failure } from './use-decisions.js';

/** A report's rules, of which one is open. */
export const RuleList = ({
  failures,
  onOpen,
  onShow,
  open,
  readAt,
  rules,
  shown,
  task,
  verbs,
}: {
  rules: readonly ReportRule[];
  open: string | undefined;
  /** The place that is marked in the text. */
  shown: Rules['Span'] | undefined;
  task: Task | undefined;
  failures: ReadonlyMap<string, Failure>;
  /** When the report was read: what was decided before then was decided about the same rule of another one. */
  readAt: string;
  onOpen: (key: string | undefined) => void;
  /** Left out where there is no text to show. */
  onShow?: ((rule: ReportRule, evidence: PlacedEvidence) => void) | undefined;
  verbs: RuleVerbs;
}) => (
  <ul className={styles.ruleList}>
    {rules.map((rule) => {
      const isOpen = rule.key === open;
      return (
        <RuleEntry
          key={rule.key}
          rule={rule}
          isOpen={isOpen}
          shown={isOpen ? shown : undefined}
          task={isOpen && task?.key === rule.key ? task.kind : undefined}
          failure={failures.get(rule.key)}
          readAt={readAt}
          onOpen={onOpen}
          onShow={onShow}
          verbs={verbs}
        />
      );
    })}
  </ul>
);

interface EntryProps {
  readonly rule: ReportRule;
  readonly isOpen: boolean;
  readonly shown: Rules['Span'] | undefined;
  readonly task: Task['kind'] | undefined;
  readonly failure: Failure | undefined;
  readonly readAt: string;
  readonly onOpen: (key: string | undefined) => void;
  readonly onShow: ((rule: ReportRule, evidence: PlacedEvidence) => void) | undefined;
  readonly verbs: RuleVerbs;
}

/** One of hundreds: a closed one is drawn anew only when it says something else. What it does is then as old as what it says, so it asks for the newest. */
function RuleEntry(props: EntryProps) {
  const latest = useRef(props);
  latest.current = props;
  return <DrawnEntry {...props} latest={latest} />;
}

/** That a decision could not be saved, and another try. */
const NotSaved = ({ failure, onAgain }: { failure: Failure; onAgain: () => void }) => (
  <div className={styles.ruleFailure}>
    <ErrorNotice error={failure.error} />
    <div className="row">
      <span>It is not saved: the rule stands as before.</span>
      <Button onPress={onAgain}>Try again</Button>
    </div>
  </div>
);

const EntryTitle = ({
  id,
  isOpen,
  onToggle,
  title,
}: {
  id: string;
  isOpen: boolean;
  onToggle: () => void;
  title: string;
}) => (
  <h3>
    <button type="button" id={id} className={styles.ruleToggle} aria-expanded={isOpen} onClick={onToggle}>
      <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
      <span className={styles.ruleTitle} dir="auto">
        {title}
      </span>
    </button>
  </h3>
);

const DrawnEntry = memo(
  ({
    failure,
    isOpen,
    latest,
    onShow,
    readAt,
    rule,
    shown,
    task,
    verbs,
  }: EntryProps & { latest: { current: EntryProps } }) => {
    const entry = useRef<HTMLLIElement>(null);
    useEffect(() => {
      if (isOpen) entry.current?.scrollIntoView({ block: 'nearest' });
    }, [isOpen]);
    const { level, platform, techniques, title } = saysNow(rule);
    const why = reasonWords(rule.decision?.reason);
    const cameAgain = rule.decision !== null && rule.decision.at < readAt;
    return (
      <li ref={entry} className={styles.ruleEntry} data-open={isOpen} data-state={rule.state}>
        <EntryTitle
          id={`rule-${rule.key}`}
          isOpen={isOpen}
          title={title}
          onToggle={() => latest.current.onOpen(isOpen ? undefined : rule.key)}
        />
        <p className={`row dim ${styles.ruleLine}`}>
          <LevelBadge level={level} />
          {!isUndecided(rule) && <StateBadge state={rule.state} />}
          {rule.newest !== null && <span>edited</span>}
          <span>
            <LogName platform={platform} log={rule.log} />
          </span>
          {rule.coveredBy.length > 0 && <span>already covered</span>}
          <InSiemsMark ruleKey={rule.key} />
          {techniques.length > 0 && <TechniqueIds ids={techniques} />}
          {!isOpen && !cameAgain && why !== undefined && <bdi className={styles.ruleReason}>{why}</bdi>}
        </p>
        {cameAgain && !isOpen && rule.decision !== null && <DecisionLine decision={rule.decision} />}
        {failure !== undefined && (
          <NotSaved failure={failure} onAgain={() => latest.current.verbs.decide(rule, failure.verdict)} />
        )}
        {isOpen && (
          <RulePanel
            rule={rule}
            shown={shown}
            task={task}
            verbs={verbs}
            {...(onShow === undefined ? {} : { onShow: (evidence: PlacedEvidence) => onShow(rule, evidence) })}
          />
        )}
      </li>
    );
  },
  (before, after) => !before.isOpen && !after.isOpen && before.rule === after.rule && before.failure === after.failure,
);
