import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import { saidBefore } from '../text/sentence-ends.js';

/** How far before a name its words may say that it is built into a file, in characters and words. */
const NEAR = 60;
const WORDS = 7;
/** What may stand between such a word and "name": "the original file name". */
const OF_FILE: ReadonlySet<string> = new Set(['file', 'dll', 'library']);

/**
 * Whether the words before a file's name, in its line and sentence, say that its maker built it into the file ("the internal name is fen.dll"): on disk
 * the file has another. `start` is the name's place in the text, and `words` the list of words before "name" that say so.
 */
export function isBuiltIn(text: string, start: number, words = 'built-in-name-words'): boolean {
  const before = tokensOf(saidBefore(text, start, NEAR)).slice(-WORDS);
  const of = before.findLastIndex((word) => wordSet(words).has(word.text));
  const [noun, next] = before.slice(of + 1).map((word) => word.text);
  const isNoun = (word = ''): boolean => wordSet('names-as-nouns').has(word);
  return of >= 0 && (isNoun(noun) || (OF_FILE.has(noun ?? '') && isNoun(next)));
}
