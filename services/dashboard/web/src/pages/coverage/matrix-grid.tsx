import { type CSSProperties, Fragment, type KeyboardEvent, memo, type RefObject, useCallback, useRef } from 'react';
import type { Coverage } from '../../api/clients.js';
import { useKept } from '../../nav/places.js';
import styles from './matrix.module.css';
import { MatrixCard } from './matrix-card.js';
import type { Shown, ShownRow } from './matrix-rows.js';
import { heatOf, STATES, WAS } from './technique-queries.js';

type Tactics = Readonly<Coverage['CoverageSummary']['by_tactic']>;

/** How large a cell is: with its name, or a tile with its letter, so that all fit on one screen. */
export type MatrixDensity = 'names' | 'tiles';

interface Column {
  readonly tactic: string;
  readonly name: string;
  readonly covered: number;
  readonly cells: readonly ShownRow[];
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The matrix: a column for each tactic. Arrow keys move between cells, Enter opens a technique, Space unfolds its sub-techniques. It is drawn by the browser's
 * own grid, without state in the cells, so that it scrolls as fast as a plain table; one card beside it says more of the cell below the pointer or with the
 * keyboard.
 */
export const MatrixGrid = memo(function MatrixGrid({
  density,
  onOpen,
  tactics,
  techniques,
  unfoldAll,
}: {
  tactics: Tactics;
  techniques: readonly ShownRow[];
  unfoldAll: boolean;
  density: MatrixDensity;
  onOpen: (technique: string) => void;
}) {
  const [unfolded, setUnfolded] = useKept<ReadonlySet<string>>('unfolded techniques', NONE);
  const toggle = useCallback(
    (key: string) => {
      setUnfolded((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      });
    },
    [setUnfolded],
  );
  const { grid, onKeyDown } = useGridKeys(toggle);
  const columns = columnsOf(tactics, techniques);
  return (
    <section className={styles.matrixScroll} aria-label="ATT&CK matrix">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys are handled once for all cells, which are buttons. */}
      <div
        ref={grid}
        className={styles.matrix}
        data-density={density}
        data-single={columns.length === 1}
        style={columnCount(columns.length)}
        onKeyDown={onKeyDown}
      >
        {columns.map(({ cells, covered, name, tactic }, column) => (
          <div key={tactic} className={styles.matrixColumn}>
            <h2>
              {name}
              <small>
                {covered} of {cells.length} covered
              </small>
            </h2>
            <ul>
              {cells.map((cell, row) => {
                const key = `${tactic} ${cell.technique.technique_id}`;
                const open = unfoldAll || unfolded.has(key);
                return (
                  <li key={key}>
                    <Branch
                      cell={cell}
                      cellKey={key}
                      first={column === 0 && row === 0}
                      open={open}
                      onOpen={onOpen}
                      onToggle={toggle}
                    />
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
      <MatrixCard grid={grid} rows={techniques} />
    </section>
  );
});

/** Arrow keys move between cells, Space unfolds the one that has the keyboard. */
function useGridKeys(toggle: (key: string) => void): {
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
} {
  const grid = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    if (cell === null || grid.current === null) return;
    if (event.key === ' ' && cell.dataset['parent'] !== undefined) {
      event.preventDefault();
      toggle(cell.dataset['cell'] ?? '');
      return;
    }
    const next = neighbour(grid.current, cell, event.key);
    if (next === undefined) return;
    event.preventDefault();
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
  return { grid, onKeyDown };
}

/** A technique, and its sub-techniques where they are unfolded. */
const Branch = ({
  cell,
  cellKey,
  first,
  onOpen,
  onToggle,
  open,
}: {
  cell: ShownRow;
  cellKey: string;
  first: boolean;
  open: boolean;
  onOpen: (technique: string) => void;
  onToggle: (key: string) => void;
}) => (
  <>
    <div className={styles.matrixRow}>
      <Cell cell={cell} cellKey={cellKey} first={first} onOpen={onOpen} parent={cell.children.length > 0} />
      {cell.children.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.matrixFold}
          aria-expanded={open}
          aria-label={`${cell.children.length} sub-techniques of ${cell.technique.name}`}
          onClick={() => onToggle(cellKey)}
        >
          {open ? '−' : `+${cell.children.length}`}
        </button>
      )}
    </div>
    {open && cell.children.length > 0 && (
      <ul className={styles.matrixChildren}>
        {cell.children.map((child) => (
          <li key={child.technique.technique_id}>
            <Cell cell={child} cellKey={`${cellKey} ${child.technique.technique_id}`} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    )}
  </>
);

/** A name that may go on in the next line after each of its slashes. */
const Breakable = ({ name }: { name: string }) =>
  name.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

const Cell = ({
  cell: { faded, state, technique, was },
  cellKey,
  first = false,
  onOpen,
  parent = false,
}: {
  cell: Shown;
  cellKey: string;
  first?: boolean;
  parent?: boolean;
  onOpen: (technique: string) => void;
}) => (
  <button
    type="button"
    className={styles.matrixCell}
    data-cell={cellKey}
    data-parent={parent ? '' : undefined}
    data-state={state}
    data-heat={heatOf(state, technique.confidence)}
    data-faded={faded}
    data-was={was}
    tabIndex={first ? 0 : -1}
    onClick={() => onOpen(technique.technique_id)}
  >
    <span className={styles.matrixLetter} aria-hidden="true">
      {was !== undefined && <i>{WAS[was].letter}</i>}
      {STATES[state].letter}
    </span>
    <span>
      <span className="visually-hidden">{technique.technique_id} </span>
      <Breakable name={technique.name} />
      <span className="visually-hidden">
        : {STATES[state].name}
        {was !== undefined && `, ${WAS[was].says}`}
      </span>
      {technique.unverified && state !== 'unknown' && (
        <>
          <span aria-hidden="true"> ?</span>
          <span className="visually-hidden">, not certain</span>
        </>
      )}
    </span>
    {technique.confidence > 0 && (
      <span className={styles.matrixConfidence}>
        <span className="visually-hidden">, confidence </span>
        {Math.round(technique.confidence * 100)}
      </span>
    )}
  </button>
);

/** How many columns there are, for the sheet, which knows how wide each is. */
const columnCount = (columns: number): CSSProperties => ({ '--columns': columns }) as CSSProperties;

/** Techniques below their tactics. */
const columnsOf = (tactics: Tactics, shown: readonly ShownRow[]): readonly Column[] =>
  tactics.map(({ name, tactic_id: tactic }) => {
    const cells = shown.filter(({ technique }) => technique.tactics.includes(tactic));
    return { tactic, name, cells, covered: cells.filter(({ state }) => state === 'covered').length };
  });

/** The matrix before anything is known of its techniques: as many cells as there are, each of them unknown. */
export const UnknownGrid = ({ tactics }: { tactics: Tactics }) => (
  // It can be scrolled sideways, and so by keyboard too.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the keyboard's focus.
  <section className={styles.matrixScroll} aria-label="ATT&CK matrix, whose techniques are unknown yet" tabIndex={0}>
    <div className={styles.matrix} style={columnCount(tactics.length)}>
      {tactics.map(({ name, tactic_id: tactic, total }) => (
        <div key={tactic} className={styles.matrixColumn}>
          <h2>
            {name}
            <small>{total}</small>
          </h2>
          <ul aria-hidden="true">
            {Array.from({ length: total }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells are all alike.
              <li key={row} className={styles.matrixCell} data-state="unknown">
                <span className={styles.matrixLetter}>{STATES.unknown.letter}</span>
                <span>{STATES.unknown.name}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  </section>
);

/** The cell that an arrow key leads to. */
function neighbour(grid: HTMLElement, cell: HTMLElement, key: string): HTMLElement | undefined {
  const columns = [...grid.querySelectorAll(`.${styles.matrixColumn}`)].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-cell]'),
  ]);
  const column = columns.findIndex((cells) => cells.includes(cell));
  const row = columns[column]?.indexOf(cell) ?? 0;
  const inColumn = (at: number): HTMLElement | undefined =>
    columns[at]?.[Math.min(row, (columns[at]?.length ?? 1) - 1)];
  switch (key) {
    case 'ArrowDown':
      return columns[column]?.[row + 1];
    case 'ArrowUp':
      return columns[column]?.[row - 1];
    case 'ArrowRight':
      return inColumn(column + 1);
    case 'ArrowLeft':
      return inColumn(column - 1);
    case 'Home':
      return columns[column]?.[0];
    case 'End':
      return columns[column]?.at(-1);
    default:
      return undefined;
  }
}
