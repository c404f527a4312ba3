import type { PdfItem } from './pdf-line.js';

/** The least width of the gutter between two columns, in points. */
const GUTTER_MIN = 8;
/** Of what stands on a page so much may run across the gutter: headings, captions, wide tables. */
const CROSSING_SHARE = 0.15;
const CROSSING_MAX = 60;
/** A column of prose has at least so many lines, most of which fill it and have several words; cells of tables do neither. */
const LINES_MIN = 8;
const FULL_SHARE = 0.5;
const WORDS_MIN = 3;

/**
 * The items of a page set in two columns, in the order in which they are read: between two lines that run across the page first the left
 * column, then the right. All other pages stay in the order in which they are drawn.
 */
export function byColumns(items: readonly PdfItem[]): readonly PdfItem[] {
  const shown = items.filter(({ text }) => text.trim() !== '');
  const gutter = gutterOf(shown);
  if (gutter === undefined) return items;
  const left = shown.filter(({ width, x }) => x + width <= gutter);
  const right = shown.filter(({ x }) => x >= gutter);
  const crossing = shown.filter(({ width, x }) => x < gutter && x + width > gutter);
  if (crossing.length > CROSSING_MAX || !isProse(left) || !isProse(right)) return items;
  // Parts of one line that run across are next to each other, so a line is one border.
  const borders = [...new Set(crossing.map(({ y }) => Math.round(y)))].sort((a, b) => b - a);
  const segmentOf = ({ y }: PdfItem): number => borders.filter((border) => border > y + 1).length;
  const segments = Array.from({ length: borders.length + 1 }, (): PdfItem[] => []);
  for (const side of [left, right, crossing]) for (const item of side) segments[segmentOf(item)]?.push(item);
  return segments.flat();
}

/** The middle of the widest band in the middle of a page that hardly anything runs across; undefined where there is none. */
function gutterOf(items: readonly PdfItem[]): number | undefined {
  if (items.length < LINES_MIN * 2) return undefined;
  const from = items.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const to = items.reduce((most, { width, x }) => Math.max(most, x + width), 0);
  const [start, end] = [Math.floor(from + (to - from) * 0.3), Math.ceil(from + (to - from) * 0.7)];
  if (!(end - start >= GUTTER_MIN && end - start < 10_000)) return undefined;
  // How many items begin to stand over each point, less those that ended: their running sum is how many stand there.
  const changes = new Array<number>(end - start + 2).fill(0);
  const clip = (x: number): number => Math.min(end - start + 1, Math.max(0, x - start));
  for (const { width, x } of items) {
    const [open, close] = [clip(Math.floor(x)), clip(Math.ceil(x + width))];
    changes[open] = (changes[open] ?? 0) + 1;
    changes[close] = (changes[close] ?? 0) - 1;
  }
  let best = { width: 0, end: 0 };
  let [standing, width] = [0, 0];
  for (let at = 0; at <= end - start; at += 1) {
    standing += changes[at] ?? 0;
    width = standing <= items.length * CROSSING_SHARE ? width + 1 : 0;
    if (width > best.width) best = { width, end: at };
  }
  return best.width < GUTTER_MIN ? undefined : start + best.end - best.width / 2;
}

function isProse(items: readonly PdfItem[]): boolean {
  const lines = new Map<number, { right: number; words: number }>();
  for (const { text, width, x, y } of items) {
    const line = lines.get(Math.round(y)) ?? { right: 0, words: 0 };
    const words = line.words + text.trim().split(' ').length;
    lines.set(Math.round(y), { right: Math.max(line.right, x + width), words });
  }
  const all = [...lines.values()];
  const edge = all.reduce((most, { right }) => Math.max(most, right), 0);
  const start = items.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const full = all.filter(({ right, words }) => words >= WORDS_MIN && right > start + (edge - start) * 0.75);
  return all.length >= LINES_MIN && full.length >= all.length * FULL_SHARE;
}
