import { memo, type ReactNode } from 'react';
import type { Rules } from '../../../api/clients.js';
import { DocumentPieces, type PieceProps } from './document-pieces.js';
import styles from './document-view.module.css';
import { overlaps, type Place } from './places.js';
import { useRovingMarks } from './use-roving-marks.js';

const DOCUMENT_CLASSES: Readonly<Record<string, string | undefined>> = {
  caption: styles.documentCaption,
  heading: styles.documentHeading,
  legend: styles.documentLegend,
  role: styles.documentRole,
  'table-row': styles.documentTableRow,
};

/** A generation's text and its blocks. */
export interface Text {
  readonly text: string;
  readonly blocks: readonly Block[];
}
interface Block {
  readonly type: string;
  readonly role: string;
  readonly start: number;
  readonly end: number;
  readonly level?: number;
}

/** What sections are about where it is not what was done. */
const ROLES: Readonly<Record<string, string>> = {
  remediation: 'advice',
  detection: 'published detection',
  references: 'references',
  indicators: 'indicators',
};

/** An advisory's text with everything marked that was found in it. */
export const DocumentView = ({
  document: { blocks, text },
  places,
  selected,
  cues,
  onChoose,
  linkTo,
}: {
  document: Text;
  places: readonly Place[];
  /** The places that are chosen: one finding's, or all of a rule's. */
  selected: readonly Place[];
  cues: readonly Rules['Span'][];
  onChoose: (place: Place) => void;
  linkTo: (id: string) => string;
}) => {
  const marks = useRovingMarks();
  return (
    <div className={styles.document} {...marks}>
      {groups(blocks).map((group) => {
        const [first] = group;
        const shown = group.map((block) => (
          <BlockView
            key={block.start}
            block={block}
            text={text}
            places={places}
            selected={selected.filter((place) => overlaps(place, block))}
            cues={cues.filter((cue) => overlaps(cue, block))}
            onChoose={onChoose}
            linkTo={linkTo}
          />
        ));
        return first?.type === 'list-item' ? <ul key={first.start}>{shown}</ul> : shown;
      })}
    </div>
  );
};

/** Items of one list stand together. */
function groups(blocks: readonly Block[]): Block[][] {
  const all: Block[][] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    if (block.type === 'list-item' && last?.[0]?.type === 'list-item') last.push(block);
    else all.push([block]);
  }
  return all;
}

const BlockView = memo(
  ({ block, ...rest }: { block: Block } & Omit<PieceProps, 'start' | 'end'>): ReactNode => {
    const pieces = <DocumentPieces {...rest} start={block.start} end={block.end} />;
    const role = ROLES[block.role];
    switch (block.type) {
      // The page's own headings say where the text is; the text's are marked as such, without a level that would jump.
      case 'heading':
        return (
          <p className={styles.documentHeading} data-level={Math.min(block.level ?? 2, 3)}>
            <strong>{pieces}</strong>
            {role !== undefined && <span className={styles.documentRole}> {role}</span>}
          </p>
        );
      case 'list-item':
        return <li>{pieces}</li>;
      case 'code':
        return (
          <pre>
            <span className="visually-hidden">Code: </span>
            {pieces}
          </pre>
        );
      case 'quote':
        return <blockquote>{pieces}</blockquote>;
      default:
        return <p className={DOCUMENT_CLASSES[block.type]}>{pieces}</p>;
    }
  },
  // The ways to choose are new at each choice and do the same; only what is marked otherwise is drawn anew.
  (before, after) =>
    before.text === after.text &&
    before.places === after.places &&
    sameSpans(before.selected, after.selected) &&
    sameSpans(before.cues, after.cues),
);

const sameSpans = (a: readonly Rules['Span'][], b: readonly Rules['Span'][]): boolean =>
  a.length === b.length && a.every(({ start, end }, index) => start === b[index]?.start && end === b[index]?.end);
