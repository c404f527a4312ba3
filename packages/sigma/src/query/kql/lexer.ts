import { malformed } from '../query-fault.js';
import type { Token } from '../tokens.js';

const SPACE = /(?:\s+|\/\/[^\n]*)+/y;
const WORD = /[A-Za-z_$][\w$]*/y;
/** What an operator's name may have behind its dash, as `mv-expand` and `project-away` have: elsewhere a dash is a minus. */
const BEHIND_DASH = ['apply', 'expand', 'series', 'rename', 'away', 'keep', 'reorder', 'where'] as const;
/** A column whose name stands in brackets, since it has blanks or is a keyword. */
const BRACKETED = /\[\s*(?:'([^'\]]*)'|"([^"\]]*)")\s*\]/y;
/** Words and signs behind which such a column may stand; behind others brackets are a place in a value, or a list. */
const BEFORE_COLUMN = new Set([
  ...['by', 'and', 'or', 'not', 'on', 'where', 'filter', 'extend', 'summarize', 'distinct', 'top'],
  ...['project', 'project-reorder', 'project-rename', 'project-away', 'project-keep', 'mv-expand'],
  ...[',', '(', '|', '=', '==', '=~', '!=', '!~', '<', '<=', '>', '>='],
]);
/** Numbers, also with a time unit after them. */
const NUMBER = /(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?:[a-z]+)?/y;
const LONG_SIGNS: ReadonlySet<string> = new Set(['==', '=~', '!=', '!~', '<>', '<=', '>=', '..', '=>']);
const SHORT_SIGNS = '()[]{},;|=<>.*+-/%!~:?';
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '0': '\0',
};

/** Splits a KQL query into tokens; comments are left out. Linear in its length. */
export function tokenizeKql(query: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const matched = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(query)?.[0];
  };
  const push = (kind: Token['kind'], text: string, end: number) => {
    tokens.push({ kind, text, source: query.slice(at, end), at, end });
    at = end;
  };
  for (;;) {
    at += matched(SPACE)?.length ?? 0;
    if (at >= query.length) return tokens;
    const column = mayBeColumn(tokens) ? bracketed(query, at) : undefined;
    if (column !== undefined) {
      push('word', column.name, column.end);
      continue;
    }
    const literal = readText(query, at);
    if (literal !== undefined) {
      push('text', literal.text, literal.end);
      continue;
    }
    const word = matched(WORD);
    if (word !== undefined) {
      const end = at + word.length;
      const behind = query[end] === '-' ? BEHIND_DASH.find((part) => query.startsWith(part, end + 1)) : undefined;
      const stop = behind === undefined ? end : end + 1 + behind.length;
      push('word', query.slice(at, stop), stop);
      continue;
    }
    const number = matched(NUMBER);
    if (number !== undefined) {
      push('number', number, at + number.length);
      continue;
    }
    const sign = signAt(query, at);
    if (sign === undefined) throw malformed(`${query[at]} has no meaning in KQL here`, at);
    push('sign', sign, at + sign.length);
  }
}

/** The longest sign that stands there. */
function signAt(query: string, at: number): string | undefined {
  const two = query.slice(at, at + 2);
  if (LONG_SIGNS.has(two)) return two;
  const one = query.charAt(at);
  return SHORT_SIGNS.includes(one) ? one : undefined;
}

/** Whether a column in brackets may be next; in `dynamic([…])` they are a list. */
function mayBeColumn(tokens: readonly Token[]): boolean {
  const before = tokens.at(-1);
  if (before === undefined || before.kind === 'text' || !BEFORE_COLUMN.has(before.text.toLowerCase())) return false;
  return before.text !== '(' || tokens.at(-2)?.text.toLowerCase() !== 'dynamic';
}

function bracketed(query: string, at: number): { readonly name: string; readonly end: number } | undefined {
  BRACKETED.lastIndex = at;
  const found = BRACKETED.exec(query);
  const name = found?.[1] ?? found?.[2] ?? '';
  return found === null || name === '' ? undefined : { name, end: at + found[0].length };
}

/** A text in quotes: with escapes, verbatim (`@"…"`, quotes doubled), obfuscated (`h"…"`), or between three backticks. */
function readText(query: string, at: number): { readonly text: string; readonly end: number } | undefined {
  if (query.startsWith('```', at)) {
    const end = query.indexOf('```', at + 3);
    if (end < 0) throw malformed('a text that begins here has no end', at);
    return { text: query.slice(at + 3, end), end: end + 3 };
  }
  const opening = openingAt(query, at);
  if (opening === undefined) return undefined;
  const { quote, verbatim } = opening;
  let text = '';
  let from = opening.end;
  for (let index = from; index < query.length; index++) {
    const character = query[index];
    if (character === quote) {
      text += query.slice(from, index);
      if (!verbatim || query[index + 1] !== quote) return { text, end: index + 1 };
      from = index + 1;
      index++;
    } else if (character === '\\' && !verbatim) {
      const escaped = escapeAt(query, index);
      if (escaped === undefined) break;
      text += query.slice(from, index) + escaped.text;
      from = escaped.end;
      index = from - 1;
    }
  }
  throw malformed('a text that begins here has no end', at);
}

/** How a text begins: its quote, behind the signs for obfuscated and for verbatim. */
function openingAt(
  query: string,
  at: number,
): { readonly quote: '"' | "'"; readonly verbatim: boolean; readonly end: number } | undefined {
  let start = at;
  if ((query[start] === 'h' || query[start] === 'H') && /["'@]/.test(query[start + 1] ?? '')) start++;
  const verbatim = query[start] === '@';
  if (verbatim) start++;
  const quote = query[start];
  return quote === '"' || quote === "'" ? { quote, verbatim, end: start + 1 } : undefined;
}

/** The character behind a backslash; undefined where the query ends there. */
function escapeAt(query: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const code = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/y;
  code.lastIndex = at;
  const [whole, four, two, character] = code.exec(query) ?? [];
  if (whole === undefined) return undefined;
  const digits = four ?? two;
  const text =
    digits === undefined
      ? (ESCAPES[character as string] ?? (character as string))
      : String.fromCharCode(Number.parseInt(digits, 16));
  return { text, end: at + whole.length };
}
