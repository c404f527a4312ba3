import type { ReactNode } from 'react';
import type { Rules } from '../../../api/clients.js';
import styles from './document-view.module.css';
import { cuesOf, kindsOf, overlaps, type Piece, type Place, piecesOf, whetherAt } from './places.js';

const FINDING_CLASSES: Readonly<Record<string, string | undefined>> = {
  indicator: styles.findingIndicator,
  technique: styles.findingTechnique,
  value: styles.findingValue,
};

/** A part of the text, and what is marked in it. */
export interface PieceProps {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly places: readonly Place[];
  readonly selected: readonly Place[];
  readonly cues: readonly Rules['Span'][];
  readonly onChoose: (place: Place) => void;
  readonly linkTo: (id: string) => string;
}

/** The element that a place begins at. */
export const elementOf = (place: Place): HTMLElement | null => document.getElementById(`at-${place.start}`);

/** Text whose findings are links: each leads to what was found there. */
export const DocumentPieces = ({ cues, end, linkTo, onChoose, places, selected, start, text }: PieceProps): ReactNode =>
  piecesOf({ start, end }, places).map((piece) => {
    const [place] = piece.places;
    const content = cuesOf(piece, cues).map((part) => (
      <span key={part.start} className={part.isCue ? styles.cue : undefined}>
        {text.slice(part.start, part.end)}
      </span>
    ));
    if (place === undefined) return <span key={piece.start}>{content}</span>;
    const [kind = 'value'] = kindsOf(place);
    return (
      <a
        key={piece.start}
        id={`at-${piece.start}`}
        href={linkTo(place.id)}
        // All marks together are one Tab stop, which the document moves: see useRovingMarks.
        tabIndex={-1}
        className={`${styles.finding} ${FINDING_CLASSES[kind] ?? ''}`}
        data-selected={selected.some((chosen) => overlaps(chosen, piece)) || undefined}
        data-whether={piece.end === place.end ? whetherAt(place) : undefined}
        aria-current={selected.some(({ id }) => id === place.id) || undefined}
        title={titleOf(piece)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onChoose(place);
        }}
      >
        {content}
      </a>
    );
  });

/** What was found at a piece, in short. */
function titleOf({ places }: Piece): string {
  const rules = new Set(places.flatMap(({ uses }) => uses.map(({ rule }) => rule.key)));
  const indicators = places.flatMap((place) => place.indicators.map(({ type }) => type));
  const techniques = new Set(places.flatMap((place) => place.techniques.map(({ id }) => id)));
  return [
    ...(rules.size > 0 ? [`value of ${rules.size === 1 ? 'one rule' : `${rules.size} rules`}`] : []),
    ...new Set(indicators.map((type) => `indicator: ${type}`)),
    ...(techniques.size > 0 ? [`technique ${[...techniques].join(', ')}`] : []),
  ].join('; ');
}
