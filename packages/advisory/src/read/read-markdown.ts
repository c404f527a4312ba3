import type { ReadOptions } from '../model.js';
import { startsWithAny, withoutFirst, withoutLast } from '../text/ends.js';
import { cleanText, codeText } from './clean-text.js';
import { isoDate } from './dates.js';
import type { DraftBlock, DraftDocument } from './draft-block.js';
import { itemOf } from './line-marks.js';
import { markdownBlock } from './markdown-inline.js';
import {
  cellsOf,
  fenceOf,
  headingOf,
  isTableRule,
  isThematicBreak,
  quotedOf,
  underlinedLevel,
  withoutTaskBox,
} from './markdown-lines.js';

const INDENTS = ['    ', '\t'] as const;
const FRONT_MATTER_LINES_MAX = 60;

/** Lines, and how many of them are read. */
interface Cursor {
  readonly lines: readonly string[];
  at: number;
}

/** Takes the lines of a block, the first of which is next, and gives what they make. */
type TakeBlock = (cursor: Cursor, base: string | undefined) => readonly (DraftBlock | undefined)[];

/** How blocks begin, in the order in which they are tried, by a line and the one after it. A line that begins none is of a paragraph. */
const BLOCKS: readonly (readonly [begins: (line: string, next: string) => boolean, take: TakeBlock])[] = [
  [(line) => fenceOf(line) !== undefined, takeFenced],
  [(line) => headingOf(line) !== undefined, takeHeading],
  [(line, next) => line.includes('|') && isTableRule(next), takeTable],
  [(line) => line.trim() === '' || isThematicBreak(line), takeBreak],
  [(line) => listItem(line) !== undefined, takeItem],
  [(line) => startsWithAny(line, INDENTS), takeIndented],
  [(line) => quotedOf(line) !== undefined, takeQuote],
];

/** Reads Markdown (CommonMark's blocks, GitHub's tables, front matter) line by line. */
export function readMarkdown(source: string, options: ReadOptions): DraftDocument {
  const lines = cleanText(source).split('\n');
  const matter = frontMatter(lines);
  const blocks: DraftBlock[] = [];
  const cursor: Cursor = { lines, at: matter.end };
  while (cursor.at < lines.length) {
    const [line, next] = [lines[cursor.at] ?? '', lines[cursor.at + 1] ?? ''];
    const take = BLOCKS.find(([begins]) => begins(line, next))?.[1] ?? takeParagraph;
    for (const block of take(cursor, options.url)) if (block !== undefined) blocks.push(block);
  }
  return {
    blocks,
    ...(matter.title === undefined ? {} : { title: matter.title }),
    ...(matter.publishedAt === undefined ? {} : { publishedAt: matter.publishedAt }),
  };
}

/** The line that is next; the cursor moves behind it. */
function takeLine(cursor: Cursor): string {
  const line = cursor.lines[cursor.at] ?? '';
  cursor.at += 1;
  return line;
}

/** The lines from the next one on as long as they belong; the cursor moves behind them. */
function takeLines(cursor: Cursor, belongs: (line: string) => boolean): readonly string[] {
  const start = cursor.at;
  while (cursor.at < cursor.lines.length && belongs(cursor.lines[cursor.at] ?? '')) cursor.at += 1;
  return cursor.lines.slice(start, cursor.at);
}

function takeFenced(cursor: Cursor): readonly DraftBlock[] {
  const mark = fenceOf(takeLine(cursor)) ?? '```';
  const body = takeLines(cursor, (line) => !line.trimStart().startsWith(mark));
  cursor.at += 1;
  return codeOf(body);
}

function takeIndented(cursor: Cursor): readonly DraftBlock[] {
  const body = takeLines(cursor, (line) => startsWithAny(line, INDENTS) || line.trim() === '');
  return codeOf(body.map((line) => line.slice(INDENTS.find((indent) => line.startsWith(indent))?.length ?? 0)));
}

function codeOf(body: readonly string[]): readonly DraftBlock[] {
  const text = codeText(body.join('\n'));
  return text === '' ? [] : [{ type: 'code', text }];
}

