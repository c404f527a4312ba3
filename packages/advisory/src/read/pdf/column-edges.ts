import { firstWord } from '../../text/shape.js';
import type { PdfLine } from './pdf-line.js';

/** Lines that begin within so many points of each other are in one column. */
const COLUMN_POINTS = 36;
/** With fewer lines the edge of a column cannot be known. */
const LINES_MIN = 6;

/** The right edge of a line's column, or undefined where there are too few lines. */
export type ColumnEdge = (line: PdfLine) => number | undefined;

/** Learns the right edge of every column from the lines that begin at about the same place. */
export function columnEdges(lines: readonly PdfLine[]): ColumnEdge {
  const rights = new Map<number, number[]>();
  const bucket = (line: PdfLine): number => Math.floor(line.x / COLUMN_POINTS);
  for (const line of lines) {
    const list = rights.get(bucket(line)) ?? [];
    list.push(line.right);
    rights.set(bucket(line), list);
  }
  const edges = new Map<number, number | undefined>();
  for (const at of rights.keys()) {
    const near = [at - 1, at, at + 1].flatMap((key) => rights.get(key) ?? []).sort((a, b) => a - b);
    edges.set(at, near.length < LINES_MIN ? undefined : near[Math.floor(near.length * 0.95)]);
  }
  return (line) => edges.get(bucket(line));
}

/** The mean width of a line's characters, in points. */
export function characterWidth(line: PdfLine): number {
  return (line.right - line.x) / Math.max(line.text.length, 1);
}

/** Whether a line ends only because the first word of the next did not fit before the edge. */
export function isBrokenAt(edge: number, line: PdfLine, next: PdfLine): boolean {
  const first = firstWord(next.text);
  const width = characterWidth(line);
  return line.right + (first.length + 1) * width > edge - width;
}
