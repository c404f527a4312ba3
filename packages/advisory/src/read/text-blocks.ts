import { wordRows } from '../knowledge/load.js';
import { isCapital, isDigit, isSmallLetter } from '../text/characters.js';
import { closesWith } from '../text/ends.js';
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

/** Whether a line is a heading: short, in title form, with text after it, and neither an indicator nor a sentence. */
function isHeadingLine(line: string, following: string | undefined): boolean {
  if (line.length < 3 || line.length > HEADING_CHARACTERS_MAX || following === undefined) return false;
  const words = line.slice(numberOfHeading(line));
  if (closesWith(words, '.,;!?)') || words.includes('].') || hasMarksOfValue(words, 3)) return false;
  if (
    splitAtBlanks(line).length > 12 ||
    !(startsWithCapital(line) || isDigit(line[0])) ||
    !(hasStretch(line, isSmallLetter, 3) || hasStretch(line, isCapital, 3))
  )
    return false;
  return following.length > line.length && !tellsDeed(line);
}

/** Fewest words of an item of a list that tells what is done: "Creates a mapping of the file". */
const DEED_WORDS_MIN = 4;

/** Whether a line begins with what somebody does and goes on in small letters: an item of a list of deeds, without its bullet. */
function tellsDeed(line: string): boolean {
  const [first = '', second = '', ...more] = splitAtBlanks(line);
  if (more.length < DEED_WORDS_MIN - 2 || !startsWithSmall(second) || !first.endsWith('s')) return false;
  const verb = first.toLowerCase();
  return [...wordRows('deed-verbs').values()].some((told) => told?.has(verb) === true);
}

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
  if (end === at + 1 && isHeadingLine(joined, firstFilled(lines, end)))
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
