import styles from './matrix.module.css';
import type { Shown, ShownRow } from './matrix-rows.js';
import { heatOf, STATES, type TechniqueState } from './technique-queries.js';

/** What is as certain as the legend's own square. */
const CERTAIN = 0.8;

/** What the matrix's letters and fills mean, in one line, and how many techniques are in each state; each narrows the matrix to itself when pressed. */
export const MatrixLegend = ({
  chosen,
  onChoose,
  rows,
}: {
  chosen: string;
  onChoose: (state: string) => void;
  rows: readonly ShownRow[];
}) => (
  <>
    <ul className={styles.states} aria-label="Legend">
      {(Object.keys(STATES) as TechniqueState[]).map((state) => (
        <li key={state}>
          <button
            type="button"
            className={styles.state}
            title={STATES[state].meaning}
            aria-pressed={chosen === state}
            onClick={() => onChoose(chosen === state ? 'any' : state)}
          >
            <span
              className={styles.matrixCell}
              data-state={state}
              data-heat={heatOf(state, state === 'partial' ? 0.5 : CERTAIN)}
              aria-hidden="true"
            >
              <b>{STATES[state].letter}</b>
            </span>
            {STATES[state].name}
            <strong>{countOf(rows, state)}</strong>
          </button>
        </li>
      ))}
    </ul>
    {Object.hasOwn(STATES, chosen) && (
      <p className="dim" role="status">
        Shown: {STATES[chosen as TechniqueState].name}, {STATES[chosen as TechniqueState].meaning}.
      </p>
    )}
  </>
);

/** Techniques and sub-techniques, as the overview counts them. */
const countOf = (rows: readonly ShownRow[], state: TechniqueState): number =>
  rows.flatMap((row): Shown[] => [row, ...row.children]).filter((one) => one.state === state).length;
