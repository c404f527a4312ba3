// Marks that lines of plain text, Markdown and PDFs have alike: of items, of numbered headings, and those that no heading has.

import { isBlank, isDigit, isWordCharacter } from '../text/characters.js';
import { opensWith } from '../text/ends.js';
import { hasAny } from '../text/shape.js';
import { hasStretch, skip } from '../text/stretches.js';

/** Signs before an item of a list that stand for nothing else. */
export const BULLETS = '•▪●·◦‣○■–';

/** How long the mark of an item at a text's beginning is: one of the signs, or a number with a point or a bracket. Zero where there is none. */
export function itemMarkLength(text: string, signs: string, digitsMax: number): number {
  if (opensWith(text, signs)) return 1;
  const digits = skip(text, 0, isDigit, digitsMax);
  return digits > 0 && opensWith(text.slice(digits), '.)') ? digits + 1 : 0;
}

/** What stands behind the mark of an item and white space; undefined where a line has no such mark. */
export function itemOf(line: string, signs: string, digitsMax: number): string | undefined {
  const text = line.trimStart();
  const length = itemMarkLength(text, signs, digitsMax);
  return length > 0 && isBlank(text[length]) ? text.slice(length).trimStart() : undefined;
}

const NUMBER_PARTS_MAX = 4;

/** Where the words behind a heading's number (`2.1 Delivery`, `4. Tools`) begin; zero where a line has none. */
export function wordsAfterNumber(line: string): number {
  let end = 0;
  for (let part = 0; part < NUMBER_PARTS_MAX; part += 1) {
    const digits = skip(line, end, isDigit, 2);
    if (digits === end) break;
    end = digits;
    if (line[end] !== '.') break;
    end += 1;
  }
  const start = skip(line, end, isBlank);
  return end > 0 && start > end ? start : 0;
}

/** Whether a line has what a heading does not have: marks of paths, code and addresses, or a number of so many digits. */
export function hasMarksOfValue(line: string, digits: number): boolean {
  return (
    hasAny(line, '\\/=|@<>{}"') || line.includes('[.]') || hasPointWithin(line) || hasStretch(line, isDigit, digits)
  );
}

/** Whether a point stands between letters or digits: `example.com`, `4.1`. */
function hasPointWithin(text: string): boolean {
  for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1)) {
    if (isWordCharacter(text[at - 1]) && isWordCharacter(text[at + 1])) return true;
  }
  return false;
}
