import { wordPairs, wordRows, wordSet } from '../knowledge/load.js';
import { stem } from '../knowledge/stem.js';
import { once } from '../once.js';
import { isCapital, isDigit, isSmallLetter } from '../text/characters.js';
import { closesWith, endsWithAny } from '../text/ends.js';
import { firstWord, splitAtBlanks, startsWithCapital, startsWithSmall } from '../text/shape.js';
import { hasStretch } from '../text/stretches.js';
import { backtickedCode } from './backticks.js';
import { oneLine } from './clean-text.js';
import { isCodeLine } from './code-line.js';
import type { DraftBlock } from './draft-block.js';
import { BULLETS, hasMarksOfValue, itemOf, wordsAfterNumber } from './line-marks.js';

const HEADING_CHARACTERS_MAX = 90;

/** What an item of a list says; undefined where the line is none. */
const listItem = (line: string): string | undefined => itemOf(line, `${BULLETS}*-`, 2) || undefined;

/** How long the number before a heading's words is; zero where there is none or no capital follows. */
function numberOfHeading(line: string): number {
  const start = wordsAfterNumber(line);
  return isCapital(line[start]) ? start : 0;
}

function cells(line: string): readonly string[] | undefined {
  for (const separator of ['\t', ' | ']) {
    if (line.includes(separator)) return line.split(separator).map((cell) => oneLine(cell));
  }
  return undefined;
}

/** Whether a line is a heading: short, in title form, with text after it, and neither an indicator nor a sentence nor an item. */
function isHeadingLine(line: string, before: string | undefined, following: string | undefined): boolean {
  if (line.length < 3 || line.length > HEADING_CHARACTERS_MAX || following === undefined) return false;
  const words = line.slice(numberOfHeading(line));
  if (closesWith(words, '.,;!?)') || words.includes('].') || hasMarksOfValue(words, 3)) return false;
  if (
    splitAtBlanks(line).length > 12 ||
    !(startsWithCapital(line) || isDigit(line[0])) ||
    !(hasStretch(line, isSmallLetter, 3) || hasStretch(line, isCapital, 3))
  )
    return false;
  return following.length > line.length && !isItemOfDeeds(line, [before, following]);
}

/**
 * Whether a line is an item of a list of deeds without its mark. One that tells what somebody does ("Dumps the memory of LSASS") is one by itself;
 * "Dropping web shells" and "Dropped web shells" may be titles too, and are items where a line beside them begins so.
 */
function isItemOfDeeds(line: string, beside: readonly (string | undefined)[]): boolean {
  return tellsDeed(line, ['s']) || (tellsDeed(line, DEED_ENDINGS) && beside.some(isShortDeed));
}

/** How verbs of items end; those without a regular past form are in a list. */
const DEED_ENDINGS = ['s', 'ing', 'ed'] as const;

/** Whether a line may be an item of a list of deeds by its length and its first word. */
function isShortDeed(line: string | undefined): boolean {
  return line !== undefined && line.length <= HEADING_CHARACTERS_MAX && tellsDeed(line, DEED_ENDINGS);
}

/** Whether a line begins with a verb in a form with one of some endings, which is not the plural of a noun. */
function tellsDeed(line: string, endings: readonly string[]): boolean {
  const [first = '', second = '', ...more] = splitAtBlanks(line).map((word) => word.toLowerCase());
  const base = endings.includes('ed') ? wordPairs('irregular-verbs').get(first) : undefined;
  if (second === '' || (base === undefined && !endsWithAny(first, endings))) return false;
  const verb = stem(base ?? first);
  // The list of forms has nouns too: "Theft of".
  if (base !== undefined && second === 'of') return false;
  const isPlural = itemVerbs().get('nouns')?.has(verb) === true && first.endsWith('s');
  if (isPlural && (more.length === 0 || isBehindNoun(second))) return false;
  return [...itemVerbs().values()].some((verbs) => verbs.has(verb));
}

/** Whether a word stands behind a noun and before no object: "Exploits of", "Downloads used". */
function isBehindNoun(word: string): boolean {
  return (
    wordSet('prepositions').has(word) ||
    wordSet('object-joints').has(word) ||
    endsWithAny(word, ['ed', 'ing']) ||
    ['of', 'are', 'were', 'against'].includes(word)
  );
}

/** The stems of the verbs of items, by whether their form with -s is a noun too. */
const itemVerbs = once(
  () => new Map([...wordRows('verbs-of-items')].map(([name, verbs]) => [name, new Set([...(verbs ?? [])].map(stem))])),
);

