import { tokensOf } from '../attribute/cues.js';
import { wordSet, words } from '../knowledge/load.js';
import type { FoundThing, Span } from '../model.js';
import { isCapital, isWordCharacter, placesOf } from '../text/characters.js';
import { isAll, skipBack } from '../text/stretches.js';
import { joined, type Page } from './page.js';

/** How far around a name the text may say that it is a ransom note. */
const NEAR = 160;
const SHORTEST_STEM = 3;
const NAME_MAX = 60;
const SHOUTED_MAX = 6;
const NAME_MARKS = new Set('-+!#@$._~');
const HOLES: Readonly<Record<string, string>> = { ']': '[', '>': '<', '}': '{' };
const HOLE_MAX = 30;
/** A text about ransomware has so many words of it. */
const ABOUT_MIN = 4;

/** Finds names of ransom notes: by the words near them, or, in a text about ransomware, by the words in them. */
export function findNoteNames(page: Page): readonly FoundThing[] {
  const isAbout = count(page.lower, 'ransom') >= ABOUT_MIN;
  const found = words('note-endings').flatMap((ending) =>
    placesOf(page.lower, `.${ending}`).flatMap((dot) => noteAt(page, dot, dot + 1 + ending.length, isAbout) ?? []),
  );
  return joined(found, ({ value }) => value.toLowerCase());
}

function noteAt(page: Page, dot: number, end: number, isAbout: boolean): FoundThing | undefined {
  const { text } = page;
  // A name that goes on is that of an encrypted file: readme.txt.locked.
  if (isWordCharacter(text[end]) || (text[end] === '.' && isSmallLetter(text[end + 1]))) return undefined;
  const { start, holes } = stemBefore(text, dot);
  // In a link or a path the folder before it is the page's.
  if (dot - start < SHORTEST_STEM || '/='.includes(text[start - 1] ?? ' ')) return undefined;
  const stem = wordsIn(text.slice(start, dot));
  if (stem.length === 0) return undefined;
  const ending = text.slice(dot + 1, end).toLowerCase();
  const isPicture = wordSet('picture-endings').has(ending);
  const isNamed = isAbout && stem.some((word) => wordSet('note-name-words').has(word));
  if (!isNamed && (isPicture || !isTold(page, start, end))) return undefined;
  const isEveryday = stem.length === 1 && wordSet('everyday-file-names').has(stem[0] ?? '');
  const isEverybodys = isEveryday || stem.every((word) => wordSet('note-names-of-everybody').has(word));
  const isBroken = text[start - 1] === '\n' && '-_'.includes(text[start - 2] ?? ' ');
  const parts = partsBetween(text, { start, end }, holes);
  // Where nothing but the ending is known, the name is anybody's.
  if (holes.length > 0 && !parts.slice(0, -1).some((part) => part.length >= SHORTEST_STEM)) return undefined;
  return {
    thing: 'file-name',
    value: text.slice(start, end),
    ...(holes.length === 0 ? {} : { parts }),
    deed: 'dropped',
    shows: 'T1486',
    spans: [page.spanOf(start, end)],
    ...(isBroken ? { isCut: true as const } : {}),
    ...(isEverybodys ? { isCommon: true as const } : {}),
    ...(isEveryday && OF_TEXTS.has(ending) ? { isEverywhere: true as const } : {}),
  };
}

/** Endings of the texts that come with programs of all kinds. */
const OF_TEXTS: ReadonlySet<string> = new Set(['txt', 'html', 'htm', 'rtf']);

/** Where the name before a point begins, and the placeholders in it. */
function stemBefore(text: string, dot: number): { readonly start: number; readonly holes: readonly Span[] } {
  const holes: Span[] = [];
  let start = dot;
  while (dot - start < NAME_MAX) {
    const hole = holeBefore(text, start);
    if (hole === undefined && !isWordCharacter(text[start - 1]) && !NAME_MARKS.has(text[start - 1] ?? ' ')) break;
    if (hole !== undefined) holes.unshift({ start: hole, end: start });
    start = hole ?? start - 1;
  }
  while (start < dot && '._-~'.includes(text[start] as string)) start += 1;
  return { start: shoutedFrom(text, start, dot), holes };
}

