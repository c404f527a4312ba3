import { wordSet } from '../knowledge/load.js';
import type { Block, Span } from '../model.js';
import { isBlank, isLetter } from '../text/characters.js';
import { startsWithCapital } from '../text/shape.js';
import { skipBack } from '../text/stretches.js';
import type { Passage } from './passage.js';

/** A sentence, or what takes its place: a heading, a row, a line of code. Offsets of the canonical text. */
export interface Sentence extends Span {
  readonly block: Block;
}

/**
 * The end of a sentence: a full stop, question or exclamation mark with closing marks, before white space and a possible beginning; or a
 * line's end.
 */
const BREAK = /[.!?]["'”’)\]]{0,3}\s+(?=["'“‘([]{0,2}[A-Z0-9])|\n+/g;

/** The sentences of a passage, in order. Together they contain every character that is not white space. */
export function sentencesOf({ block, start, text }: Passage): readonly Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  const add = (to: number): void => {
    let [first, last] = [from, to];
    while (first < last && isBlank(text[first])) first += 1;
    while (last > first && isBlank(text[last - 1])) last -= 1;
    if (last > first) found.push({ start: start + first, end: start + last, block });
    from = to;
  };
  for (const match of text.matchAll(BREAK)) {
    if (match[0].startsWith('.') && isAbbreviation(text, match.index)) continue;
    add(match.index + match[0].length);
  }
  add(text.length);
  return found;
}

/** Whether a full stop belongs to an abbreviation: `e.g.`, `U.S.`, an initial. */
function isAbbreviation(text: string, at: number): boolean {
  const word = text.slice(
    skipBack(text, at, (character) => isLetter(character) || character === '.', 8),
    at,
  );
  return (word.length === 1 && startsWithCapital(word)) || wordSet('abbreviations').has(word.toLowerCase());
}
