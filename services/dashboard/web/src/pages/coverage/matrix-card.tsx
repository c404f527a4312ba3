import { type RefObject, useEffect, useState } from 'react';
import styles from './matrix.module.css';
import { findShown, type Shown, type ShownRow } from './matrix-rows.js';
import { STATES, WAS } from './technique-queries.js';

/** The cell that the card speaks of, and where it is on the screen. */
interface At {
  readonly technique: string;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** How wide the card is at most, with the space that it keeps to the edge, in pixels. */
const WIDTH = 330;
/** Below this much room under a cell the card stands above it, in pixels. */
const ROOM = 190;

/**
 * What is behind the cell of a matrix below the pointer or with the keyboard: state, why, how many detections, which actors. It listens at the grid, so that no
 * cell needs to; a screen reader hears the same from the cell and its page, so that it says nothing to one. Escape takes it away.
 */
export function MatrixCard({ grid, rows }: { grid: RefObject<HTMLElement | null>; rows: readonly ShownRow[] }) {
  const [at, setAt] = useState<At>();
  useEffect(() => {
    const { current } = grid;
    if (current === null) return;
    const show = ({ target }: Event): void => {
      const cell = (target as HTMLElement).closest<HTMLElement>('[data-cell]');
      setAt(cell === null ? undefined : placeOf(cell));
    };
    const hide = (): void => setAt(undefined);
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') hide();
    };
    const ending = new AbortController();
    const { signal } = ending;
    current.addEventListener('pointerover', show, { signal });
    current.addEventListener('focusin', show, { signal });
    current.addEventListener('pointerleave', hide, { signal });
    current.addEventListener('focusout', hide, { signal });
    window.addEventListener('keydown', onKey, { signal });
    // It would stay where the cell was.
    window.addEventListener('scroll', hide, { capture: true, signal });
    return () => ending.abort();
  }, [grid]);
  const shown = at === undefined ? undefined : findShown(rows, at.technique);
  if (at === undefined || shown === undefined) return null;
  const { innerHeight, innerWidth } = window;
  const above = innerHeight - at.bottom < ROOM && at.top > ROOM;
  return (
    <div
      className={styles.card}
      aria-hidden="true"
      style={{
        left: Math.max(8, Math.min(at.left, innerWidth - WIDTH)),
        ...(above ? { bottom: innerHeight - at.top + 6 } : { top: at.bottom + 6 }),
      }}
    >
      <About shown={shown} />
    </div>
  );
}

const About = ({ shown: { state, technique, was } }: { shown: Shown }) => (
  <>
    <strong>
      {technique.technique_id} {technique.name}
    </strong>
    <p>
      {STATES[state].name}: {STATES[state].meaning}
    </p>
    {was !== undefined && <p>It {WAS[was].says}.</p>}
    {technique.unknown_because !== null && <p className="dim">{technique.unknown_because}</p>}
    <p>
      {technique.effective_detection_count} of {technique.detection_count} detections can fire
      {technique.confidence > 0 && `; confidence ${Math.round(technique.confidence * 100)} of 100`}
    </p>
    {technique.used_by.length > 0 && <p>Used by {technique.used_by.map(({ name }) => name).join(', ')}</p>}
  </>
);

const placeOf = (cell: HTMLElement): At => {
  const { bottom, left, top } = cell.getBoundingClientRect();
  return { technique: cell.dataset['cell']?.split(' ').at(-1) ?? '', left, top, bottom };
};
