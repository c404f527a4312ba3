import { malformed } from '../query-fault.js';
import type { Token } from '../tokens.js';

const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
/** Names, of which each part may stand in backquotes. */
const WORD = /(?:[A-Za-z_@][\w@]*|`(?:[^`]|``)*`)(?:\.(?:[\w@]+|`(?:[^`]|``)*`))*/y;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SIGN = /==|!=|=~|<=|>=|::|[()[\],|<>:=.+\-*/%?!]/y;
/** Index patterns with their hyphens and stars behind FROM. */
const INDEX = /[A-Za-z0-9_.:*@<>{}-]+/y;
const PLAIN = [
  ['word', WORD],
  ['number', NUMBER],
  ['sign', SIGN],
] as const;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Splits an ES|QL query into tokens; comments are left out. Linear in its length. */
export function tokenizeEsql(query: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let inFrom = false;
  const matched = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(query)?.[0];
  };
  const push = (kind: Token['kind'], text: string, end: number) => {
    tokens.push({ kind, text, source: query.slice(at, end), at, end });
    if (text === '|') inFrom = false;
    else if (kind === 'word' && tokens.length === 1 && text.toLowerCase() === 'from') inFrom = true;
    else if (kind === 'word' && text.toLowerCase() === 'metadata') inFrom = false;
    at = end;
  };
  for (;;) {
    at += matched(SPACE)?.length ?? 0;
    if (at >= query.length) return tokens;
    const pattern = inFrom && /[A-Za-z.*<]/.test(query[at] as string) ? matched(INDEX) : undefined;
    if (pattern !== undefined) push('word', pattern, at + pattern.length);
    else if (query[at] === '"') {
      const literal = readText(query, at);
      push('text', literal.text, literal.end);
    } else {
      const found = PLAIN.map(([kind, each]) => [kind, matched(each)] as const).find(([, text]) => text !== undefined);
      if (found?.[1] === undefined)
        throw malformed(
          query[at] === '`' ? 'a name that begins here has no end' : `${query[at]} has no meaning in ES|QL here`,
          at,
        );
      push(found[0], unquoted(found[1]), at + found[1].length);
    }
  }
}

function unquoted(name: string): string {
  return name.includes('`')
    ? name.replace(/`((?:[^`]|``)*)`/g, (_, inner: string) => inner.replaceAll('``', '`'))
    : name;
}

/** A text in double quotes with escapes, or raw between three double quotes. */
function readText(query: string, at: number): { readonly text: string; readonly end: number } {
  if (query.startsWith('"""', at)) {
    const end = query.indexOf('"""', at + 3);
    if (end < 0) throw malformed('a text that begins here has no end', at);
    return { text: query.slice(at + 3, end), end: end + 3 };
  }
  let text = '';
  for (let index = at + 1; index < query.length; index++) {
    const character = query[index] as string;
    if (character === '"') return { text, end: index + 1 };
    if (character !== '\\') text += character;
    else {
      const next = query[++index] ?? '';
      text += ESCAPES[next] ?? next;
    }
  }
  throw malformed('a text that begins here has no end', at);
}
