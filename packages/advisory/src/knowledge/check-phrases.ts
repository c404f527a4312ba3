import { isDigit, isSmallLetter } from '../text/characters.js';

/** Word lists by their names. */
type Lists = ReadonlyMap<string, readonly string[]>;

const isEdge = (character: string | undefined): boolean => isSmallLetter(character) || isDigit(character);

/**
 * Throws where phrases have a word that no text has for them: capitals, a sign at its beginning or end (`/domain`, `admin$`), which a text's words are
 * read without, or a word that only says how clauses belong together ("who") or that is passed over ("new"). The phrase, or that alternative of it, would never match.
 */
export function checkPhrases(at: string, phrases: readonly string[], lists: Lists): void {
  for (const phrase of phrases) {
    const lost = lostWord(phrase, lists);
    if (lost !== undefined) throw new Error(`${at} has the phrase "${phrase}", whose word "${lost}" no text can match`);
  }
}

function lostWord(phrase: string, lists: Lists): string | undefined {
  const openers = new Set(lists.get('clause-openers'));
  const fillers = new Set(lists.get('fillers'));
  return (
    phrase
      .split(' ')
      .filter((part) => part !== '' && !'~&>'.includes(part.charAt(0)))
      // A filler alone is only passed over; as an alternative it would never be found.
      .flatMap((part) => (fillers.has(part) ? [] : part.split('|')))
      .flatMap((word) =>
        word.startsWith('@') ? (lists.get(word.slice(1)) ?? []).flatMap((line) => wordsOfLine(line, fillers)) : [word],
      )
      .find(
        (word) =>
          !isEdge(word[0]) ||
          !isEdge(word.at(-1)) ||
          word !== word.toLowerCase() ||
          openers.has(word) ||
          fillers.has(word),
      )
  );
}

/** The words of a line of a list; of several, those that are not passed over ("turn on"). */
function wordsOfLine(line: string, fillers: ReadonlySet<string>): readonly string[] {
  const all = line.split(' ');
  return all.length === 1 ? all : all.filter((word) => !fillers.has(word));
}
