import { inNetwork } from './addresses.js';
import { analyse, inRange, type LuceneDocument, type LuceneFieldKind, luceneRegex } from './lucene-fields.js';
import { type LuceneToken, luceneTokens, unescapeTerm } from './lucene-lexer.js';

type Kinds = Readonly<Record<string, LuceneFieldKind>>;
type Predicate = (document: LuceneDocument, kinds: Kinds) => boolean;

/**
 * Whether a document matches a query string as Elasticsearch and OpenSearch read it: the classic parser's way with AND, OR and NOT (no
 * precedence; a group of negations alone matches nothing), keyword fields compared as they are, text fields by words.
 */
export function luceneMatches(query: string, document: LuceneDocument, kinds: Kinds = {}): boolean {
  const parser = new Parser(luceneTokens(query));
  return parser.whole()(document, kinds);
}

interface Clause {
  readonly occurs: 'must' | 'should' | 'must_not';
  readonly matches: Predicate;
}

class Parser {
  private position = 0;

  constructor(private readonly tokens: readonly LuceneToken[]) {}

  whole(): Predicate {
    const matches = this.clauses(undefined);
    if (this.position < this.tokens.length) throw new Error(`left over at token ${this.position}`);
    return matches;
  }

  /** A boolean query, built clause by clause as `QueryParserBase.addClause` does with OR as default operator. */
  private clauses(field: string | undefined): Predicate {
    const clauses: Clause[] = [];
    for (;;) {
      const next = this.tokens[this.position];
      if (next === undefined || next.kind === ')') break;
      let conjunction: 'AND' | 'OR' | undefined;
      if (next.kind === 'AND' || next.kind === 'OR') {
        if (clauses.length === 0) throw new Error('an operator without a left side');
        conjunction = next.kind;
        this.position += 1;
      } else if (clauses.length > 0) throw new Error('two clauses without an operator between them');
      const negated = this.take('NOT');
      const matches = this.clause(field);
      const last = clauses.at(-1);
      if (conjunction === 'AND' && last?.occurs === 'should') clauses[clauses.length - 1] = { ...last, occurs: 'must' };
      clauses.push({ occurs: negated ? 'must_not' : conjunction === 'AND' ? 'must' : 'should', matches });
    }
    if (clauses.length === 0) throw new Error('an empty group');
    return (document, kinds) => {
      const of = (occurs: Clause['occurs']) => clauses.filter((clause) => clause.occurs === occurs);
      if (of('must_not').some(({ matches }) => matches(document, kinds))) return false;
      if (of('must').length > 0) return of('must').every(({ matches }) => matches(document, kinds));
      return of('should').some(({ matches }) => matches(document, kinds));
    };
  }

  private clause(field: string | undefined): Predicate {
    const token = this.tokens[this.position];
    if (token?.kind === 'term' && this.tokens[this.position + 1]?.kind === ':') {
      if (field !== undefined) throw new Error('a field within the group of another');
      this.position += 2;
      return this.operand(unescapeTerm(token.text));
    }
    return this.operand(field);
  }

  private operand(field: string | undefined): Predicate {
    if (this.take('(')) {
      const inner = this.clauses(field);
      if (!this.take(')')) throw new Error('a group that does not end');
      return inner;
    }
    const token = this.tokens[this.position++];
    if (token === undefined || !('text' in token)) throw new Error(`no operand: ${token?.kind}`);
    if (field === undefined) throw new Error(`a value without a field: ${token.text}`);
    if (field === '*' && token.text === '*') return () => true;
    if (field === '_exists_') return (document) => valuesOf(document, unescapeTerm(token.text)).length > 0;
    return (document, kinds) =>
      namesMatching(document, field).some((name) => {
        const kind = kinds[name] ?? 'keyword';
        // A search over every field skips fields that do not support the query.
        if (field === '*' && kind !== 'keyword' && !canAsk(token, kind)) return false;
        return valuesOf(document, name).some((value) => valueMatches(token, value, kind));
      });
  }

  private take(kind: LuceneToken['kind']): boolean {
    if (this.tokens[this.position]?.kind !== kind) return false;
    this.position += 1;
    return true;
  }
}

function namesMatching(document: LuceneDocument, field: string): readonly string[] {
  if (!field.includes('*')) return [field];
  const parts = field.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  return Object.keys(document).filter((name) => pattern.test(name));
}

function valuesOf(document: LuceneDocument, name: string): readonly unknown[] {
  const names = namesMatching(document, name);
  return names.flatMap((found) => document[found] ?? []).filter((value) => value !== null && value !== undefined);
}

function valueMatches(token: Extract<LuceneToken, { text: string }>, value: unknown, kind: LuceneFieldKind): boolean {
  const text = String(value);
  if (token.kind === 'term' && typeof value === 'number') {
    const ranged = inRange(unescapeTerm(token.text), value);
    if (ranged !== undefined) return ranged;
  }
  if (token.kind === 'term' && /^\\?[<>](?:\\.|[^\\*?])*$/s.test(token.text)) {
    // A term that begins so is a range even behind a backslash, and no text is within a range of numbers.
    return false;
  }
  switch (kind) {
    case 'number':
      if (token.kind !== 'term' || Number.isNaN(Number(unescapeTerm(token.text))))
        throw new Error(`not a number: ${token.text}`);
      return Number(unescapeTerm(token.text)) === Number(value);
    case 'boolean':
      if (token.text !== 'true' && token.text !== 'false') throw new Error(`not a boolean: ${token.text}`);
      return token.text === text;
    case 'ip':
      if (token.kind !== 'term') throw new Error(`not an address: ${token.text}`);
      return inAddressOrNetwork(text, unescapeTerm(token.text));
    default: {
      const words = analyse(kind, text);
      if (words === undefined) return termMatches(token, text, false);
      if (token.kind === 'regex') return words.some((word) => termMatches(token, word, false));
      if (token.kind === 'phrase') return phraseMatches(analyse(kind, unescapeTerm(token.text)) ?? [], words);
      return words.some((word) => termMatches(token, word, true));
    }
  }
}

function canAsk(token: Extract<LuceneToken, { text: string }>, kind: LuceneFieldKind): boolean {
  if (kind === 'text' || kind === 'script') return true;
  return kind === 'number' && token.kind === 'term' && !Number.isNaN(Number(unescapeTerm(token.text)));
}

function inAddressOrNetwork(address: string, wanted: string): boolean {
  return inNetwork(address, wanted.includes('/') ? wanted : `${wanted}/${wanted.includes(':') ? 128 : 32}`);
}

function phraseMatches(phrase: readonly string[], words: readonly string[]): boolean {
  if (phrase.length === 0) return false;
  return words.some((_, at) => phrase.every((word, offset) => words[at + offset] === word));
}

function termMatches(token: Extract<LuceneToken, { text: string }>, term: string, lowered: boolean): boolean {
  if (token.kind === 'regex') return luceneRegex(token.text).test(term);
  if (token.kind === 'phrase') return unescapeTerm(token.text) === term;
  const text = lowered ? token.text.toLowerCase() : token.text;
  if (text === '*') return true;
  let pattern = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '*') pattern += '.*';
    else if (character === '?') pattern += '.';
    else pattern += (character === '\\' ? (text[++at] ?? '') : character).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  }
  return new RegExp(`^${pattern}$`, 'su').test(term);
}
