import { NotKnown } from './predicate.js';

/** A token of ES|QL: a text's value, a name with its dots, a number, or a sign. */
export interface EsqlToken {
  readonly kind: 'name' | 'text' | 'number' | 'sign';
  readonly text: string;
  /** Whether the name stands in backquotes, which no keyword does. */
  readonly quoted?: boolean;
}

const PART = '(?:[A-Za-z_@][\\w@]*|`(?:[^`]|``)*`)';
const TOKEN = new RegExp(
  `\\s+|//[^\\n]*|/\\*[\\s\\S]*?\\*/|"""([\\s\\S]*?)"""(?!")|"((?:[^"\\\\]|\\\\.)*)"|(\\d+(?:\\.\\d+)?)|(${PART}(?:\\.(?:${PART}|\\*))*)|(==|!=|<=|>=|::|[<>=:()\\[\\],|+*/%-])`,
  'gy',
);
const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

/** The tokens of a query behind its sources. @throws NotKnown for what is none */
export function esqlTokens(query: string): readonly EsqlToken[] {
  const tokens: EsqlToken[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < query.length; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(query);
    if (found === null) throw new NotKnown(`no token at ${query.slice(at, at + 20)}`);
    const [, raw, text, number, name, sign] = found;
    if (raw !== undefined) tokens.push({ kind: 'text', text: raw });
    else if (text !== undefined)
      tokens.push({ kind: 'text', text: text.replace(/\\(.)/gs, (_, one: string) => ESCAPES[one] ?? one) });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined)
      tokens.push({ kind: 'name', text: name.replaceAll('`', ''), quoted: name.includes('`') });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

/** The index patterns of `FROM`, and where the commands behind it begin. */
export function esqlSources(query: string): { readonly patterns: readonly string[]; readonly at: number } {
  const parts = /(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/|[^|])*/y.exec(query)?.[0] ?? '';
  const text = parts.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ').trim();
  const found = /^from\s+([\s\S]+?)(?:\s+metadata\s[\s\S]*)?$/i.exec(text);
  if (found === null) throw new NotKnown(`a query that begins with ${text.slice(0, 20)}`);
  return { patterns: (found[1] as string).split(',').map((pattern) => pattern.trim()), at: parts.length };
}
