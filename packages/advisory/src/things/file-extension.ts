import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const LENGTH = { min: 3, max: 20 } as const;
const OPENERS = new Set(' "\'“‘`*(\n\t|,[<');
const CLOSERS = new Set(' "\'”’`)\n\t|,.;:>]');

/** Finds extensions that encrypted files get: a dot and a word of its own, in a sentence about extensions and encryption. */
export function findFileExtensions(page: Page): readonly FoundThing[] {
  const { text } = page;
  const found: FoundThing[] = [];
  for (const at of placesOf(text, '.')) {
    if (!OPENERS.has(text[at - 1] ?? '\n')) continue;
    let end = at + 1;
    while (isWordCharacter(text[end]) || text[end] === '-') end += 1;
    const word = text.slice(at + 1, end);
    if (word.length < LENGTH.min || word.length > LENGTH.max || !CLOSERS.has(text[end] ?? '\n')) continue;
    if (isEverybodys(word.toLowerCase()) || !isTold(page, at, end)) continue;
    found.push({
      thing: 'file-extension',
      value: `.${word}`,
      deed: 'renamed',
      shows: 'T1486',
      spans: [page.spanOf(at, end)],
    });
  }
  return joined(found, ({ value }) => value.toLowerCase());
}

function isEverybodys(word: string): boolean {
  return ['reported-endings', 'file-endings', 'extensions-of-everybody'].some((list) => wordSet(list).has(word));
}

/** How many words may stand between "got" and "extension": "files got the new extension". */
const BETWEEN_MAX = 2;
const FILES = new Set(['file', 'files']);

/** Whether files are said to have got an extension. What is told of files that have one says nothing of how they came by it. */
function isGiven(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      wordSet('extension-given').has(word) &&
      words.slice(0, at).some((each) => FILES.has(each)) &&
      words.slice(at + 1, at + 2 + BETWEEN_MAX).some((each) => wordSet('extension-words').has(each)),
  );
}

function isAboutRansomware({ lower }: Page): boolean {
  return lower.includes('ransom') && lower.includes('encrypt');
}

function isTold(page: Page, start: number, end: number): boolean {
  const sentence = sentenceAround(page.text, start, end);
  const words = tokensOf(page.text.slice(sentence.start, sentence.end)).map(({ text }) => text);
  const has = (list: string): boolean => words.some((word) => wordSet(list).has(word));
  if (!has('extension-words')) return false;
  // In a report on ransomware it need not be said again what happened to the files that got it.
  return has('encryption-words') || (isGiven(words) && isAboutRansomware(page));
}
