import { memo, type ReactNode } from 'react';
import { LEVELS, platformName } from '../../../rule/names.js';
import { Select } from '../../../ui/select.js';
import styles from './review.module.css';
import { type Choice, logOf, ORDERS, type Order, type ReportRule, saysNow } from './standing.js';
import { KeyHints, Verb } from './verbs.js';

const ORDER_NAMES: Readonly<Record<Order, string>> = {
  report: 'Report’s',
  level: 'Severity',
  log: 'Log',
  state: 'Undecided first',
};
const STATES = [
  { value: '', label: 'Any' },
  { value: 'draft', label: 'Undecided' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'deployed', label: 'Deployed' },
];

/** How far the review is, what is shown of the rules, and the way from one to the next. */
export function ReviewBar({
  choice,
  onChoose,
  onMove,
  pending,
  rules,
}: {
  rules: readonly ReportRule[];
  choice: Choice;
  onChoose: (change: Partial<Choice>) => void;
  onMove: (by: 1 | -1) => void;
  pending: number;
}) {
  const count = (state: string): number => rules.filter((rule) => rule.state === state).length;
  const decided = rules.length - count('draft');
  const parts = (['accepted', 'rejected', 'deployed'] as const).flatMap((state) =>
    count(state) === 0 ? [] : [`${count(state)} ${state}`],
  );
  const levels = LEVELS.filter((level) => rules.some((rule) => saysNow(rule).level === level));
  const logs = [...new Set(rules.map(logOf))];
  return (
    <div className={styles.bar}>
      <div className={styles.progressLine}>
        <strong id="review-progress">
          {decided} of {rules.length} decided
        </strong>
        <progress className={styles.progress} max={rules.length} value={decided} aria-labelledby="review-progress" />
        <span className="dim">
          {parts.join(', ')}
          {pending > 0 && ` · saving ${pending}`}
        </span>
      </div>
      <Choices choice={choice} levels={levels.join()} logs={logs.join()} onChoose={onChoose} />
      <div className={styles.progressLine}>
        <Verb label="Previous" keyName="K" onPress={() => onMove(-1)} />
        <Verb label="Next" keyName="J" onPress={() => onMove(1)} />
        <KeyHints />
      </div>
    </div>
  );
}

/** What is shown and in which order. It is drawn anew only when that changes, since lists to choose from are costly; what it calls does the same each time. */
const Choices = memo(
  ({
    choice,
    levels,
    logs,
    onChoose,
  }: {
    choice: Choice;
    /** Joined by commas. */
    levels: string;
    logs: string;
    onChoose: (change: Partial<Choice>) => void;
  }) => (
    <div className={styles.choices}>
      <Choose label="Level" value={choice.level} onChange={(level) => onChoose({ level })}>
        {[{ value: '', label: 'Any' }, ...levels.split(',').map((level) => ({ value: level, label: level }))]}
      </Choose>
      <Choose label="Log" value={choice.log} onChange={(log) => onChoose({ log })}>
        {[
          { value: '', label: 'Any' },
          ...logs.split(',').map((log) => ({ value: log, label: platformName(log === 'none' ? null : log) })),
        ]}
      </Choose>
      <Choose label="State" value={choice.state} onChange={(state) => onChoose({ state })}>
        {STATES}
      </Choose>
      <Choose label="Order" value={choice.order} onChange={(order) => onChoose({ order: order as Order })}>
        {ORDERS.map((order) => ({ value: order, label: ORDER_NAMES[order] }))}
      </Choose>
    </div>
  ),
  (before, after) => before.choice === after.choice && before.levels === after.levels && before.logs === after.logs,
);

const Choose = ({
  children,
  label,
  onChange,
  value,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: readonly { readonly value: string; readonly label: string }[];
}): ReactNode => (
  <Select
    label={label}
    value={value === '' ? ANY : value}
    options={children.map((option) => (option.value === '' ? { ...option, value: ANY } : option))}
    onChange={(chosen) => onChange(chosen === ANY ? '' : chosen)}
  />
);

/** A list's item needs a name. */
const ANY = 'any';
