import type { TypeOf } from '@tripline/service';
import type { foundResource } from '../rule/rule-resource.js';

/** What of a rule a search may have found that a list does not show by itself. */
export interface SearchedRow {
  readonly title: string;
  readonly source_title: string;
  readonly description: string;
  readonly detection_values: readonly string[];
}

type Found = TypeOf<typeof foundResource>;

const WORD = /[\p{L}\p{N}]+/gu;
/** A word begins at its first letter, or at a capital after a small letter or a digit. */
const BEGINNING = /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])|(?<=\p{Ll}|\d)(?=\p{Lu})/gu;

/** Of a long text, what is shown before and in all. */
const BEFORE = 40;
const SHOWN = 140;

/** Where in its values or its description the words of a search stand that neither its title nor its advisory's has; null where they are not there. */
export function foundIn(q: string, row: SearchedRow): Found | null {
  const words = [...new Set([...q.toLowerCase().matchAll(WORD)].map(([word]) => word))];
  const shown = [row.title, row.source_title];
  const elsewhere = words.filter((word) => shown.every((text) => placeOf(text, word) === undefined));
  const places = [
    ...row.detection_values.map((text) => ({ in: 'value' as const, text })),
    { in: 'description' as const, text: row.description },
  ];
  for (const place of places)
    for (const word of elsewhere) {
      const at = placeOf(place.text, word);
      if (at !== undefined) return { in: place.in, text: around(place.text, at) };
    }
  return null;
}

/** Where a word that begins with this one stands. */
function placeOf(text: string, word: string): number | undefined {
  for (const { index } of text.matchAll(BEGINNING))
    if (text.slice(index, index + word.length).toLowerCase() === word) return index;
  return undefined;
}

/** The text about a place, with an ellipsis where it was cut. */
function around(text: string, at: number): string {
  const from = text.length <= SHOWN ? 0 : Math.max(0, at - BEFORE);
  // No half of a character is left at either end.
  const cut = text.slice(from, from + SHOWN).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${cut}${from + SHOWN < text.length ? '…' : ''}`;
}
