import { ANY, type PatternPart } from '../../model/pattern.js';
import { unreadable } from '../query-fault.js';
import type { QueryTest } from '../query-tree.js';
import { exactly, patternFrom } from '../values.js';

/** Keys of the log of Entra whose values are texts of JSON: `"\"Group\""`. */
const JSON_TEXTS = new Set(['newvalue', 'oldvalue']);
/** What `trim` is told to take off a value's ends to be rid of its quotes. */
const QUOTES = new Set(['"', '\\"', '["]', '"+', '["]+']);

/** Whether the place has text of JSON, which a query unwraps. */
export function hasJsonText(place: string): boolean {
  return JSON_TEXTS.has(place.slice(place.lastIndexOf('.') + 1).toLowerCase());
}

/** Whether the first argument of `trim` stands for quotes. */
export function isQuotes(text: unknown): boolean {
  return typeof text === 'string' && QUOTES.has(text);
}

/** The tests on a value as the log has it, with quotes or without, that a test on it without quotes is. @throws QueryFault for one that has none */
export function unquotedTests(of: QueryTest, at: number): readonly QueryTest[] {
  switch (of.op) {
    case 'string': {
      const pattern = patternFrom(quoted(of.pattern.parts));
      const isAlike = JSON.stringify(pattern) === JSON.stringify(of.pattern);
      return isAlike ? [of] : [of, { ...of, pattern }];
    }
    case 'number':
    case 'boolean':
      return [of, exactly(JSON.stringify(String(of.value)))];
    case 'fieldref':
    case 'placeholder':
      throw unreadable('the query compares a value without the quotes that the log writes around it', at);
    case 'regex':
      if (!/[\^$]/.test(of.source)) return [of];
      throw unreadable('the query searches the ends of a value without the quotes that the log writes around it', at);
    default:
      return [of];
  }
}

/** The parts of a pattern as text of JSON. */
function quoted(parts: readonly PatternPart[]): readonly PatternPart[] {
  const inner = parts.map((part) => (typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : part));
  return [...(parts[0] === ANY ? [] : ['"']), ...inner, ...(parts.at(-1) === ANY ? [] : ['"'])];
}
