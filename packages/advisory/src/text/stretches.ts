import { isVisible, isWordCharacter } from './characters.js';

/** Whether a character is of a class: `isDigit`, `isBlank`, one of our own. */
export type CharacterClass = (character: string) => boolean;

/** A stretch of characters of one class, with its place in the text. */
export interface Stretch {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The place behind the characters of a class that stand at a place; `most` of them at most. The place itself where there are none. */
export function skip(text: string, at: number, isOf: CharacterClass, most = text.length): number {
  const last = Math.min(text.length, at + most);
  let end = at;
  while (end < last && isOf(text.charAt(end))) end += 1;
  return end;
}

/** The place of the first of the characters of a class that stand right before a place; `most` of them at most. */
export function skipBack(text: string, end: number, isOf: CharacterClass, most = text.length): number {
  const first = Math.max(0, end - most);
  let at = end;
  while (at > first && isOf(text.charAt(at - 1))) at -= 1;
  return at;
}

/** The characters of a class that a text begins with; `most` of them at most. */
export function leading(text: string, isOf: CharacterClass, most = text.length): string {
  return text.slice(0, skip(text, 0, isOf, most));
}

/** The characters of a class that a text ends with; `most` of them at most. */
export function trailing(text: string, isOf: CharacterClass, most = text.length): string {
  return text.slice(skipBack(text, text.length, isOf, most));
}

/** Whether a text is characters of a class alone, one at least. */
export function isAll(text: string, isOf: CharacterClass): boolean {
  return text !== '' && skip(text, 0, isOf) === text.length;
}

/** Whether a text has a character of one class right before one of another. */
export function hasPair(text: string, isFirst: CharacterClass, isSecond: CharacterClass): boolean {
  for (let at = 1; at < text.length; at += 1) {
    if (isSecond(text.charAt(at)) && isFirst(text.charAt(at - 1))) return true;
  }
  return false;
}

/** The stretches of a text whose characters are of a class, each as long as it can be; shorter ones than `least` are left out. */
export function stretchesOf(text: string, isOf: CharacterClass, least = 1): Stretch[] {
  const found: Stretch[] = [];
  for (let at = 0; at + least <= text.length; at += 1) {
    // No stretch is long enough that would have to reach over a character of none.
    const last = at + least - 1;
    const end = isOf(text.charAt(last)) ? skip(text, at, isOf) : last;
    if (end - at >= least) found.push({ text: text.slice(at, end), start: at, end });
    at = end;
  }
  return found;
}

/** The characters of a text that are of a class, and no others. */
export function only(text: string, isOf: CharacterClass): string {
  let kept = '';
  for (let at = 0; at < text.length; at += 1) if (isOf(text.charAt(at))) kept += text.charAt(at);
  return kept;
}

/** Whether a character may stand in base64, but for the signs that fill its end. */
export const isOfBase64: CharacterClass = (character) =>
  (isWordCharacter(character) && character !== '_') || character === '+' || character === '/';

/** The class of the characters given. */
export function oneOf(characters: string): CharacterClass {
  return (character) => characters.includes(character);
}

/** Whether a text has so many characters of a class in a row, or more. */
export function hasStretch(text: string, isOf: CharacterClass, length: number): boolean {
  return stretchesOf(text, isOf, length).length > 0;
}

/**
 * What a pattern finds in the stretches without white space that have a full stop between two of their characters, with its places. Hosts and names of
 * files stand only there, and that is a small part of a text. The pattern is global and finds no white space.
 */
export function dottedMatches(text: string, pattern: RegExp): [found: string, start: number][] {
  const found: [string, number][] = [];
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
    if (!isVisible(text[dot - 1]) || !isVisible(text[dot + 1])) continue;
    const start = skipBack(text, dot, isVisible);
    const end = skip(text, dot, isVisible);
    for (const { 0: match, index } of text.slice(start, end).matchAll(pattern)) found.push([match, start + index]);
    dot = end - 1;
  }
  return found;
}
