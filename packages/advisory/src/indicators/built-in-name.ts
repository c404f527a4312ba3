import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import { saidBefore } from '../text/sentence-ends.js';
import { withHumpsApart } from '../text/shape.js';

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
  return saysBuiltIn(saidBefore(text, start, NEAR), words) || saysBuiltIn(columnOf(text, start), words);
}

function saysBuiltIn(said: string, words: string): boolean {
  // Fields of a version resource are written without a blank: `InternalName`.
  const before = tokensOf(withHumpsApart(said)).slice(-WORDS);
  const of = before.findLastIndex((word) => wordSet(words).has(word.text));
  const [noun, next] = before.slice(of + 1).map((word) => word.text);
  const isNoun = (word = ''): boolean => wordSet('names-as-nouns').has(word);
  return of >= 0 && (isNoun(noun) || (OF_FILE.has(noun ?? '') && isNoun(next)));
}

const CELLS = ' | ';
/** How far above a cell the head of its table is looked for, and how long a line of a table is. */
const TABLE_MAX = 6000;

/** What the head of a table says of the column in which a place stands; empty outside of tables. */
function columnOf(text: string, start: number): string {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const cell = text.slice(line, start).split(CELLS).length - 1;
  const stop = text.indexOf('\n', start);
  if (cell === 0 && !text.slice(start, stop < 0 ? undefined : stop).includes(CELLS)) return '';
  const above = text.slice(Math.max(0, line - TABLE_MAX), Math.max(0, line - 1)).split('\n');
  const from = above.findLastIndex((row) => !row.includes(CELLS)) + 1;
  return above[from]?.split(CELLS)[cell] ?? '';
}
