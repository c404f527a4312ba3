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

/** What the matrix's letters and colours mean. */
export const Legend = () => (
  <ul className={styles.legend} aria-label="Legend">
    {(Object.keys(STATES) as TechniqueState[]).map((state) => (
      <li key={state}>
        <span className={styles.stateLetter} data-state={state} aria-hidden="true">
          {STATES[state].letter}
        </span>
        <span>
          {STATES[state].name}: <span className="dim">{STATES[state].meaning}</span>
        </span>
      </li>
    ))}
  </ul>
);
