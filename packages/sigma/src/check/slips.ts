import { isDigit } from '../characters.js';

/** Shortest name of which one letter may be a slip. */
const LETTERS_MIN = 4;

/** The one known name that differs by a single slip: a letter wrong, missing, too many, or swapped with its neighbour. */
export function probablyMeant(given: string, known: ReadonlySet<string>): string | undefined {
  if (given.length < LETTERS_MIN) return undefined;
  const near = [...known].filter(
    (name) => name.length >= LETTERS_MIN && isOneSlip(given.toLowerCase(), name.toLowerCase()),
  );
  return near.length === 1 ? near[0] : undefined;
}

function isOneSlip(given: string, name: string): boolean {
  let from = 0;
  while (from < given.length && given[from] === name[from]) from++;
  let end = 0;
  const shorter = Math.min(given.length, name.length) - from;
  while (end < shorter && given.at(-1 - end) === name.at(-1 - end)) end++;
  const left = given.slice(from, given.length - end);
  const right = name.slice(from, name.length - end);
  if (left.length <= 1 && right.length <= 1) return left !== right && !isDigit(left) && !isDigit(right);
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** Names that differ by a digit are different fields: `param1` and `param2`. */
