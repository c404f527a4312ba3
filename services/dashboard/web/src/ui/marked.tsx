import { Fragment } from 'react';

/** A text in which the beginnings of words are marked that a search's words are; a word may begin within a name that is written as one, as in CreateAccessKey. */
export const Marked = ({ search, text }: { search: string; text: string }) =>
  partsOf(text, wordsOf(search)).map(({ at, isFound, part }) =>
    isFound ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>,
  );

const wordsOf = (search: string): readonly string[] => [
  ...new Set([...search.toLowerCase().matchAll(WORD)].map(([word]) => word)),
];

const WORD = /[\p{L}\p{N}]+/gu;
/** Where a word begins: at its first letter, or at a capital after a small letter or a digit. */
const BEGINNING = /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])|(?<=\p{Ll}|\d)(?=\p{Lu})/gu;

interface Part {
  readonly at: number;
  readonly part: string;
  readonly isFound: boolean;
}

/** The text cut into what is found and what is between. */
function partsOf(text: string, words: readonly string[]): Part[] {
  const parts: Part[] = [];
  let done = 0;
  const take = (end: number, isFound: boolean): void => {
    if (end > done) parts.push({ at: done, part: text.slice(done, end), isFound });
    done = Math.max(done, end);
  };
  for (const { index } of words.length === 0 ? [] : text.matchAll(BEGINNING)) {
    const longest = Math.max(0, ...words.map((word) => (beginsWith(text, index, word) ? word.length : 0)));
    if (longest === 0 || index < done) continue;
    take(index, false);
    take(index + longest, true);
  }
  take(text.length, false);
  return parts;
}

const beginsWith = (text: string, at: number, word: string): boolean =>
  text.slice(at, at + word.length).toLowerCase() === word;
