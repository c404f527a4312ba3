import { cleanText, oneLine } from '../clean-text.js';
import { isCodeLine } from '../code-line.js';
import type { DraftBlock } from '../draft-block.js';
import { lineJoiner } from './join-lines.js';
import type { PdfLine } from './pdf-line.js';

const BULLET = /^(?:[•▪●·◦‣○■–]|[-*](?= )|\d{1,2}[.)](?= ))\s*(\S.*)$/;
/** A heading's letters are this much larger than the text's. */
const HEADING_SCALE = 1.12;
const HEADING_CHARACTERS_MAX = 200;

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

/** The blocks of a PDF's lines, by the size of letters, the distance of lines and what the lines hold. */
export function pdfBlocks(lines: readonly PdfLine[]): readonly DraftBlock[] {
  const bodySize = mostCommon(lines.map((line) => [rounded(line.size), line.text.length] as const));
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
  // A text all in one typewriter face is prose all the same.
  const isTypewritten = lines.filter((line) => line.isMonospace).length > lines.length * 0.6;
  const rightEdge = percentile(
    lines.map((line) => line.right),
    0.9,
  );
  const join = lineJoiner(lines.map((line) => line.text));

  const kindOf = (line: PdfLine, at: number): Kind => {
    if (
      line.size >= bodySize * HEADING_SCALE &&
      line.text.length <= HEADING_CHARACTERS_MAX &&
      /\p{L}{2}/u.test(line.text)
    ) {
      return 'heading';
    }
    if ((line.isMonospace && !isTypewritten && line.text.length > 3) || isCodeLine(line.text)) return 'code';
    const isRow = (other: PdfLine | undefined): boolean => other?.text.includes('\t') === true;
    return isRow(line) && (isRow(lines[at - 1]) || isRow(lines[at + 1])) ? 'row' : 'text';
  };
  const continues = (previous: PdfLine, next: PdfLine, kind: Kind): boolean => {
    if (rounded(previous.size) !== rounded(next.size) && kind !== 'code') return false;
    const gap = previous.y - next.y;
    const isNextPage = next.page !== previous.page;
    if (kind === 'code') return !isNextPage && gap < leading * 2.2;
    if (BULLET.test(next.text)) return false;
    const isFull = previous.right > rightEdge - bodySize * 8;
    const isMidSentence = !/[.:!?”"]$/.test(previous.text) || /^[a-z(]/.test(next.text);
    if (isNextPage || gap < 0) return isMidSentence && isFull && kind === 'text';
    return gap <= Math.max(leading, next.size) * 1.35 && (isFull || isMidSentence);
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
    blocks.push(...toBlocks(kind, group, sizes, join));
    at += group.length;
  }
  return blocks;
}

function toBlocks(
  kind: Kind,
  group: readonly PdfLine[],
  sizes: readonly number[],
  join: (texts: readonly string[]) => string,
): readonly DraftBlock[] {
  const texts = group.map((line) => cleanText(line.text));
  switch (kind) {
    case 'code':
      return [{ type: 'code', text: texts.map((text) => text.replace(/\t/g, '  ')).join('\n') }];
    case 'row': {
      const cells = (texts[0] ?? '')
        .split('\t')
        .map(oneLine)
        .filter((cell) => cell !== '');
      return [{ type: 'table-row', text: cells.join(' | ') }];
    }
    case 'heading': {
      const level = Math.min(6, sizes.indexOf(rounded(group[0]?.size ?? 0)) + 1) || 2;
      return [{ type: 'heading', level, text: oneLine(join(texts)) }];
    }
    default: {
      const text = oneLine(join(texts));
      const bullet = BULLET.exec(text);
      return [bullet === null ? { type: 'paragraph', text } : { type: 'list-item', text: bullet[1] ?? text }];
    }
  }
}

function percentile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values.at(Math.floor(values.length * share)) ?? 0;
}
