import { isWordCharacter } from './characters.js';
import { type CharacterClass, isAll, type Stretch, skip } from './stretches.js';

/** The scheme of an address, also one that is defanged: `https://`, `hxxp[:]//`. */
const SCHEME = /(?:h\w\w?ps?|ftp)\[?:\]?\/\//gi;
const LEAST = 4;

/** What stands behind a text's first scheme that has enough characters of a class behind it; `most` of them at most. */
export function behindScheme(text: string, isOf: CharacterClass, most: number): Stretch | undefined {
  const starts = [...text.matchAll(SCHEME)].map(({ 0: scheme, index }) => index + scheme.length);
  const stretches = starts.map((start) => ({ start, end: skip(text, start, isOf, most) }));
  const found = stretches.find(({ start, end }) => end - start >= LEAST);
  return found && { ...found, text: text.slice(found.start, found.end) };
}

/** Whether an address that ends at a blank was broken there: a parameter stands right behind it, as in "…?id=am9o &x=1". */
export function goesOn(text: string, end: number): boolean {
  const equals = text.indexOf('=', end);
  return text.startsWith(' &', end) && equals > end + 2 && isAll(text.slice(end + 2, equals), isWordCharacter);
}
