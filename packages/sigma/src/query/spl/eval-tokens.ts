import { malformed } from '../query-fault.js';
import type { Token } from '../tokens.js';
import { endOfQuote } from './pipeline.js';

const SPACE = /\s+/y;
const WORD = /[A-Za-z_][\w{}]*(?:\.[A-Za-z_][\w{}]*)*/y;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SIGN = /==|!=|<=|>=|[()[\],=<>+\-*/%.]/y;

/** Signs that compare numbers. */
export const COMPARISONS: Readonly<Record<string, 'gt' | 'gte' | 'lt' | 'lte'>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};
/** A sign between two values as one between them the other way around. */
export const MIRRORED: Readonly<Record<string, string>> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' };

/** The tokens of an expression. */
export function tokenizeEval(query: string, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  let at = from;
  const push = (kind: Token['kind'], text: string, end: number) => {
    tokens.push({ kind, text, source: query.slice(at, end), at, end });
    at = end;
  };
  for (;;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(query)?.[0].length ?? 0;
    if (at >= to) return tokens;
    const character = query[at];
    if (character === '"') {
      const end = endOfQuote(query, at);
      push('text', query.slice(at + 1, end).replace(/\\([\\"])/g, '$1'), end + 1);
    } else if (character === "'") {
      const end = endOfName(query, at);
      push('word', query.slice(at + 1, end).replace(/\\'/g, "'"), end + 1);
    } else {
      const kind = (
        [
          ['word', WORD],
          ['number', NUMBER],
          ['sign', SIGN],
        ] as const
      ).find(([, pattern]) => {
        pattern.lastIndex = at;
        return pattern.test(query);
      });
      if (kind === undefined) throw malformed(`${character} has no meaning in an expression`, at);
      const end = kind[1].lastIndex;
      push(kind[0], query.slice(at, end), end);
    }
  }
}

function endOfName(query: string, at: number): number {
  for (let index = at + 1; index < query.length; index++) {
    if (query[index] === "'") return index;
    if (query[index] === '\\' && query[index + 1] === "'") index++;
  }
  throw malformed('a name that begins here has no end', at);
}
