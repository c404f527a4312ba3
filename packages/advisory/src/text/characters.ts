/** Every place at which a word begins in a text; the word is in the text's own letter case. */
export function* placesOf(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) yield at;
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

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/** Whether a character is white space, as `\s` of expressions. */
export function isBlank(character: string | undefined): boolean {
  if (character === undefined || character === '') return false;
  const code = character.charCodeAt(0);
  // Most characters are ordinary ones, which their code decides.
  return (code <= SPACE || code >= NO_BREAK_SPACE) && character.trim() === '';
}
