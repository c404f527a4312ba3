import type { Span } from '../model.js';
import type { Passage } from '../segment/passage.js';
import { isSmallLetter } from '../text/characters.js';
import { OPENING_QUOTES, trimEndOf } from '../text/ends.js';
import { hasAny, hasDigit, hasHump, isCapitalised, isMadeOf, splitAtBlanks } from '../text/shape.js';
import { isAll } from '../text/stretches.js';

/** A name in a passage and its place. */
export interface IntroducedName extends Span {
  readonly name: string;
  /** Whether it is only the beginning of a name whose rest differs each time. */
  readonly isStart?: boolean;
}

/** The names that a pattern's first group finds, without trailing full stops and backslashes. */
export function introducedNames(passage: Passage, pattern: RegExp): readonly IntroducedName[] {
  return [...passage.text.matchAll(pattern)].map((match) => {
    const written = match[1] as string;
    const name = trimEndOf(written.trim(), '\\.');
    const start = match.index + match[0].lastIndexOf(written);
    return { name, start, end: start + name.length };
  });
}

/** A word in capitals that is shorter is more likely an abbreviation than a name. */
const CAPITALS_MIN = 5;

const SENTENCE_LIKE = { words: 5, min: 8 } as const;

/** Whether a name of several words begins with a capital and goes on in small letters, as no product's does: "Update of system". */
export function isNamedInWords({ name }: IntroducedName): boolean {
  const [first = '', ...rest] = splitAtBlanks(name);
  const isShort = rest.length < SENTENCE_LIKE.words && name.length >= SENTENCE_LIKE.min;
  return isShort && isCapitalised(first) && rest.some((word) => isAll(word, isSmallLetter) && word.length > 3);
}

/** Whether a name after "named" is somebody's own: quoted, with an inner capital, a digit or a separator, or a long word in capitals. */
export function isOwnName(passage: Passage, { name, start }: IntroducedName): boolean {
  if (name.length < 4) return false;
  const isInCapitals = name.length >= CAPITALS_MIN && isMadeOf(name, '') && name === name.toUpperCase();
  const isQuoted = OPENING_QUOTES.includes(passage.text[start - 1] ?? ' ');
  return isInCapitals || isQuoted || hasHump(name) || hasDigit(name) || hasAny(name, '_\\$.-');
}
