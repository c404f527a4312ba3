import { useEffect, useRef } from 'react';
import type { Rules } from '../../api/clients.js';
import { LevelBadge } from '../../rule/level-badge.js';
import { platformName } from '../../rule/names.js';
import type { OwnerKind } from '../../rule/rule-address.js';
import type { PlacedEvidence } from '../../rule/rule-evidence.js';
import styles from './rule-list.module.css';
import { RulePanel } from './rule-panel.js';

/** A generation's rules, of which one is open. */
export const RuleList = ({
  owner,
  rules,
  open,
  shown,
  onOpen,
  onShow,
}: {
  /** Whose they are. */
  owner: OwnerKind;
  rules: readonly Rules['GeneratedRule'][];
  open: string | undefined;
  /** The place that is marked in the text. */
  shown: Rules['Span'] | undefined;
  onOpen: (key: string | undefined) => void;
  /** Left out where there is no text to show. */
  onShow?: ((rule: Rules['GeneratedRule'], evidence: PlacedEvidence) => void) | undefined;
}) => (
  <ul className={styles.ruleList}>
    {rules.map((rule) => (
      <RuleEntry
        key={rule.key}
        owner={owner}
        rule={rule}
        isOpen={rule.key === open}
        shown={shown}
        onOpen={onOpen}
        {...(onShow === undefined ? {} : { onShow: (evidence) => onShow(rule, evidence) })}
      />
    ))}
  </ul>
);

function RuleEntry({
  isOpen,
  onOpen,
  onShow,
  owner,
  rule,
  shown,
}: {
  owner: OwnerKind;
  rule: Rules['GeneratedRule'];
  isOpen: boolean;
  shown: Rules['Span'] | undefined;
  onOpen: (key: string | undefined) => void;
  onShow?: (evidence: PlacedEvidence) => void;
}) {
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={entry} className={styles.ruleEntry} data-open={isOpen}>
      <h3>
        <button
          type="button"
          className={styles.ruleToggle}
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? undefined : rule.key)}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
          <span className={styles.ruleTitle}>{rule.title}</span>
        </button>
      </h3>
      <p className={`row dim ${styles.ruleLine}`}>
        <LevelBadge level={rule.level} />
        <span>{platformName(rule.platform)}</span>
        {rule.techniques.length > 0 && <span>{rule.techniques.join(', ')}</span>}
      </p>
      {isOpen && <RulePanel owner={owner} rule={rule} shown={shown} {...(onShow === undefined ? {} : { onShow })} />}
    </li>
  );
}
