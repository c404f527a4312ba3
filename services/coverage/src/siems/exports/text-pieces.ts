import type { Unread } from './exported-rule.js';
import { LONGEST_RECORD, PIECE_BYTES, PIECE_RECORDS } from './record-pieces.js';
import type { Range, SharedBytes } from './stored-files.js';

/** A text of a file that is read by itself: what stands in it, one after the other. */
export interface TextPlace {
  /** What its own place in the file is counted from: lines, or documents, that stand before it. */
  readonly before: number;
  readonly at: readonly Range[];
  /** Of several documents the number of each in the file, from 0. */
  readonly numbers?: readonly number[];
}

/** A file of text in pieces, each of a few texts; undefined for one whose parts mean nothing apart. */
export type TextPieces =
  | { readonly pieces: readonly (readonly TextPlace[])[]; readonly unread: readonly Unread[] }
  | undefined;

const sizeOf = ({ at }: TextPlace): number => at.reduce((size, { from, to }) => size + to - from, 0);

/** Collects texts in pieces; those that are too long are told of. @param placeOf what names a text's place */
export function inPieces(texts: readonly TextPlace[], placeOf: (text: TextPlace) => string): NonNullable<TextPieces> {
  const pieces: TextPlace[][] = [];
  const unread: Unread[] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = sizeOf(text);
    if (size > LONGEST_RECORD) {
      unread.push({ place: placeOf(text), reason: TOO_LONG });
      continue;
    }
    const last = pieces.at(-1);
    bytes += size;
    if (last !== undefined && last.length < PIECE_RECORDS && bytes <= PIECE_BYTES) last.push(text);
    else {
      pieces.push([text]);
      bytes = size;
    }
  }
  return { pieces, unread };
}

/** Why a record that is too long is not read. */
export const TOO_LONG = `it is longer than the ${LONGEST_RECORD / 1024 / 1024} MB that a rule may have`;

const NEWLINE = 10;

/** Goes through the lines of some bytes: where each begins and ends, without what ends it. */
export function* linesOf(bytes: SharedBytes, { from, to }: Range): Generator<Range> {
  const within = bytes.subarray(0, to);
  for (let begin = from; begin < to; ) {
    const found = within.indexOf(NEWLINE, begin);
    const end = found < 0 ? to : found;
    yield { from: begin, to: end };
    begin = end + 1;
  }
}