/** Where a name begins whose words are all in capitals, with blanks between: "FILES ENCRYPTED.txt". */
function shoutedFrom(text: string, start: number, dot: number): number {
  let from = start;
  if (!isAll(text.slice(start, dot), isCapital)) return start;
  for (let count = 0; count < SHOUTED_MAX && text[from - 1] === ' '; count += 1) {
    const begin = skipBack(text, from - 1, isCapital, NAME_MAX);
    const isWord = from - 1 - begin >= SHORTEST_STEM && !isWordCharacter(text[begin - 1]);
    if (!isWord) return from;
    from = begin;
  }
  return from;
}

/** Where a part begins that stands for what differs, and ends at a place: `[RANDOM]`, `<id>`, `{victim}`. */
function holeBefore(text: string, end: number): number | undefined {
  const opener = HOLES[text[end - 1] ?? ' '];
  if (opener === undefined) return undefined;
  const near = text.slice(Math.max(0, end - HOLE_MAX), end);
  const at = near.lastIndexOf(opener);
  return at < 0 || near.length - at <= 2 || near.includes('\n', at) ? undefined : end - near.length + at;
}

/** What is known of a name: the text before, between and behind its holes. */
function partsBetween(text: string, { start, end }: Span, holes: readonly Span[]): readonly string[] {
  const ends = [...holes.map((hole) => hole.start), end];
  return ends.map((stop, at) => text.slice(at === 0 ? start : holes[at - 1]?.end, stop));
}

function isSmallLetter(character = ''): boolean {
  return character >= 'a' && character <= 'z';
}

function isTold(page: Page, start: number, end: number): boolean {
  const { lower } = page;
  if (isCalledNote(page, start)) return ['ransom', 'encrypt'].some((word) => lower.includes(word));
  const near = tokensOf(lower.slice(Math.max(0, start - NEAR), end + NEAR)).map(({ text }) => text);
  const around = near.filter((word, at) => word !== 'note' || isNoun(near, at));
  const has = (list: string): boolean => around.some((word) => wordSet(list).has(word));
  return has('note-words') && has('ransom-words');
}

/** How many words before a name may call it a note, and which may stand between: 'the note "RESTORE.txt"', "notes named RESTORE.txt". */
const CALLED_WITHIN = 5;
const NOTES = new Set(['note', 'notes', 'ransomnote']);

/** Whether the words right before a name call it a note. */
function isCalledNote({ lower }: Page, start: number): boolean {
  const near = lower.slice(Math.max(0, start - NEAR), start);
  const before = tokensOf(near).slice(-CALLED_WITHIN);
  const at = before.findLastIndex(({ text }) => NOTES.has(text));
  const told = before.map(({ text }) => text);
  if (at < 1 || !isNoun(told, at) || near.includes(':', before[at]?.end)) return false;
  return before.slice(at + 1).every(({ text }) => wordSet('between-note-and-name').has(text));
}

/** Words right before "note" that make it what readers do or an aside: "please note that", "a side note". */
const ASIDE_BEFORE = new Set(['to', 'please', 'side', 'also', 'should', 'must', 'we']);

/** Whether "note" at a place of some words is a thing. */
function isNoun(words: readonly string[], at: number): boolean {
  return !ASIDE_BEFORE.has(words[at - 1] ?? '') && words[at + 1] !== 'that';
}

function count(text: string, word: string): number {
  return placesOf(text, word).length;
}

/** The words of a name, in small letters: between marks, and where capitals begin new ones. */
function wordsIn(name: string): readonly string[] {
  const found: string[] = [''];
  let last = '';
  for (const each of name) {
    const begins = last >= 'a' && last <= 'z' && each >= 'A' && each <= 'Z';
    if (!isWordCharacter(each) || each === '_' || begins) found.push('');
    if (isWordCharacter(each) && each !== '_') found.push((found.pop() ?? '') + each.toLowerCase());
    last = each;
  }
  return found.filter((word) => word !== '');
}