/** The column at which a text's lines were broken: most full lines are about as long as the longest. */
function wrapColumn(lines: readonly string[]): number | undefined {
  const lengths = lines.map((line) => line.length).filter((length) => length > 40);
  if (lengths.length < 8) return undefined;
  lengths.sort((a, b) => a - b);
  const longest = lengths.at(Math.floor(lengths.length * 0.98)) ?? 0;
  if (longest > 130 || longest < 50) return undefined;
  const full = lengths.filter((length) => length >= longest * 0.75).length;
  return full >= lengths.length * 0.5 ? longest : undefined;
}

/** Whether a line continues in the next one: it was broken at the column, and the next begins in the middle of a sentence. */
function goesOn(line: string, next: string, column: number): boolean {
  if (next === '' || listItem(next) !== undefined || isCodeLine(next) || isCodeLine(line)) return false;
  if (cells(line) !== undefined || cells(next) !== undefined) return false;
  const start = next.trimStart();
  if (line.length + firstWord(start).length + 1 < column * 0.85) return false;
  return !closesWith(line.trimEnd(), '.:!?') || startsWithSmall(start) || start.startsWith('(');
}

/**
 * Lines of plain text as blocks: wrapped lines are joined; commands and code keep their lines; there are bullets, rows separated by tabs or
 * bars, and short title lines as headings. Used for text files and for the lines of a PDF.
 */
export function textBlocks(lines: readonly string[]): readonly DraftBlock[] {
  const blocks: DraftBlock[] = [];
  const column = wrapColumn(lines);
  let at = 0;
  while (at < lines.length) {
    if ((lines[at] ?? '').trim() === '') {
      at += 1;
      continue;
    }
    const { block, end } = blockAt(lines, at, column);
    blocks.push(block);
    at = end;
  }
  return blocks;
}

/** A block, and the first line that is no more of it. */
interface ReadBlock {
  readonly block: DraftBlock;
  readonly end: number;
}

function blockAt(lines: readonly string[], at: number, column: number | undefined): ReadBlock {
  const line = lines[at] ?? '';
  if (isCodeLine(line)) return codeAt(lines, at);
  const row = cells(line);
  return row === undefined ? proseAt(lines, at, column) : { block: rowBlock(row), end: at + 1 };
}

function codeAt(lines: readonly string[], at: number): ReadBlock {
  let end = at;
  while (end < lines.length && isCodeLine(lines[end] ?? '')) end += 1;
  const code = lines.slice(at, end).map((line) => line.trimEnd());
  return { block: { type: 'code', text: code.join('\n') }, end };
}

function rowBlock(row: readonly string[]): DraftBlock {
  const isTable = row.filter((cell) => cell !== '').length > 1;
  return { type: isTable ? 'table-row' : 'paragraph', text: oneLine(row.join(' | ').trim()) };
}

/** A heading, an item or a paragraph, with the lines that go on with it. */
function proseAt(lines: readonly string[], at: number, column: number | undefined): ReadBlock {
  let end = at + 1;
  while (column !== undefined && end < lines.length && goesOn(lines[end - 1] ?? '', lines[end] ?? '', column)) end += 1;
  const joined = joinWrapped(lines.slice(at, end));
  if (end === at + 1 && isHeadingLine(joined, lastFilled(lines, at), firstFilled(lines, end)))
    return { block: { type: 'heading', level: 2, text: oneLine(joined) }, end };
  const item = numberOfHeading(joined) > 0 ? undefined : listItem(joined);
  const text = oneLine(item ?? joined);
  const code = backtickedCode(text);
  const type = item === undefined ? 'paragraph' : 'list-item';
  return { block: { type, text, ...(code.length === 0 ? {} : { code }) }, end };
}

/** Broken lines as one; a word that was divided is joined. Only the end of what is joined so far is looked at, so that this stays linear. */
function joinWrapped(lines: readonly string[]): string {
  const parts: string[] = [];
  let end = '';
  for (const line of lines) {
    const piece = line.trim();
    const isDivided = end.endsWith('-') && startsWithSmall(end.slice(-2)) && startsWithSmall(piece);
    if (isDivided) parts.push((parts.pop() ?? '').slice(0, -1));
    const added = isDivided || parts.length === 0 ? piece : ` ${piece}`;
    parts.push(added);
    end = (end + added).slice(-2);
  }
  return parts.join('');
}

function firstFilled(lines: readonly string[], from: number): string | undefined {
  for (let at = from; at < lines.length && at < from + 3; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line !== '') return line;
  }
  return undefined;
}

function lastFilled(lines: readonly string[], before: number): string | undefined {
  for (let at = before - 1; at >= 0 && at >= before - 3; at -= 1) {
    const line = (lines[at] ?? '').trim();
    if (line !== '') return line;
  }
  return undefined;
}
