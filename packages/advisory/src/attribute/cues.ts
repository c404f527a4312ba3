import { cueGroups, cueLines, words as wordList } from '../knowledge/load.js';
import { once, onceEach, onceEachPart, onceEachWord } from '../once.js';
import type { Passage } from '../segment/passage.js';
import { isAnyLetterOrDigit, isCapital, isDigit, isLetter } from '../text/characters.js';

/** A word of a text with its place, in small letters. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What the word can begin. */
  readonly begins: Beginnings;
}

/** The cues that a word can begin. */
interface Beginnings {
  readonly cues: readonly Cue[];
  readonly byGroup: ReadonlyMap<string, readonly Cue[]>;
}

/** One word of a cue: its possible forms, and how many words may stand before it. */
interface CueWord {
  readonly whole: ReadonlySet<string>;
  readonly beginnings: readonly string[];
  /** How many words may stand before it, and which; any words where none are named. */
  readonly gap: number;
  readonly between?: ReadonlySet<string>;
}

interface Cue {
  readonly group: string;
  readonly atStart: boolean;
  readonly words: readonly CueWord[];
}

/** A cue found in a sentence: its group (the name of its file) and its first and last word. */
export interface CueHit {
  readonly group: string;
  readonly first: number;
  readonly last: number;
}

/** How many words `..`, `...` and `....` stand for, at most. */
const GAPS: Readonly<Record<string, number>> = { '..': 3, '...': 8, '....': 24 };
/** How many words `~` stands for, at most. */
const FILLERS_MAX = 4;

/**
 * The cues of `knowledge/cues/`, one file a group, one cue a line. A cue is words of a sentence in their order: `a|b` either word, `a*` every
 * word that begins so, `@list` any word of a list of `knowledge/words/`, `..`, `...` and `....` up to three, eight and twenty-four words between,
 * `~a|b` up to four of these words between, `^` the sentence's beginning. Lines that begin with `#` are the heading.
 */
const cues = once(() => {
  const byWord = new Map<string, Cue[]>();
  // Cues whose first word is only a beginning (`a*`), by its first character.
  const byBeginning = new Map<string, Cue[]>();
  for (const group of cueGroups()) {
    for (const line of cueLines(group)) {
      const cue = parseCue(group, line);
      const first = cue.words[0] as CueWord;
      for (const word of first.whole) onceEach(byWord, () => [])(word).push(cue);
      for (const letter of new Set(first.beginnings.map((beginning) => beginning.charAt(0)))) {
        onceEach(byBeginning, () => [])(letter).push(cue);
      }
    }
  }
  return { byWord, byBeginning };
});

function parseCue(group: string, line: string): Cue {
  const words: CueWord[] = [];
  let gap = 0;
  let between: ReadonlySet<string> | undefined;
  const parts = line.split(' ').filter(Boolean);
  const atStart = parts[0] === '^';
  for (const part of atStart ? parts.slice(1) : parts) {
    const wide = GAPS[part];
    if (wide !== undefined) {
      gap = wide;
      continue;
    }
    if (part.startsWith('~')) {
      gap = FILLERS_MAX;
      between = new Set(part.slice(1).split('|').flatMap(formsOf));
      continue;
    }
    const forms = part.split('|').flatMap(formsOf);
    words.push({
      whole: new Set(forms.filter((form) => !form.endsWith('*'))),
      beginnings: forms.filter((form) => form.endsWith('*')).map((form) => form.slice(0, -1)),
      gap,
      ...(between === undefined ? {} : { between }),
    });
    gap = 0;
    between = undefined;
  }
  if (words.length === 0) throw new Error(`the cue "${line}" of ${group} has no word`);
  return { group, atStart, words };
}

function formsOf(form: string): readonly string[] {
  return form.startsWith('@') ? wordList(form.slice(1)) : [form];
}

const BEGINS = 1;
const GOES_ON = 2;
const ASCII = 128;
/** Of each character of ASCII, whether a word can begin and go on with it. */
const ROLES = Uint8Array.from({ length: ASCII }, (_, code) => {
  const character = String.fromCharCode(code);
  if (isLetter(character) || isDigit(character)) return BEGINS | GOES_ON;
  return "'&-".includes(character) ? GOES_ON : 0;
});

/** The words of a sentence, and its question marks. Offsets are those of `text` plus `offset`. */
export function tokensOf(text: string, offset = 0): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const isMark = text.charCodeAt(at) === QUESTION_MARK;
    const end = isMark ? at + 1 : wordEnd(text, at);
    if (end === at) {
      at += 1;
      continue;
    }
    const word = isMonth(text, at, end) ? MAY : wordOf(text.slice(at, end).toLowerCase());
    tokens.push({ text: word.text, start: offset + at, end: offset + end, begins: word.begins });
    at = end;
  }
  return tokens;
}

