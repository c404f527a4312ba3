import { type RefangedText, refangedOf } from '../indicators/refang.js';
import type { AdvisoryDocument, Block, Indicator, Span } from '../model.js';
import { passageAt } from '../segment/passage.js';

/** A document as recognisers of things get it. Places that they work with are those of the refanged text. */
export interface Page {
  readonly doc: AdvisoryDocument;
  readonly refanged: RefangedText;
  /** The refanged text. */
  readonly text: string;
  /** The same in small letters, for searching. */
  readonly lower: string;
  readonly indicators: readonly Indicator[];
  /** Whether the block at a place of the refanged text holds code. */
  isCode(place: number): boolean;
  /** The block at a place of the refanged text. */
  blockAt(place: number): Block | undefined;
  /** The span of the document's own text. */
  spanOf(start: number, end: number): Span;
}

/** Makes the page of a document. Its text is refanged once for all recognisers. */
export function pageOf(doc: AdvisoryDocument, indicators: readonly Indicator[]): Page {
  const refanged = refangedOf(doc);
  const blockAt = (place: number): Block | undefined =>
    passageAt(doc, refanged.original(place, place + 1).start)?.block;
  return {
    doc,
    refanged,
    text: refanged.text,
    lower: refanged.text.toLowerCase(),
    indicators,
    isCode: (place) => blockAt(place)?.type === 'code',
    blockAt,
    spanOf: (start, end) => refanged.original(start, end),
  };
}

/** Things of one kind and value joined into one with all places. */
export function joined<T extends { readonly value: string; readonly spans: readonly Span[] }>(
  found: readonly T[],
  keyOf: (thing: T) => string = ({ value }) => value,
): readonly T[] {
  const known = new Map<string, { readonly first: T; readonly spans: Span[] }>();
  for (const each of found) {
    const key = keyOf(each);
    const before = known.get(key);
    if (before === undefined) known.set(key, { first: each, spans: [...each.spans] });
    else for (const span of each.spans) before.spans.push(span);
  }
  return [...known.values()].map(({ first, spans }) =>
    spans.length === first.spans.length ? first : { ...first, spans },
  );
}
