import { isAnyCapital, isAnySmallLetter, isDigit, isWordCharacter } from '../../text/characters.js';
import { closesWith, opensWith } from '../../text/ends.js';
import { lettersInWords, startsWithSmall } from '../../text/shape.js';
import { leading } from '../../text/stretches.js';
import { cleanText, oneLine } from '../clean-text.js';
import { isCodeLine } from '../code-line.js';
import type { DraftBlock } from '../draft-block.js';
import { BULLETS, hasMarksOfValue, itemMarkLength, wordsAfterNumber } from '../line-marks.js';
import { characterWidth, columnEdges, isBrokenAt } from './column-edges.js';
import { endsHyphenated, lineJoiner } from './join-lines.js';
import type { PdfLine } from './pdf-line.js';
import { codeUnwrapper } from './unwrap-code.js';

/** How much larger than the text a heading's letters are. */
const HEADING_SCALE = 1.12;
const HEADING_CHARACTERS_MAX = 200;
/** With a greater share of typewriter lines, that face does not mark code. */
const TYPEWRITTEN_SHARE = 0.85;
/** Most characters of a heading that only its font distinguishes. */
const SET_APART_CHARACTERS_MAX = 80;

/** Words that begin what stands below a picture or a table. */
const LABELS: ReadonlySet<string> = new Set(['figure', 'fig', 'table', 'note']);

/** What an item of a list says; undefined where the line begins none. Behind bullets no blank need stand. */
function listItem(line: string): string | undefined {
  const length = itemMarkLength(line, `${BULLETS}-*`, 2);
  if (length === 0 || !(opensWith(line, BULLETS) || line[length] === ' ')) return undefined;
  return line.slice(length).trimStart() || undefined;
}

function mostCommon(values: Iterable<readonly [number, number]>): number {
  const counts = new Map<number, number>();
  for (const [value, weight] of values) counts.set(value, (counts.get(value) ?? 0) + weight);
  let best = 0;
  let most = -1;
  for (const [value, count] of counts) {
    if (count > most || (count === most && value < best)) {
      best = value;
      most = count;
    }
  }
  return best;
}

const rounded = (value: number): number => Math.round(value * 2) / 2;

type Kind = 'heading' | 'code' | 'row' | 'text';

/** The blocks of a PDF's lines, by letter size, line distance and content. */
export function pdfBlocks(lines: readonly PdfLine[]): readonly DraftBlock[] {
  // A text that is wholly in one typewriter face is prose nevertheless.
  const isTypewritten = lines.filter((line) => line.isMonospace).length > lines.length * TYPEWRITTEN_SHARE;
  const prose = isTypewritten ? lines : lines.filter((line) => !line.isMonospace);
  const bodySize = mostCommon(prose.map((line) => [rounded(line.size), line.text.length] as const));
  const sizes = [...new Set(lines.map((line) => rounded(line.size)))].filter(
    (size) => size >= bodySize * HEADING_SCALE,
  );
  sizes.sort((a, b) => b - a);
  const leading = mostCommon(
    lines.slice(1).flatMap((line, at) => {
      const gap = (lines[at]?.y ?? 0) - line.y;
      return line.page === lines[at]?.page && gap > 0 && gap < bodySize * 3 ? [[rounded(gap), 1] as const] : [];
    }),
  );
  const edgeOf = columnEdges(lines);
  const fills = (line: PdfLine): boolean =>
    line.right > (edgeOf(line) ?? Number.POSITIVE_INFINITY) - characterWidth(line) * 1.5;
  const write: Writer = { join: lineJoiner(lines, fills), unwrap: codeUnwrapper(lines, edgeOf) };

  const bodyFont = commonFont(prose);
  const kindOf = (line: PdfLine, at: number): Kind => {
    if (
      line.size >= bodySize * HEADING_SCALE &&
      line.text.length <= HEADING_CHARACTERS_MAX &&
      lettersInWords(line.text).some((word) => word.length >= 2)
    ) {
      return 'heading';
    }
    if ((line.isMonospace && !isTypewritten && line.text.length > 3) || isCodeLine(line.text)) return 'code';
    if (line.font !== undefined && line.font !== bodyFont && isSetApart(line, lines[at - 1], lines[at + 1])) {
      return 'heading';
    }
    const isRow = (other: PdfLine | undefined): boolean => other?.text.includes('\t') === true;
    return isRow(line) && (isRow(lines[at - 1]) || isRow(lines[at + 1])) ? 'row' : 'text';
  };
  const continues = (previous: PdfLine, next: PdfLine, kind: Kind): boolean => {
    if (rounded(previous.size) !== rounded(next.size) && kind !== 'code') return false;
    const gap = previous.y - next.y;
    const isNextPage = next.page !== previous.page;
    if (kind === 'code') return !isNextPage && gap < leading * 2.2;
    if (listItem(next.text) !== undefined) return false;
    const edge = edgeOf(previous);
    const isMidSentence =
      !closesWith(previous.text, '.:!?”"') || startsWithSmall(next.text) || next.text.startsWith('(');
    // Where the column's edge is unknown, as in a narrow cell, only the sentence shows it.
    const isHyphenated = endsHyphenated(previous.text) && isAnySmallLetter(next.text[0]);
    const isFull = edge === undefined ? isMidSentence : isHyphenated || isBrokenAt(edge, previous, next);
    if (isNextPage || gap < 0) return isMidSentence && isFull && edge !== undefined && kind === 'text';
    return gap <= Math.max(leading, next.size) * 1.35 && isFull;
  };

  const blocks: DraftBlock[] = [];
  let at = 0;
  while (at < lines.length) {
    const first = lines[at];
    if (first === undefined) break;
    const kind = kindOf(first, at);
    const group = [first];
    while (kind !== 'row' && at + group.length < lines.length) {
      const next = lines[at + group.length];
      const last = group.at(-1);
      if (next === undefined || last === undefined) break;
      if (kindOf(next, at + group.length) !== kind || !continues(last, next, kind)) break;
      group.push(next);
    }
    blocks.push(...toBlocks(kind, group, sizes, write));
    at += group.length;
  }
  return blocks;
}

