import { words } from '../knowledge/load.js';
import type { Span } from '../model.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { isMadeOf } from '../text/shape.js';

/** Of each list, the text that was counted last: all recognisers of a document ask the same. */
const counted = new Map<string, { readonly text: string; readonly count: number }>();

/**
 * How often a text has one of a list's words, in their own letter case. A word stands for itself only where it is whole, unless a star
 * stands at that end of it. Where two overlap, the first counts.
 */
export function countOfMarks(list: string, text: string): number {
  const last = counted.get(list);
  if (last?.text === text) return last.count;
  const count = countMarks(list, text);
  counted.set(list, { text, count });
  return count;
}

function countMarks(list: string, text: string): number {
  const places = words(list).flatMap((mark) => placesOfMark(mark, text));
  places.sort((a, b) => a.start - b.start || b.end - a.end);
  let count = 0;
  let until = 0;
  for (const { start, end } of places) {
    if (start < until) continue;
    count += 1;
    until = end;
  }
  return count;
}

function placesOfMark(mark: string, text: string): Span[] {
  const word = mark.replaceAll('*', '');
  const [first, last] = [word[0], word.at(-1)];
  // At an end that is no letter, as in `.exe`, a word may go on.
  const isFree = {
    start: mark.startsWith('*') || !isWordCharacter(first),
    end: mark.endsWith('*') || !isWordCharacter(last),
  };
  const found: Span[] = [];
  for (const start of placesOf(text, word)) {
    const end = start + word.length;
    if (!isFree.start && isWordCharacter(text[start - 1])) continue;
    if (!isFree.end && isWordCharacter(text[end])) continue;
    found.push({ start, end });
  }
  return found;
}

/** How often a text names a drive of Windows: `C:\`. */
export function countOfDrives(text: string): number {
  let count = 0;
  for (const at of placesOf(text, ':\\')) {
    const letter = text.charAt(at - 1);
    if (letter >= 'A' && letter <= 'Z' && !isWordCharacter(text[at - 2])) count += 1;
  }
  return count;
}

/** How often a path of a text begins with one of a list's folders. */
export function countOfFolders(list: string, text: string): number {
  let count = 0;
  for (const folder of words(list)) {
    // Behind these characters it is within a path or an address.
    for (const at of placesOf(text, folder)) if (at === 0 || !isMadeOf(text.charAt(at - 1), '.:/')) count += 1;
  }
  return count;
}
