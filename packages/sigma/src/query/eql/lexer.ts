import { malformed } from '../query-fault.js';
import type { Token } from '../tokens.js';

const SPACE = /(?:\s+|\/\/[^\n]*)+/y;
const WORD = /[A-Za-z_@][\w@]*(?:\.[\w@*-]*[\w@*])*/y;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SIGN = /==|!=|<=|>=|[()[\],|<>:~?=.+\-*/%!]/y;
const PLAIN = [
  ['word', WORD],
  ['number', NUMBER],
  ['sign', SIGN],
] as const;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Splits an EQL query into tokens; comments are left out. Linear in its length. */
export function tokenizeEql(query: string): Token[] {
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
    if (query.startsWith('/*', at)) {
      at = endOf('a comment', query, '*/', at + 2, at) + 2;
      continue;
    }
    if (at >= query.length) return tokens;
    if (query[at] === '"' || query[at] === "'") {
      const literal = readText(query, at);
      push('text', literal.text, literal.end);
      continue;
    }
    if (query[at] === '`') {
      const end = endOf('a name', query, '`', at + 1, at);
      push('word', query.slice(at + 1, end), end + 1);
      continue;
    }
    const [kind, text] = plainToken(matched) ?? [];
    if (kind === undefined || text === undefined) throw malformed(`${query[at]} has no meaning in EQL here`, at);
    push(kind, text, at + text.length);
  }
}

/** The word, number or sign that is next. */
function plainToken(matched: (pattern: RegExp) => string | undefined): readonly [Token['kind'], string] | undefined {
  for (const [kind, pattern] of PLAIN) {
    const text = matched(pattern);
    if (text !== undefined) return [kind, text];
  }
  return undefined;
}

/** Where a sign that ends something is next; `from` is where that begins. @throws QueryFault where there is none */
function endOf(what: string, query: string, sign: string, start: number, from: number): number {
  const end = query.indexOf(sign, start);
  if (end < 0) throw malformed(`${what} that begins here has no end`, from);
  return end;
}

/** A text in double quotes with escapes, in single quotes as in older rules, or raw between three double quotes. */
function readText(query: string, at: number): { readonly text: string; readonly end: number } {
  if (query.startsWith('"""', at)) {
    const end = endOf('a text', query, '"""', at + 3, at);
    return { text: query.slice(at + 3, end), end: end + 3 };
  }
  const quote = query[at];
  let text = '';
  for (let index = at + 1; index < query.length; index++) {
    const character = query[index] as string;
    if (character === quote) return { text, end: index + 1 };
    if (character !== '\\') {
      text += character;
      continue;
    }
    const next = query[++index] ?? '';
    const code = /\\u(?:\{([0-9a-fA-F]{2,6})\}|([0-9a-fA-F]{4}))/y;
    code.lastIndex = index - 1;
    const found = next === 'u' ? code.exec(query) : null;
    if (found === null) {
      text += ESCAPES[next] ?? next;
    } else {
      const point = Number.parseInt((found[1] ?? found[2]) as string, 16);
      text += point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
      index += found[0].length - 2;
    }
  }
  throw malformed('a text that begins here has no end', at);
}