/** The words of a passage, read once. */
export const tokensOfPassage = onceEach(new WeakMap<Passage, readonly Token[]>(), ({ text }) => tokensOf(text));

/** The words of a sentence of a passage, read once; offsets are those of the sentence. */
export const tokensOfSentence = onceEachPart(({ text }: Pick<Passage, 'text'>, { start, end }) =>
  tokensOf(text.slice(start, end)),
);

const QUESTION_MARK = 0x3f;

/** How far the word before it is looked for. */
const BEFORE_MONTH = 40;
/** The month, which begins no cue. */
const MAY: Word = { text: 'May', begins: { cues: [], byGroup: new Map() } };

/** Whether the word at a place is the month: "In May", "3 May". As a modal it is small but in headings, where the word before is a name. */
function isMonth(text: string, start: number, end: number): boolean {
  if (end - start !== MAY.text.length || start === 0 || !text.startsWith(MAY.text, start)) return false;
  const before = text.slice(Math.max(0, start - BEFORE_MONTH), start).trimEnd();
  const first = before.charAt(before.lastIndexOf(' ') + 1);
  return first !== '' && (!isCapital(first) || start <= 'Since '.length);
}

/** Where the word that begins at a place ends; the place itself where none begins there. */
function wordEnd(text: string, start: number): number {
  let at = start;
  let wanted = BEGINS;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < ASCII) {
      if (((ROLES[code] as number) & wanted) === 0) return at;
      at += 1;
    } else {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      if (!isAnyLetterOrDigit(character) && !(wanted === GOES_ON && character === '’')) return at;
      at += character.length;
    }
    wanted = GOES_ON;
  }
  return at;
}

/** Every cue of a sentence's words, in the order of their first words; of the groups wanted only, where some are named. */
export function cueHits(tokens: readonly Token[], wanted?: ReadonlySet<string>): readonly CueHit[] {
  const found: CueHit[] = [];
  const only = wanted?.size === 1 ? [...wanted][0] : undefined;
  for (let first = 0; first < tokens.length; first += 1) {
    const { cues: all, byGroup } = (tokens[first] as Token).begins;
    for (const cue of only === undefined ? all : (byGroup.get(only) ?? NONE))
      if (only !== undefined || wanted?.has(cue.group) !== false) addHit(found, cue, tokens, first);
  }
  return found;
}

const NONE: readonly Cue[] = [];

/** Whether a text has a cue of some groups. */
export function hasCue(text: string, wanted: ReadonlySet<string>): boolean {
  return cueHits(tokensOf(text), wanted).length > 0;
}

/** A word and the cues that it can begin. */
interface Word {
  readonly text: string;
  readonly begins: Beginnings;
}

/** What most words begin: no cue. */
export const BEGINS_NONE: Beginnings = { cues: NONE, byGroup: new Map() };

const wordOf = onceEachWord((text): Word => {
  const { byWord, byBeginning } = cues();
  const begun = (byBeginning.get(text.charAt(0)) ?? []).filter(({ words: [head] }) =>
    head?.beginnings.some((beginning) => text.startsWith(beginning)),
  );
  const all = [...(byWord.get(text) ?? []), ...begun];
  return { text, begins: all.length === 0 ? BEGINS_NONE : beginningsOf(all) };
});

function beginningsOf(all: readonly Cue[]): Beginnings {
  const byGroup = new Map<string, Cue[]>();
  for (const cue of all) onceEach(byGroup, () => [])(cue.group).push(cue);
  return { cues: all, byGroup };
}

function addHit(found: CueHit[], cue: Cue, tokens: readonly Token[], first: number): void {
  if (cue.atStart && !isBeginning(cue.words[0] as CueWord, tokens, first)) return;
  let at = first;
  for (const word of cue.words.slice(1)) {
    const until = Math.min(tokens.length - 1, at + 1 + word.gap);
    let next = at + 1;
    while (next <= until && !fits(word, (tokens[next] as Token).text)) {
      if (word.between?.has((tokens[next] as Token).text) === false) return;
      next += 1;
    }
    if (next > until) return;
    at = next;
  }
  found.push({ group: cue.group, first, last: at });
}

/** Whether only allowed words stand before a cue's first word. */
function isBeginning({ gap, between }: CueWord, tokens: readonly Token[], first: number): boolean {
  return first === 0 || (first <= gap && tokens.slice(0, first).every(({ text }) => between?.has(text) !== false));
}

function fits(word: CueWord, text: string): boolean {
  return word.whole.has(text) || word.beginnings.some((beginning) => text.startsWith(beginning));
}
