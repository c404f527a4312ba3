import { lazyData } from '../../data-file.js';
import { isAnyLetter, isAnyLetterOrDigit, isBlank } from '../../text/characters.js';
import { leading, trailing } from '../../text/stretches.js';
import type { PdfItem } from './pdf-line.js';

const ligatureWords = lazyData('ligature-words.json', (raw: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(raw).map(([letters, words]) => ({ letters, words: new Set(words) })),
);

/** No word is longer. */
const LETTERS_MAX = 64;

/** Whether a character is one that texts have: no code of a font that draws ligatures. */
const isOfText = (character: string): boolean =>
  isAnyLetterOrDigit(character) || isBlank(character) || ".,;:()'’“”-".includes(character);

interface Use {
  readonly page: PdfItem[];
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

function touches(left: PdfItem | undefined, right: PdfItem): left is PdfItem {
  if (left === undefined || Math.abs(left.y - right.y) > right.size * 0.3) return false;
  return Math.abs(right.x - (left.x + left.width)) < right.size * 0.12;
}

/**
 * Restores ligatures. Pages that some browsers print to PDF draw "fi", "tt" or "ft" from a separate font whose code says "!" or "#":
 * `con!guration`, `a#acker`. For each such code the letters are chosen that give known words; a code without such letters is not changed.
 *
 * @param pages The items of each page, replaced in place.
 */
export function mendLigatures(pages: readonly PdfItem[][]): void {
  const uses = new Map<string, Use[]>();
  for (const page of pages) {
    const places = page.flatMap((item, place) => (item.text === '' ? [] : [place]));
    const itemAt = (index: number): PdfItem | undefined => page[places[index] ?? -1];
    for (const [at, place] of places.entries()) {
      const item = page[place];
      if (item === undefined) continue;
      if (item.text.length !== 1 || isOfText(item.text)) continue;
      const left = itemAt(at - 1);
      const right = itemAt(at + 1);
      const before =
        touches(left, item) && left.font !== item.font ? trailing(left.text, isAnyLetter, LETTERS_MAX) : '';
      const after =
        right !== undefined && touches(item, right) && right.font !== item.font ? leading(right.text, isAnyLetter) : '';
      if (before === '' && after === '') continue;
      const key = `${item.font} ${item.text}`;
      const list = uses.get(key) ?? [];
      list.push({ page, at: place, before, after });
      uses.set(key, list);
    }
  }
  for (const list of uses.values()) {
    const letters = chosenLetters(list);
    if (letters === undefined) continue;
    for (const { page, at } of list) {
      const item = page[at];
      if (item !== undefined) page[at] = { ...item, text: letters };
    }
  }
}

/** The letters that give most known words; undefined when none do or two do equally. */
function chosenLetters(uses: readonly Use[]): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const { letters, words } of ligatureWords()) {
    const votes = uses.filter((use) => words.has(`${use.before}${letters}${use.after}`.toLowerCase())).length;
    if (votes > most) {
      best = letters;
      most = votes;
    } else if (votes === most) {
      best = undefined;
    }
  }
  return best;
}
