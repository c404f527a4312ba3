import type { ConversionContext } from '../../convert/target.js';
import { type Rendered, textOf } from '../../convert/walk.js';
import { isMixed } from './raw.js';
import { EVENT_TIME } from './schema.js';

/** Logical operators that UDM search allows within parentheses (search best practices page). */
const OPERATORS_MAX = 169;

/** The text of a whole search. A constant condition becomes one that every event, or none, satisfies. */
export function finishedSearch(rendered: Rendered, ctx: ConversionContext): string {
  if (typeof rendered === 'boolean') return rendered ? `${EVENT_TIME} > 0` : `${EVENT_TIME} = 0`;
  const text = textOf(rendered);
  if (isMixed(text)) {
    ctx.note({
      code: 'query_syntax',
      message:
        'Google shows raw searches of one text: where a search with raw texts and UDM fields is refused, search one raw text and filter its results by the rest.',
    });
  }
  // An operator takes at least four characters and its operand more, so short queries need no count.
  if (text.length > OPERATORS_MAX * 12) {
    const operators = operatorsInGroups(text);
    if (operators > OPERATORS_MAX) {
      ctx.note({
        code: 'query_syntax',
        message: `The search has ${operators} logical operators within parentheses; UDM search allows ${OPERATORS_MAX}: run it in parts.`,
      });
    }
  }
  return text;
}

/** Counts AND, OR and NOT inside parentheses, outside of literals. */
function operatorsInGroups(text: string): number {
  let depth = 0;
  let operators = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|= \/(?:[^/\\]|\\.)*\/|\b(?:AND|OR|NOT)\b|[()]/g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth > 0 && (token === 'AND' || token === 'OR' || token === 'NOT')) operators += 1;
  }
  return operators;
}
