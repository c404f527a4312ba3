import { wordSet, words } from '../knowledge/load.js';
import { isDigit } from '../text/characters.js';
import { withoutFileEnding, withoutLast } from '../text/ends.js';
import { trailing } from '../text/stretches.js';

/** Whether a file name is common: of the system, of a product, or a word that anybody might use. */
export function isEverybodysName(name: string): boolean {
  const lower = name.toLowerCase();
  const stem = withoutFileEnding(lower);
  const endingLength = lower.length - stem.length - 1;
  return (
    wordSet('spared-file-names').has(lower.split('.', 1)[0] ?? '') ||
    (endingLength >= 2 && endingLength <= 5 && wordSet('everyday-file-names').has(withoutNumber(stem))) ||
    wordSet('stock-file-names').has(stem) ||
    words('stock-file-names').some((line) => line.endsWith('*') && stem.startsWith(line.slice(0, -1)))
  );
}

/** A name without the number of at most three digits at its end, and the sign before that. */
function withoutNumber(name: string): string {
  const number = trailing(name, isDigit, 3);
  return number === '' ? name : withoutLast(name.slice(0, -number.length), '-_. ');
}
