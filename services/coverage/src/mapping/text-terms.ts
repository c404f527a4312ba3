import { all, any, type Condition, field, not } from './condition.js';
import { quotedAt } from './filter-lexer.js';
import { logField } from './log-field.js';
import { wildcard } from './value-test.js';

/** A JSON member or an assignment in a text: `"eventName":"CreateUser"`, `eventName=CreateUser`. */
const MEMBER = /^[\s{,]*\\?["']?([A-Za-z][\w.]{0,99})\\?["']?\s*[:=]\s*\\?["']?([\w.:*/-]{1,200})\\?["']?[\s,}]*$/;

/** The condition for a text that a message must contain: a single JSON member is a test of its field, anything else of the words. */
export function textCondition(text: string): Condition {
  const member = MEMBER.exec(text);
  if (member === null) return { kind: 'text', text };
  return field(logField(member[1] ?? ''), wildcard(member[2] ?? ''));
}

/**
 * Reads a filter pattern of terms: all plain ones must occur, none of those after a minus sign. Terms after a question mark are
 * alternatives, but CloudWatch Logs ignores them where there are others. Undefined for a pattern with an open quotation.
 */
export function readTerms(pattern: string): Condition | undefined {
  const required: Condition[] = [];
  const alternatives: Condition[] = [];
  let at = 0;
  while (at < pattern.length) {
    if (/\s/.test(pattern.charAt(at))) {
      at += 1;
      continue;
    }
    const sign = /[?-]/.test(pattern.charAt(at)) ? pattern.charAt(at) : '';
    const start = at + sign.length;
    const term = termAt(pattern, start);
    if (term === undefined) return undefined;
    at = Math.max(term.end, start + 1);
    if (term.text === '') continue;
    const condition = textCondition(term.text);
    if (sign === '?') alternatives.push(condition);
    else required.push(sign === '-' ? not(condition) : condition);
  }
  return required.length > 0 || alternatives.length === 0 ? all(required) : any(alternatives);
}

function termAt(pattern: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const first = pattern.charAt(start);
  if (first === '"' || first === '%') return quotedAt(pattern, start);
  let end = start;
  while (end < pattern.length && !/\s/.test(pattern.charAt(end))) end += 1;
  return { text: pattern.slice(start, end), end };
}
