import { isBlank } from '../../text/characters.js';
import { withSingleBlanks } from '../../text/shape.js';

/** One piece of text as the PDF places it: coordinates in points, origin at the lower left corner of the page. */
export interface PdfItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly isMonospace: boolean;
  readonly font: string;
}

/** A line of a page. Cells that are far apart are separated by a tab. */
export interface PdfLine {
  readonly page: number;
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly isMonospace: boolean;
  /** The font of the whole line; undefined where it has several. */
  readonly font?: string;
}

/** A gap of this width (in font sizes) is a blank. */
const BLANK_GAP = 0.13;
const CELL_GAP = 2.2;

/** Joins the items of one page to lines, in the order they are drawn. */
export function pageLines(page: number, items: readonly PdfItem[]): readonly PdfLine[] {
  const lines: PdfLine[] = [];
  let open: PdfItem[] = [];
  const close = (): void => {
    const line = toLine(page, open);
    if (line !== undefined) lines.push(line);
    open = [];
  };
  for (const item of items) {
    const last = open.at(-1);
    if (last !== undefined) {
      const size = Math.max(last.size, item.size, 1);
      const isSameLine = Math.abs(item.y - last.y) < size * 0.45 && item.x >= last.x - size;
      if (!isSameLine) close();
    }
    open.push(item);
  }
  close();
  return lines;
}

function toLine(page: number, items: readonly PdfItem[]): PdfLine | undefined {
  const parts: string[] = [];
  let end: number | undefined;
  let monospace = 0;
  let letters = 0;
  let size = 0;
  const fonts = new Set<string>();
  for (const item of items) {
    if (item.text === '') continue;
    if (end !== undefined) addGap(parts, (item.x - end) / Math.max(item.size, 1), item.text);
    parts.push(item.text);
    if (item.text.trim() !== '') {
      end = item.x + item.width;
      letters += item.text.length;
      if (item.isMonospace) monospace += item.text.length;
      size = Math.max(size, item.size);
      fonts.add(item.font);
    }
  }
  const first = items.find((item) => item.text.trim() !== '');
  if (first === undefined || end === undefined) return undefined;
  return {
    page,
    text: parts.join('').split('\t').map(withSingleBlanks).join('\t').trim(),
    x: first.x,
    right: end,
    y: first.y,
    size,
    isMonospace: monospace > letters * 0.8,
    ...(fonts.size === 1 ? { font: [...fonts][0] ?? '' } : {}),
  };
}

/** Writes what a gap before a text stands for, by its width in letter sizes: another cell of a table, a blank or nothing. */
function addGap(parts: string[], width: number, text: string): void {
  if (width > CELL_GAP) {
    trimEnd(parts);
    parts.push('\t');
  } else if (width > BLANK_GAP && !endsBlank(parts.at(-1)) && !isBlank(text[0])) parts.push(' ');
}

/** Takes white space away from the end of a text in parts. */
function trimEnd(parts: string[]): void {
  for (let last = parts.pop(); last !== undefined; last = parts.pop()) {
    const kept = last.trimEnd();
    if (kept === '') continue;
    parts.push(kept);
    return;
  }
}

const endsBlank = (text = ''): boolean => isBlank(text.at(-1));

/** Lines within this share of the page's height from its edges may be running headers and footers. */
const EDGE_SHARE = 0.09;

/** Drops lines at the edge of pages that repeat on many pages (numbers aside), and bare page numbers. */
export function withoutRunningLines(pages: readonly (readonly PdfLine[])[], height: number): readonly PdfLine[] {
  const isEdge = (line: PdfLine): boolean => line.y < height * EDGE_SHARE || line.y > height * (1 - EDGE_SHARE);
  // Only numbers that stand alone are page numbers; those in addresses and versions belong to the text.
  const pattern = (line: PdfLine): string =>
    line.text.replace(/(?<![\w.:/-])\d{1,4}(?:\s?\/\s?\d{1,4})?(?![\w.:/-])/g, '#').toLowerCase();
  const seen = new Map<string, number>();
  for (const lines of pages) {
    for (const key of new Set(lines.filter(isEdge).map(pattern))) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const often = Math.max(2, Math.ceil(pages.length * 0.4));
  return pages.flatMap((lines) =>
    lines.filter((line) => {
      if (!isEdge(line)) return true;
      if (/^(?:page\s*)?\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?$/i.test(line.text)) return false;
      return pages.length < 2 || (seen.get(pattern(line)) ?? 0) < often;
    }),
  );
}
