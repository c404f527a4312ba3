import { type RefangedText, refang } from '../indicators/refang.js';
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
  const refanged = refang(doc.text);
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

/** Every place at which a word begins in a text; the word is in the text's own letter case. */
export function* placesOf(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) yield at;
}

/** Whether a character is an ASCII letter, digit or underscore. */
export function isWordCharacter(character: string | undefined): boolean {
  if (character === undefined || character === '') return false;
  const code = character.charCodeAt(0);
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

/** Whether a character is a digit. */
export function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9' && character.length === 1;
}

/** Things of one kind and value joined into one with all places. */
export function joined<T extends { readonly value: string; readonly spans: readonly Span[] }>(
  found: readonly T[],
  keyOf: (thing: T) => string = ({ value }) => value,
): readonly T[] {
  const known = new Map<string, T>();
  for (const each of found) {
    const key = keyOf(each);
    const before = known.get(key);
    known.set(key, before === undefined ? each : { ...before, spans: [...before.spans, ...each.spans] });
  }
  return [...known.values()];
}
