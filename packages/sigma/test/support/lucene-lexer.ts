/** A token of a query string, as Lucene's classic parser cuts it. */
export type LuceneToken =
  | { readonly kind: '(' | ')' | 'AND' | 'OR' | 'NOT' | ':' }
  | { readonly kind: 'phrase' | 'regex'; readonly text: string }
  /** `text` keeps its backslashes, since wildcards behind them are literal. */
  | { readonly kind: 'term'; readonly text: string };

const TERM = /^(?:\\[\s\S]|[^ \t\n\r\u3000+\-!():^[\]"{}~\\/&|])(?:\\[\s\S]|[^ \t\n\r\u3000!():^[\]"{}~\\/&|])*/;
/** Greedy, a slash behind a backslash belonging to the expression: what the lexer's longest match gives. */
const REGEX = /^\/(?:\\\/|[^/])*\//;
const PHRASE = /^"(?:\\[\s\S]|[^"\\])*"/;

/** Cuts a query string; throws on anything but the subset that the converter writes. */
export function luceneTokens(query: string): LuceneToken[] {
  const tokens: LuceneToken[] = [];
  for (let rest = query; rest !== ''; ) {
    const [space] = /^[ \t\n\r\u3000]*/.exec(rest) ?? [''];
    rest = rest.slice(space.length);
    if (rest === '') break;
    const first = rest[0] as string;
    if (first === '(' || first === ')' || first === ':') {
      tokens.push({ kind: first });
      rest = rest.slice(1);
      continue;
    }
    const regex = REGEX.exec(rest);
    const phrase = PHRASE.exec(rest);
    const term = TERM.exec(rest);
    const found = regex?.[0] ?? phrase?.[0] ?? term?.[0];
    if (found === undefined) throw new Error(`not a query string at ${JSON.stringify(rest.slice(0, 40))}`);
    rest = rest.slice(found.length);
    if (regex !== null) tokens.push({ kind: 'regex', text: found.slice(1, -1) });
    else if (phrase !== null) tokens.push({ kind: 'phrase', text: found.slice(1, -1) });
    else if (found === 'AND' || found === 'OR' || found === 'NOT') tokens.push({ kind: found });
    else tokens.push({ kind: 'term', text: found });
  }
  return tokens;
}

/** A term without its backslashes. */
export function unescapeTerm(text: string): string {
  return text.replace(/\\([\s\S])/g, '$1');
}
