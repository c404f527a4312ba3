import { NotKnown } from './predicate.js';

/** A token of KQL; `name` is a column in brackets, `span` a length of time. */
export interface KqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'span' | 'sign';
  readonly text: string;
}

const TOKEN =
  /\s+|\/\/[^\n]*|[hH]?@"((?:[^"]|"")*)"|[hH]?@'((?:[^']|'')*)'|[hH]?"((?:[^"\\]|\\.)*)"|[hH]?'((?:[^'\\]|\\.)*)'|\[(?:'([^']*)'|"([^"]*)")\](?!\s*\))|(\d+(?:\.\d+)?(?:ms|[smhd])\b)|(0x[\da-f]+|\d+(?:\.\d+)?)(?![\w.])|(!?[A-Za-z_][\w]*(?:-(?:reorder|away|rename|keep|expand|apply))?~?)|(==|=~|!=|!~|<=|>=|\.\.|[<>=(){}[\],;|.*+/:$-])/giy;

/** Splits a query into its tokens. @throws NotKnown */
export function kqlTokens(query: string): readonly KqlToken[] {
  const tokens: KqlToken[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < query.length; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(query);
    if (found === null) throw new NotKnown(`no token at ${query.slice(at, at + 20)}`);
    const [, double, single, plain, quoted, name, other, span, number, word, sign] = found;
    const verbatim = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'");
    const text = verbatim ?? unescaped(plain ?? quoted);
    if (text !== undefined) tokens.push({ kind: 'text', text });
    else if (name !== undefined || other !== undefined) tokens.push({ kind: 'name', text: name ?? (other as string) });
    else if (span !== undefined) tokens.push({ kind: 'span', text: span });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

function unescaped(text: string | undefined): string | undefined {
  const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
  return text?.replace(/\\(.)/gs, (_, character: string) => named[character] ?? character);
}
