import type { Block, Span } from '../model.js';
import { onceEach } from '../once.js';
import { hasWordEnd, isAnySmallLetter, isDigit, isWordCharacter } from '../text/characters.js';
import { closesWith } from '../text/ends.js';
import { beginsSentence, lastSentenceStart, type SentenceForm } from '../text/sentence-ends.js';
import { hasAnyPart, hasDigit } from '../text/shape.js';
import { hasPair, oneOf, skip } from '../text/stretches.js';
import { cueHits, type Token, tokensOf, tokensOfSentence } from './cues.js';

/** A passage as the classifier gets it. */
export interface ClassifiedPassage {
  readonly text: string;
  readonly block: Pick<Block, 'role' | 'type' | 'headings'>;
}

/** How many words at the beginning of a sentence most likely name who acts. */
const SUBJECT_WORDS = 5;
/** How many words open a sentence: in a short one its subject and its verb. */
const OPENING_WORDS = 4;
/** Lengths of sentences are compared in steps of this many words. */
const LENGTH_STEP = 7;
const LENGTHS_MAX = 5;
const ENDINGS = ['ing', 'ed', 's'] as const;
const ENDINGS_MAX = 3;

const isSlash = oneOf('\\/');

/** Whether a text has a path, a program's name, or a name of code. */
function hasCode(text: string): boolean {
  return (
    hasAnyPart(text, ['_', '()']) ||
    hasPair(text, isSlash, isWordCharacter) ||
    hasWordEnd(text, '.exe') ||
    hasWordEnd(text, '.dll')
  );
}

/** Whether a small letter of any alphabet stands before a text's second letter of ASCII, behind nothing but signs. */
const startsSmall = (text: string): boolean =>
  [...text.slice(0, skip(text, 0, (character) => !isWordCharacter(character)) + 1)].some(isAnySmallLetter);

/** Properties of a sentence's form, whatever its words. */
const SHAPES: Readonly<Record<string, (text: string) => boolean>> = {
  'end:colon': (text) => text.trimEnd().endsWith(':'),
  'end:open': (text) => text.trim() !== '' && !closesWith(text.trimEnd(), '.!?:'),
  'has:digit': hasDigit,
  'has:code': hasCode,
  'start:small': startsSmall,
};

/**
 * The features of a sentence, each once, with the first words that have it: its cues and where they stand, single words and pairs, its
 * opening words, the endings of its verbs, its form, and the cues of the sentence before and of the heading.
 */
export function featuresOf(passage: ClassifiedPassage, sentence: Span): ReadonlyMap<string, readonly Token[]> {
  const { block } = passage;
  const text = passage.text.slice(sentence.start, sentence.end);
  const tokens = tokensOfSentence(passage, sentence);
  const found = new Map<string, readonly Token[]>([
    [`role:${block.role}`, []],
    [`type:${block.type}`, []],
  ]);
  const add = (name: string, words: readonly Token[] = []): void => {
    if (!found.has(name)) found.set(name, words);
  };
  for (const { group, first, last } of cueHits(tokens)) {
    const words = tokens.slice(first, last + 1);
    add(`cue:${group}`, words);
    if (first < SUBJECT_WORDS) add(`early:${group}`, words);
    if (first === 0) add(`first:${group}`, words);
  }
  for (const group of groupsOf(sentenceBefore(passage.text, sentence.start))) add(`before:${group}`);
  for (const group of groupsOfHeading(block)) add(`heading:${group}`);
  addWords(tokens, add);
  for (const [name, shape] of Object.entries(SHAPES)) if (shape(text)) add(name);
  add(`length:${Math.min(LENGTHS_MAX, Math.floor(tokens.length / LENGTH_STEP))}`);
  return found;
}

function addWords(tokens: readonly Token[], add: (name: string, words?: readonly Token[]) => void): void {
  const endings = new Map<string, number>(ENDINGS.map((ending) => [ending, 0]));
  tokens.forEach((token, at) => {
    const word = wordOf(token);
    add(`word:${word}`, [token]);
    const next = tokens[at + 1];
    if (next !== undefined) add(`pair:${word}_${wordOf(next)}`, [token, next]);
    if (at === 0) add(`begins:${word}`, [token]);
    if (at < OPENING_WORDS) add(`opening:${word}`, [token]);
    const ending = ENDINGS.find((each) => word.endsWith(each) && word.length > each.length + 2);
    if (ending !== undefined) endings.set(ending, (endings.get(ending) ?? 0) + 1);
    if (at === 0) add(`begins:-${ending ?? ''}`);
  });
  for (const [ending, count] of endings) add(`ending:${ending}${Math.min(ENDINGS_MAX, count)}`);
}

/** All numbers count as the same word. */
function wordOf({ text }: Token): string {
  return isDigit(text[0]) ? '#' : text.replaceAll('’', "'");
}

/** The cues of the heading above a block, which each of its sentences asks. */
const groupsOfHeading = onceEach(new WeakMap<ClassifiedPassage['block'], ReadonlySet<string>>(), ({ headings }) =>
  groupsOf(headings.at(-1) ?? ''),
);

function groupsOf(text: string): ReadonlySet<string> {
  return new Set(cueHits(tokensOf(text)).map(({ group }) => group));
}

/** How far back the previous sentence is looked for. */
const BEFORE_CHARACTERS = 400;

const FORM: SentenceForm = {
  closing: '"\'”’)',
  closingMax: 2,
  lines: true,
  begins: beginsSentence,
};

function sentenceBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - BEFORE_CHARACTERS), start).trimEnd();
  return before.slice(lastSentenceStart(before, FORM));
}
