import { RE2JS } from 're2js';
import type { SearchRegex, ValueTest } from './value-test.js';

/** Far longer than in real detections; compiled programs grow with it. */
const LONGEST_SOURCE = 512;

/** Counted repetitions multiply a program's size; patterns that name events have none above this. */
const BIG_REPEAT = /\{\d*,?\d{3,}/;

/** More expressions than this in one text are not evaluated. */
const MOST_REGEXES = 32;

/** Reads the regular expressions of one text. */
export class Regexes {
  #left = MOST_REGEXES;

  /**
   * A test whether a value contains a match; `unread` for expressions that cannot be searched in linear time, or beyond the text's limit.
   */
  test(source: string, ignoreCase: boolean): ValueTest {
    this.#left -= 1;
    const regex = this.#left < 0 ? undefined : searchRegex(source, ignoreCase);
    return regex === undefined ? { op: 'unread' } : { op: 'regex', regex };
  }
}

/** Undefined for an expression that is too long, malformed or cannot run in linear time. */
function searchRegex(source: string, ignoreCase: boolean): SearchRegex | undefined {
  if (source.length > LONGEST_SOURCE || BIG_REPEAT.test(source)) return undefined;
  try {
    const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { source, matches: (value) => compiled.matcher(value).find() };
  } catch {
    return undefined;
  }
}