function takeHeading(cursor: Cursor, base: string | undefined): readonly (DraftBlock | undefined)[] {
  const { level, words } = headingOf(takeLine(cursor)) ?? { level: 2, words: '' };
  return [markdownBlock(words, 'heading', base, level)];
}

function takeTable(cursor: Cursor, base: string | undefined): readonly (DraftBlock | undefined)[] {
  const rows = takeLines(cursor, (line) => line.includes('|'));
  return rows.filter((row) => !isTableRule(row)).map((row) => tableRow(row, base));
}

/** What an item of a list says; undefined where the line begins none. */
const listItem = (line: string): string | undefined => itemOf(line, '-*+', 4);

function takeBreak(cursor: Cursor): readonly DraftBlock[] {
  cursor.at += 1;
  return [];
}

function takeItem(cursor: Cursor, base: string | undefined): readonly (DraftBlock | undefined)[] {
  const first = listItem(takeLine(cursor)) ?? '';
  // Indented lines below an item continue it; unindented prose does too, until a blank line.
  const body = [first, ...takeLines(cursor, isContinuation)];
  return [markdownBlock(withoutTaskBox(body.join(' ')), 'list-item', base)];
}

function takeQuote(cursor: Cursor, base: string | undefined): readonly (DraftBlock | undefined)[] {
  const body = takeLines(cursor, (line) => quotedOf(line) !== undefined).map(quotedOf);
  return [markdownBlock(body.join(' '), 'quote', base)];
}

function takeParagraph(cursor: Cursor, base: string | undefined): readonly (DraftBlock | undefined)[] {
  const body = [takeLine(cursor), ...takeLines(cursor, isContinuation)];
  const level = underlinedLevel(cursor.lines[cursor.at] ?? '');
  if (level === undefined || body.length > 1) return [paragraph(body, base)];
  cursor.at += 1;
  return [markdownBlock(body[0] ?? '', 'heading', base, level)];
}

/** A paragraph of one image becomes its description; one of only code becomes a code block. */
function paragraph(body: readonly string[], base: string | undefined): DraftBlock | undefined {
  const source = body.join(' ').trim();
  const isImage = source.startsWith('![') && source.endsWith(')') && !source.slice(2).includes('![');
  const block = markdownBlock(source, isImage ? 'caption' : 'paragraph', base);
  const only = block?.code?.length === 1 ? block.code[0] : undefined;
  return block !== undefined && only?.start === 0 && only.end === block.text.length
    ? { type: 'code', text: block.text }
    : block;
}

function isContinuation(line: string): boolean {
  return !(
    line.trim() === '' ||
    fenceOf(line) !== undefined ||
    headingOf(line) !== undefined ||
    listItem(line) !== undefined ||
    quotedOf(line) !== undefined ||
    underlinedLevel(line) !== undefined ||
    line.trimStart().startsWith('|')
  );
}

function tableRow(line: string, base: string | undefined): DraftBlock | undefined {
  const cells = cellsOf(line);
  return cells.every((cell) => cell === '') ? undefined : markdownBlock(cells.join(' | '), 'table-row', base);
}

interface FrontMatter {
  readonly end: number;
  readonly title?: string;
  readonly publishedAt?: string;
}

function frontMatter(lines: readonly string[]): FrontMatter {
  if ((lines[0] ?? '').trim() !== '---') return { end: 0 };
  const close = lines.findIndex((line, at) => at > 0 && at < FRONT_MATTER_LINES_MAX && line.trim() === '---');
  if (close < 0) return { end: 0 };
  const value = (key: string): string | undefined => {
    const line = lines.slice(1, close).find((each) => each.toLowerCase().startsWith(`${key}:`));
    if (line === undefined) return undefined;
    return withoutLast(withoutFirst(line.slice(key.length + 1).trim(), '"\''), '"\'');
  };
  const title = value('title');
  const publishedAt = isoDate(value('date') ?? value('published') ?? '');
  return { end: close + 1, ...(title ? { title } : {}), ...(publishedAt === undefined ? {} : { publishedAt }) };
}
