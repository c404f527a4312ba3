import { wordSet } from '../knowledge/load.js';
import type { Block, Span } from '../model.js';
import { isBlank, isCapital, isDigit, isLetter } from '../text/characters.js';
import { type SentenceForm, sentenceEnds } from '../text/sentence-ends.js';
import { startsWithCapital } from '../text/shape.js';
import { oneOf, skip, skipBack } from '../text/stretches.js';
import type { Passage } from './passage.js';

/** A sentence, or what takes its place: a heading, a row, a line of code. Offsets of the canonical text. */
export interface Sentence extends Span {
  readonly block: Block;
}

/** A sentence ends before a capital or a digit, perhaps behind opening marks, and at a line's end. */
const FORM: SentenceForm = {
  closing: '"\'”’)]',
  closingMax: 3,
  lines: true,
  begins: (text, at) => {
    const first = text[skip(text, at, oneOf('"\'“‘(['), 2)];
    return isCapital(first) || isDigit(first);
  },
};

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
  for (const { at, next } of sentenceEnds(text, FORM)) if (text[at] !== '.' || !isAbbreviation(text, at)) add(next);
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
