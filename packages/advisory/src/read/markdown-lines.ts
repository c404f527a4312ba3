// What a line of Markdown begins or is (CommonMark's blocks, GitHub's tables).

import { isBlank, isVisible, placesOf } from '../text/characters.js';
import { closesWith, opensWith, withoutFirst, withoutLast } from '../text/ends.js';
import { hasAny, splitAtBlanks } from '../text/shape.js';
import { isAll, leading, oneOf, skip } from '../text/stretches.js';

/** Before most marks at most so many blanks may stand; behind more a line is code. */
const INDENT_MAX = 3;

/** Where a line's mark would stand: behind its indent. */
const markAt = (line: string): number => skip(line, 0, isBlank, INDENT_MAX);

/** The backticks or tildes that open or close a listing; undefined where the line has none. */
export function fenceOf(line: string): string | undefined {
  const start = markAt(line);
  const sign = line.charAt(start);
  const fence = sign === '`' || sign === '~' ? leading(line.slice(start), oneOf(sign)) : '';
  return fence.length >= 3 ? fence : undefined;
}

/** The level of a heading that begins with hash signs, and its words; undefined where the line is none. */
export function headingOf(line: string): { level: number; words: string } | undefined {
  const start = markAt(line);
  const end = skip(line, start, oneOf('#'));
  const level = end - start;
  if (level < 1 || level > 6 || !isBlank(line[end])) return undefined;
  let words = line.slice(end).trim();
  while (words.endsWith('#')) words = words.slice(0, -1);
  return { level, words: words.trimEnd() };
}

/** The level of a heading whose hash signs begin its line, with one blank behind them; zero where the line is none. */
export function levelAtStart(line: string): number {
  const level = skip(line, 0, oneOf('#'));
  return level <= 6 && line[level] === ' ' && isVisible(line[level + 1]) ? level : 0;
}

/** What stands behind the mark of a quoted line; undefined where the line has none. */
export function quotedOf(line: string): string | undefined {
  const start = markAt(line);
  if (line[start] !== '>') return undefined;
  const quoted = line.slice(start + 1);
  return isBlank(quoted[0]) ? quoted.slice(1) : quoted;
}

/** The level of the heading that a line underlines; undefined where the line is no underline. */
export function underlinedLevel(line: string): 1 | 2 | undefined {
  const marks = line.slice(markAt(line)).trimEnd();
  if (isAll(marks, oneOf('='))) return 1;
  return isAll(marks, oneOf('-')) ? 2 : undefined;
}

/** Whether a line is a break between sections: three or more hyphens, stars or underscores, with or without blanks. */
export function isThematicBreak(line: string): boolean {
  const start = markAt(line);
  const sign = line.charAt(start);
  const marks = splitAtBlanks(line.slice(start)).join('');
  return marks.length >= 3 && '-*_'.includes(sign) && isAll(marks, oneOf(sign));
}

/** Whether a line stands between the head and the rows of a table: `| --- | :-: |`. */
export function isTableRule(line: string): boolean {
  const cells = withoutFirst(line.trim(), '|').split('|');
  const last = cells.pop() ?? '';
  return cells.length > 0 && cells.every(isRuleOfCell) && (last.trim() === '' || isRuleOfCell(last));
}

function isRuleOfCell(cell: string): boolean {
  return isAll(withoutFirst(withoutLast(cell.trim(), ':'), ':'), oneOf('-'));
}

/** The cells of a table's row. A bar behind a backslash belongs to its cell. */
export function cellsOf(line: string): readonly string[] {
  const row = withoutFirst(line.trim(), '|');
  const cells: string[] = [];
  let start = 0;
  for (const at of placesOf(row, '|')) {
    if (row[at - 1] === '\\') continue;
    cells.push(row.slice(start, at).trim());
    start = at + 1;
  }
  const isClosed = closesWith(row, '|') && start === row.length;
  return isClosed ? cells : [...cells, row.slice(start).trim()];
}

/** Whether a text has words between pairs of stars, with so many characters at most. */
export function hasStrong(text: string, most: number): boolean {
  const between = text.split('**').slice(1, -1);
  return between.some((part) => {
    const words = withoutFirst(part, '*');
    return words !== '' && words.length <= most && !hasAny(words, '*\n');
  });
}

/** The words of an item without the box of a task (`[x] `). */
export function withoutTaskBox(words: string): string {
  const isBox = opensWith(words, '[') && ' xX'.includes(words[1] ?? '?') && words[2] === ']';
  return isBox && isBlank(words[3]) ? words.slice(4) : words;
}
