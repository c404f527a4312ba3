import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const LENGTH = { min: 3, max: 20 } as const;
/** A placeholder for the old name ends with one of the last three: "<name>.heron". */
const OPENERS = new Set(' "\'“‘`*(\n\t|,[<>]}');
const CLOSERS = new Set(' "\'”’`)\n\t|,.;:>]');

const EXTENSION = 'extension';
/** How far behind the word a name in quotation marks may begin: 'the extension is then changed to "heron"'. */
const INTRODUCTION_MAX = 30;
const MARKS = new Set('"“‘`');
const MARKS_BEHIND = new Set('"”’`');

/** Finds extensions that encrypted files get: a dot and a word of its own, in a sentence about extensions and encryption. */
export function findFileExtensions(page: Page): readonly FoundThing[] {
  const { text } = page;
  const found: FoundThing[] = [...quotedExtensions(page)];
  for (const at of placesOf(text, '.')) {
    if (!OPENERS.has(text[at - 1] ?? '\n')) continue;
    let end = at + 1;
    while (isWordCharacter(text[end]) || text[end] === '-') end += 1;
    const word = text.slice(at + 1, end);
    if (word.length < LENGTH.min || word.length > LENGTH.max || !CLOSERS.has(text[end] ?? '\n')) continue;
    if (isEverybodys(word.toLowerCase()) || !isTold(page, at, end)) continue;
    found.push(extensionAt(page, at, end, `.${word}`));
  }
  return joined(found, ({ value }) => value.toLowerCase());
}

/** Extensions in quotation marks without their point, right behind the word for them: 'the extension "heron"'. */
function quotedExtensions(page: Page): readonly FoundThing[] {
  const { lower, text } = page;
  return placesOf(lower, EXTENSION).flatMap((at) => {
    const rest = text.slice(at + EXTENSION.length, at + EXTENSION.length + INTRODUCTION_MAX);
    const open = [...rest].findIndex((character) => MARKS.has(character));
    if (open < 0 || !tokensOf(rest.slice(0, open)).every((token) => wordSet('before-extension').has(token.text)))
      return [];
    const start = at + EXTENSION.length + open + 1;
    let end = start;
    while (isWordCharacter(text[end])) end += 1;
    const word = text.slice(start, end);
    if (word.length < LENGTH.min || word.length > LENGTH.max || !MARKS_BEHIND.has(text[end] ?? '')) return [];
    return isEverybodys(word.toLowerCase()) || !isTold(page, start, end)
      ? []
      : [extensionAt(page, start, end, `.${word}`)];
  });
}

function extensionAt(page: Page, start: number, end: number, value: string): FoundThing {
  return { thing: 'file-extension', value, deed: 'renamed', shows: 'T1486', spans: [page.spanOf(start, end)] };
}

function isEverybodys(word: string): boolean {
  return ['reported-endings', 'file-endings', 'extensions-of-everybody'].some((list) => wordSet(list).has(word));
}

/** How many words may stand between "got" and "extension": "files got the new extension". */
const BETWEEN_MAX = 2;
const FILES = new Set(['file', 'files']);
const ENDS = new Set(['end', 'ends', 'ended', 'ending']);

/** Whether files are said to have got an extension. What is told of files that have one says nothing of how they came by it. */
function isGiven(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      wordSet('extension-given').has(word) &&
      (words.slice(0, at).some((each) => FILES.has(each)) || wordSet('extension-changed').has(word)) &&
      words.slice(at + 1, at + 2 + BETWEEN_MAX).some((each) => wordSet('extension-words').has(each)),
  );
}

/** Whether the words before an extension say that files end so: "files then end in .heron". */
function isEnd(words: readonly string[]): boolean {
  const [verb, preposition] = words.slice(-2);
  return (
    ENDS.has(verb ?? '') && (preposition === 'in' || preposition === 'with') && words.some((each) => FILES.has(each))
  );
}

/** Whether a sentence goes on with the extensions of a report: "other extensions include". */
function isMore(words: readonly string[]): boolean {
  const at = words.indexOf('extensions');
  return (
    at > 0 &&
    MORE.has(words[at - 1] as string) &&
    words.slice(at + 1, at + 2 + BETWEEN_MAX).some((word) => LISTS.has(word))
  );
}

const MORE: ReadonlySet<string> = new Set(['other', 'further', 'additional', 'more', 'later', 'newer']);
const LISTS: ReadonlySet<string> = new Set(['include', 'included', 'are', 'were', 'was']);

function isAboutRansomware({ lower }: Page): boolean {
  return lower.includes('ransom') && lower.includes('encrypt');
}

function isTold(page: Page, start: number, end: number): boolean {
  const sentence = sentenceAround(page.text, start, end);
  const words = tokensOf(page.text.slice(sentence.start, sentence.end)).map(({ text }) => text);
  const has = (list: string): boolean => words.some((word) => wordSet(list).has(word));
  const isEnding = isEnd(tokensOf(page.text.slice(sentence.start, start)).map(({ text }) => text));
  if (!isEnding && !has('extension-words')) return false;
  // In a report on ransomware it need not be said again what happened to the files that got it.
  return has('encryption-words') || ((isEnding || isGiven(words) || isMore(words)) && isAboutRansomware(page));
}
