import type { Rules } from '../../../api/clients.js';
import styles from './rule-evidence.module.css';

type Evidence = Rules['Evidence'];

/** A value that has a place in the text. */
export type PlacedEvidence = Extract<Evidence, { readonly start: number }>;

/** A rule's values and where each is from: a place in the text, which `onShow` leads to, or what we know of the behaviour. */
export const RuleEvidence = ({
  evidence,
  onShow,
  shown,
}: {
  evidence: readonly Evidence[];
  /** Left out where there is no text to lead to. */
  onShow?: (evidence: PlacedEvidence) => void;
  /** The place that is marked now. */
  shown?: { readonly start: number; readonly end: number } | undefined;
}) => {
  if (evidence.length === 0) return null;
  const placed = evidence.filter((one): one is PlacedEvidence => 'start' in one);
  const given = evidence.filter((one) => !('start' in one));
  return (
    <section aria-label="Where the rule’s values are from" className="stack">
      {placed.length > 0 && (
        <div>
          <h4>Values from the text</h4>
          <ul className={styles.evidence}>
            {placed.map((one) => (
              <li key={`${one.field} ${one.value} ${one.start}`}>
                <span className={`dim ${styles.evidenceField}`}>{one.field}</span>
                {onShow === undefined ? (
                  <code>{one.value}</code>
                ) : (
                  <button
                    type="button"
                    className={styles.evidenceValue}
                    aria-label={`${one.value}: show in the text`}
                    aria-pressed={shown?.start === one.start && shown.end === one.end}
                    onClick={() => onShow(one)}
                  >
                    <code>{one.value}</code>
                  </button>
                )}
                {one.quote.trim() !== one.value.trim() && <span className="dim">“{one.quote.trim()}”</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {given.length > 0 && (
        <details>
          <summary>
            {given.length === 1 ? 'One value' : `${given.length} values`} from what Tripline knows of the behaviour
          </summary>
          <ul className={styles.evidence}>
            {given.map((one) => (
              <li key={`${one.field} ${one.value}`}>
                <span className={`dim ${styles.evidenceField}`}>{one.field}</span> <code>{one.value}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
};
