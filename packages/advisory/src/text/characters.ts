/** Every place at which a word begins in a text; the word is in the text's own letter case. */
export function placesOf(text: string, word: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) places.push(at);
  return places;
}

/** Whether a text has a word or words as they are, not within a longer word. They begin and end with a letter, a digit or an underscore. */
export function hasWord(text: string, word: string): boolean {
  return placesOf(text, word).some((at) => !isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length]));
}

/** Whether a text has a part with no letter, digit or underscore right behind it: `.exe`, but not in `.exec`. */
export function hasWordEnd(text: string, part: string): boolean {
  return placesOf(text, part).some((at) => !isWordCharacter(text[at + part.length]));
}

/** Whether a character is an ASCII letter, digit or underscore. */
export function isWordCharacter(character: string | undefined): boolean {
  if (character === undefined || character === '') return false;
  const code = character.charCodeAt(0);
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

/** Whether a character is a digit. */
export function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9' && character.length === 1;
}

/** Whether a character is an ASCII letter. */
export function isLetter(character: string | undefined): boolean {
  return isWordCharacter(character) && !isDigit(character) && character !== '_';
}

/** Whether a character is a digit of a hexadecimal number, in either letter case. */
export function isHexDigit(character: string | undefined): boolean {
  if (character === undefined || character.length !== 1) return false;
  const code = character.charCodeAt(0);
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

/** Whether a character is a capital of ASCII. */
export function isCapital(character: string | undefined): boolean {
  return character !== undefined && character >= 'A' && character <= 'Z' && character.length === 1;
}

/** Whether a character is a small letter of ASCII. */
export function isSmallLetter(character: string | undefined): boolean {
  return character !== undefined && character >= 'a' && character <= 'z' && character.length === 1;
}

const LETTER = /^\p{L}$/u;
const CAPITAL = /^\p{Lu}$/u;
const SMALL_LETTER = /^\p{Ll}$/u;
const NUMERAL = /^\p{N}$/u;

/** Whether a character is a letter of any alphabet. */
export function isAnyLetter(character: string | undefined): boolean {
  return isLetter(character) || LETTER.test(character ?? '');
}

/** Whether a character is a capital of any alphabet. */
export function isAnyCapital(character: string | undefined): boolean {
  return CAPITAL.test(character ?? '');
}

/** Whether a character is a small letter of any alphabet. */
export function isAnySmallLetter(character: string | undefined): boolean {
  return SMALL_LETTER.test(character ?? '');
}

/** Whether a character is a letter or a digit of any alphabet. */
export function isAnyLetterOrDigit(character: string | undefined): boolean {
  return isAnyLetter(character) || NUMERAL.test(character ?? '');
}

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/** Whether a character is white space, as `\s` of expressions. */
export function isBlank(character: string | undefined): boolean {
  if (character === undefined || character === '') return false;
  const code = character.charCodeAt(0);
  // Most characters are ordinary ones, which their code decides.
  return (code <= SPACE || code >= NO_BREAK_SPACE) && character.trim() === '';
}

/** Whether a character is there and is no white space. */
export function isVisible(character: string | undefined): boolean {
  return character !== undefined && character !== '' && !isBlank(character);
}
