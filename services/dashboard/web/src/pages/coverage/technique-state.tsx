import styles from './coverage.module.css';
import { STATES, type TechniqueState } from './technique-queries.js';

/** A technique's state: a letter on its colour, and its name. `unsure` where something unread might still change it. */
export const StateMark = ({ state, unsure }: { state: TechniqueState; unsure: boolean }) => (
  <span className={styles.stateMark}>
    <span className={styles.stateLetter} data-state={state} aria-hidden="true">
      {STATES[state].letter}
    </span>
    {STATES[state].name}
    {unsure && state !== 'unknown' && ', not certain'}
  </span>
);
