import { RE2JS } from 're2js';

/** A customer's regular expression that can be searched for in linear time. */
export interface SearchRegex {
  readonly source: string;
  readonly matches: (value: string) => boolean;
}

/** Far beyond what detections hold; compiled programs grow with it. */
const LONGEST_SOURCE = 512;

/** Counted repetitions multiply a program's size; patterns that name events have none above this. */
const BIG_REPEAT = /\{\d*,?\d{3,}/;

/** Reads a regular expression of the customer's; undefined for one that is too long, malformed or cannot run in linear time. */
export function searchRegex(source: string, ignoreCase: boolean): SearchRegex | undefined {
  if (source.length > LONGEST_SOURCE || BIG_REPEAT.test(source)) return undefined;
  try {
    const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { source, matches: (value) => compiled.matcher(value).find() };
  } catch {
    return undefined;
  }
}
