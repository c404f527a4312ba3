/** A token of ES|QL: a string's value, a column's name, a number, or a word or sign in upper case. */
export interface EsqlToken {
  readonly kind: 'string' | 'name' | 'number' | 'sign';
  readonly text: string;
}

const WORDS = new Set('FROM METADATA WHERE STATS KEEP BY AND OR NOT IN LIKE RLIKE IS NULL TRUE FALSE'.split(' '));
const SIGNS = ['==', '!=', '>=', '<=', '>', '<', '=', '(', ')', ',', '|', '+', '*'];
const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '"': '"', '\\': '\\' };

/** The tokens of a query. Throws where Elasticsearch's lexer would: an escape that it does not know, a line break in a string. */
export function esqlTokens(query: string): readonly EsqlToken[] {
  const tokens: EsqlToken[] = [];
  let at = 0;
  while (at < query.length) {
    const rest = query.slice(at);
    const space = /^\s+/.exec(rest);
    if (space !== null) {
      at += space[0].length;
      continue;
    }
    const [token, length] = next(rest);
    tokens.push(token);
    at += length;
  }
  return tokens;
}

function next(rest: string): [token: EsqlToken, length: number] {
  if (rest.startsWith('"')) return string(rest);
  const number = /^-?\d+(?:\.\d+)?/.exec(rest);
  if (number !== null) return [{ kind: 'number', text: number[0] }, number[0].length];
  const name = /^(?:[A-Za-z_@]\w*|`(?:[^`]|``)*`)(?:\.(?:[A-Za-z_@]\w*|`(?:[^`]|``)*`))*/.exec(rest);
  if (name !== null) {
    const word = name[0].toUpperCase();
    if (WORDS.has(word)) return [{ kind: 'sign', text: word }, word.length];
    const text = name[0].replace(/`((?:[^`]|``)*)`/g, (_whole, inner: string) => inner.replaceAll('``', '`'));
    return [{ kind: 'name', text }, name[0].length];
  }
  const sign = SIGNS.find((each) => rest.startsWith(each));
  if (sign === undefined) throw new Error(`no token begins at ${JSON.stringify(rest.slice(0, 30))}`);
  return [{ kind: 'sign', text: sign }, sign.length];
}

function string(rest: string): [token: EsqlToken, length: number] {
  let text = '';
  for (let at = 1; at < rest.length; at++) {
    const character = rest[at] as string;
    if (character === '"') return [{ kind: 'string', text }, at + 1];
    if (character === '\n' || character === '\r') throw new Error('a line break in a string');
    if (character !== '\\') {
      text += character;
      continue;
    }
    at += 1;
    const meant = ESCAPES[rest[at] ?? ''];
    if (meant === undefined) throw new Error(`unknown escape \\${rest[at]}`);
    text += meant;
  }
  throw new Error('a string without an end');
}
