import buttonStyles from '../../../ui/button.module.css';
import styles from './review.module.css';

/** A button with a key: its name for the eye, the key for the keyboard, both for a screen reader. */
export const Verb = ({
  isPressed,
  keyName,
  label,
  onPress,
}: {
  label: string;
  /** The letter, such as "A". */
  keyName: string;
  isPressed?: boolean;
  onPress: () => void;
}) => (
  <button
    type="button"
    className={`${buttonStyles.button} ${styles.verb}`}
    aria-keyshortcuts={keyName}
    aria-pressed={isPressed}
    onClick={onPress}
  >
    {label}{' '}
    <span className={styles.key} aria-hidden="true">
      {keyName}
    </span>
  </button>
);

const HINTS: readonly (readonly [string, string])[] = [
  ['A', 'accept'],
  ['R', 'reject'],
  ['E', 'edit'],
  ['U', 'undo'],
  ['J', 'next'],
  ['K', 'previous'],
];

/** The keys of the review, in a line. */
export const KeyHints = () => (
  <p className={`dim ${styles.hints}`}>
    Keys:{' '}
    {HINTS.map(([key, does]) => (
      <span key={key}>
        <kbd>{key}</kbd> {does}
      </span>
    ))}
  </p>
);