function commonFont(lines: readonly PdfLine[]): string | undefined {
  const letters = new Map<string, number>();
  for (const { font, text } of lines) if (font !== undefined) letters.set(font, (letters.get(font) ?? 0) + text.length);
  return [...letters].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
}

/** Whether a line is a heading in the text's own size: a short line in another font (usually bold) between paragraphs. */
function isSetApart(line: PdfLine, before: PdfLine | undefined, after: PdfLine | undefined): boolean {
  if (line.text.length > SET_APART_CHARACTERS_MAX || after === undefined || after.font === line.font) return false;
  if (before !== undefined && before.page === line.page && before.y - line.y < line.size * 1.6) return false;
  if (after.page !== line.page || line.y - after.y > line.size * 4 || after.text.length < line.text.length)
    return false;
  return isTitle(line.text);
}

/** Whether a line begins with a capital, behind a number or not, and has nothing that a heading does not have. */
function isTitle(line: string): boolean {
  const number = leading(line, (character) => isDigit(character) || character === '.').length;
  const words = number > 0 && line[number] === ' ' ? line.slice(number + 1) : line;
  const label = leading(words, isWordCharacter).toLowerCase();
  const hasSigns = closesWith(words, '.,;!?') || words.includes('\t') || hasMarksOfValue(words, 4);
  return isAnyCapital(line[wordsAfterNumber(line)]) && !LABELS.has(label) && !hasSigns;
}

interface Writer {
  readonly join: (group: readonly PdfLine[]) => string;
  readonly unwrap: (group: readonly PdfLine[]) => string;
}

function toBlocks(
  kind: Kind,
  group: readonly PdfLine[],
  sizes: readonly number[],
  write: Writer,
): readonly DraftBlock[] {
  switch (kind) {
    case 'code':
      return [{ type: 'code', text: cleanText(write.unwrap(group)).replaceAll('\t', '  ') }];
    case 'row': {
      const cells = cleanText(group[0]?.text ?? '')
        .split('\t')
        .map(oneLine)
        .filter((cell) => cell !== '');
      return [{ type: 'table-row', text: cells.join(' | ') }];
    }
    case 'heading': {
      const level = Math.min(6, sizes.indexOf(rounded(group[0]?.size ?? 0)) + 1) || Math.min(6, sizes.length + 1);
      return [{ type: 'heading', level, text: oneLine(write.join(group)) }];
    }
    default: {
      const text = oneLine(write.join(group));
      const item = listItem(text);
      return [item === undefined ? { type: 'paragraph', text } : { type: 'list-item', text: item }];
    }
  }
}
