import { closesWith } from '../../text/ends.js';
import { hasBlank, lastWord } from '../../text/shape.js';
import { startsCommand } from '../code-line.js';
import { type ColumnEdge, characterWidth, isBrokenAt } from './column-edges.js';
import { endsWithinPath } from './join-lines.js';
import type { PdfLine } from './pdf-line.js';

/** Most room beside a listing within its column, in points. */
const PADDING_MAX = 30;

/** Ends of a line after which the command goes on in the next, even if that looks like a command of its own: an option or a pipe. */
const WAITS = /(?:(?:^|\s)[-/]{1,2}[\w-]+|[|>=&,(])["']?$/;

/** Whether a line is joined with the next without a blank: it ends with a hyphen, the backslash of a path or a mark of an address. */
function breaksWithin(line: string): boolean {
  const [, address = ''] = lastWord(line).split('://', 2);
  return line.endsWith('-') || endsWithinPath(line) || (closesWith(line, '/?&=%') && address !== '');
}

/** Makes a function that joins the lines of a listing that the page's width broke. */
export function codeUnwrapper(
  lines: readonly PdfLine[],
  columnEdge: ColumnEdge,
): (group: readonly PdfLine[]) => string {
  const edges = new Map<number, number>();
  for (const line of lines) {
    if (!line.isMonospace) continue;
    const key = Math.round(line.x);
    edges.set(key, Math.max(edges.get(key) ?? 0, line.right));
  }
  const edgeOf = (line: PdfLine): number | undefined => {
    const column = columnEdge(line);
    const edge = line.isMonospace ? edges.get(Math.round(line.x)) : column;
    return edge === undefined || column === undefined || edge < column - PADDING_MAX ? undefined : edge;
  };
  const isBroken = (line: PdfLine, next: PdfLine | undefined): boolean => {
    const edge = edgeOf(line);
    if (next === undefined || edge === undefined || Math.abs(next.x - line.x) > 1 || next.page !== line.page)
      return false;
    if (line.isMonospace !== next.isMonospace || !isBrokenAt(edge, line, next)) return false;
    return !startsCommand(next.text) || WAITS.test(line.text);
  };
  /** How many characters fit after a line before the edge. */
  const room = (line: PdfLine): number => ((edgeOf(line) ?? 0) - line.right) / characterWidth(line);

  const advances = new Map<number, number>();
  for (const line of lines) {
    if (!line.isMonospace || line.text.length < 8) continue;
    advances.set(line.size, Math.min(advances.get(line.size) ?? Number.POSITIVE_INFINITY, characterWidth(line)));
  }
  /** Whether a line is justified: its blanks are wider than its letters. */
  const isJustified = (line: PdfLine): boolean => characterWidth(line) > (advances.get(line.size) ?? 0) * 1.02;

  // Where words are kept whole, some lines end well before the edge.
  const broken = lines.filter(
    (line, at) => line.isMonospace && line.text.includes(' ') && isBroken(line, lines[at + 1]),
  );
  const betweenCharacters = broken.length > 1 && broken.every((line) => room(line) < 2.1 && !isJustified(line));
  const isWithinWord = (line: PdfLine): boolean => {
    if (breaksWithin(line.text)) return true;
    if (room(line) > 1.1) return false;
    return betweenCharacters ? room(line) < 0.5 : !hasBlank(line.text);
  };
  return (group) =>
    group.reduce((text, line, at) => {
      const previous = group[at - 1];
      if (previous === undefined) return line.text;
      if (!isBroken(previous, line)) return `${text}\n${line.text}`;
      return `${text}${isWithinWord(previous) ? '' : ' '}${line.text}`;
    }, '');
}
