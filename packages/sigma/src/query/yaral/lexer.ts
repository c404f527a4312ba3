import { malformed } from '../query-fault.js';
import type { Token } from '../tokens.js';

/** A token; `isRegex` for an expression between slashes, `line` its line, since a line's end ends a condition. */
export interface YaralToken extends Token {
  readonly isRegex: boolean;
}

const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const WORD = /[$#%!]?[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*|\["[^"\n]*"\]|\[\d+\])*/y;
const NUMBER = /\d+(?:\.\d+)?[smhd]?\b/y;
const SIGN = /!=|<=|>=|[()[\]{},=<>:+\-*/%!]/y;
const PLAIN = [
  ['word', WORD],
  ['number', NUMBER],
  ['sign', SIGN],
] as const;

/** Splits a YARA-L rule into tokens; comments are left out. Linear in its length. */
export function tokenizeYaral(query: string): YaralToken[] {
  const tokens: YaralToken[] = [];
  let at = 0;
  const push = (kind: Token['kind'], text: string, end: number, isRegex = false) => {
    tokens.push({ kind, text, source: query.slice(at, end), at, end, isRegex });
    at = end;
  };
  for (;;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(query)?.[0].length ?? 0;
    if (at >= query.length) return tokens;
    const character = query[at] as string;
    if (character === '"' || character === '`') {
      const literal = readText(query, at);
      push('text', literal.text, literal.end);
    } else if (character === '/' && startsRegex(tokens)) {
      const end = endOfRegex(query, at);
      push('text', query.slice(at + 1, end).replaceAll('\\/', '/'), end + 1, true);
    } else {
      const found = PLAIN.find(([, pattern]) => {
        pattern.lastIndex = at;
        return pattern.test(query);
      });
      if (found === undefined) throw malformed(`${character} has no meaning in YARA-L here`, at);
      const end = found[1].lastIndex;
      push(found[0], query.slice(at, end), end);
    }
  }
}

/** Whether a slash begins an expression: where a value is expected. */
function startsRegex(tokens: readonly YaralToken[]): boolean {
  const last = tokens.at(-1);
  return last?.kind === 'sign' && ['=', '!=', '(', ','].includes(last.text);
}

function endOfRegex(query: string, at: number): number {
  for (let index = at + 1; index < query.length && query[index] !== '\n'; index++) {
    if (query[index] === '\\') index++;
    else if (query[index] === '/') return index;
  }
  throw malformed('an expression that begins here has no end', at);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** A text in double quotes with escapes, or between backquotes as it stands. */
function readText(query: string, at: number): { readonly text: string; readonly end: number } {
  const quote = query[at];
  let text = '';
  for (let index = at + 1; index < query.length; index++) {
    const character = query[index] as string;
    if (character === quote) return { text, end: index + 1 };
    if (character === '\\' && quote === '"') {
      const next = query[++index] ?? '';
      text += ESCAPES[next] ?? next;
    } else text += character;
  }
  throw malformed('a text that begins here has no end', at);
}
