import { type Token, tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { toolOf } from '../segment/programs.js';
import { isBlank, isLetter, isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

/** Shorter options are those of many programs. */
const SHORTEST = 6;
const LENGTH_MAX = 40;
/** How many words may stand between an option and the word that calls it one. */
const WORDS_BETWEEN = 3;
/** How far before its sentence, in the same paragraph, the program may be named. */
const BEFORE_MAX = 200;
const OPENERS = new Set('"\'`“‘(');

/**
 * Finds options of an intruder's own program that a sentence about it calls so: "the --fen-token flag is needed to start the ransomware". Options of
 * known tools, and those that programs of all kinds have, tell nothing.
 */
export function findOwnOptions(page: Page): readonly FoundThing[] {
  const { text } = page;
  const found = placesOf(text, '-').flatMap((start): readonly FoundThing[] => {
    const before = text[start - 1];
    if (before !== undefined && !isBlank(before) && !OPENERS.has(before)) return [];
    const end = optionEnd(text, start);
    const value = text.slice(start, end);
    if (value.length < SHORTEST || page.isCode(start) || isEverydays(value) || !isOwn(page, start, end)) return [];
    return [
      {
        thing: 'command-line',
        value,
        deed: 'executed',
        title: 'Command With An Option Of The Intruders’ Own',
        spans: [page.spanOf(start, end)],
      },
    ];
  });
  return joined(found);
}

/** Where the option that begins at a place ends; the place itself where none does. */
function optionEnd(text: string, start: number): number {
  let at = text[start + 1] === '-' ? start + 2 : start + 1;
  if (!isLetter(text[at])) return start;
  while (at - start < LENGTH_MAX && (isWordCharacter(text[at]) || (text[at] === '-' && isWordCharacter(text[at + 1]))))
    at += 1;
  return at;
}

function isEverydays(option: string): boolean {
  return wordSet('everyday-options').has(option.replaceAll('-', '').toLowerCase());
}

/** Whether the sentence around an option calls it one, and tells of an intruder's program and of no known tool. */
function isOwn({ text }: Page, start: number, end: number): boolean {
  const sentence = sentenceAround(text, start, end);
  const before = tokensOf(text.slice(sentence.start, start));
  const behind = tokensOf(text.slice(end, sentence.end));
  const isCalled = [...before.slice(-WORDS_BETWEEN), ...behind.slice(0, WORDS_BETWEEN)].some((word) =>
    isIn('option-words', word),
  );
  if (!isCalled) return false;
  const words = [...before, ...behind];
  const earlier = text.slice(Math.max(0, sentence.start - BEFORE_MAX), sentence.start);
  const told = [...tokensOf(earlier.slice(earlier.lastIndexOf('\n') + 1)), ...words];
  return told.some((word) => isIn('programs-of-intruders', word)) && !words.some(({ text: word }) => isTool(word));
}

function isIn(list: string, { text }: Token): boolean {
  return wordSet(list).has(text);
}

/** Whether a word is a known tool's name and no word of English as well. */
function isTool(word: string): boolean {
  const tool = toolOf(word);
  return tool !== undefined && tool.verbs === undefined && !tool.builtin;
}
