import { Checkbox } from '../../../ui/checkbox.js';
import styles from './document-view.module.css';
import type { Kind } from './places.js';

const FINDING_CLASSES: Readonly<Record<string, string | undefined>> = {
  indicator: styles.findingIndicator,
  technique: styles.findingTechnique,
  value: styles.findingValue,
};

const KINDS: readonly { readonly kind: Kind; readonly label: string }[] = [
  { kind: 'value', label: 'value of a rule' },
  { kind: 'indicator', label: 'indicator' },
  { kind: 'technique', label: 'technique' },
];

/** What the marks in the text mean; each kind can be left out. */
export const Legend = ({ hidden, onHide }: { hidden: readonly Kind[]; onHide: (hidden: readonly Kind[]) => void }) => (
  <ul className={styles.documentLegend} aria-label="What the marks mean">
    {KINDS.map(({ kind, label }) => (
      <li key={kind}>
        <Checkbox
          isSelected={!hidden.includes(kind)}
          onChange={(shown) => onHide(shown ? hidden.filter((one) => one !== kind) : [...hidden, kind])}
        >
          <span className={`${styles.finding} ${FINDING_CLASSES[kind] ?? ''}`}>{label}</span>
        </Checkbox>
      </li>
    ))}
    <li>
      <span className={`${styles.finding} ${styles.findingValue}`} data-whether="open">
        value
      </span>{' '}
      uncertain, or not the intruders
    </li>
    <li>
      <span className={`${styles.finding} ${styles.findingValue}`} data-whether="did-not">
        value
      </span>{' '}
      did not happen
    </li>
    <li>
      <span className={styles.cue}>words</span> why, for what you select
    </li>
  </ul>
);
