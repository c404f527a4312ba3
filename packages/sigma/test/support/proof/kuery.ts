import { both, NotKnown, type Predicate } from './predicate.js';
import type { Interpreted } from './steps.js';
import { networkTest, numberTest, thereTest, wild, wildTest } from './texts.js';
import { TokenReader } from './token-reader.js';

type Token = { readonly kind: 'word' | 'text' | 'sign'; readonly text: string };

const TOKEN = /\s+|"((?:[^"\\]|\\.)*)"|(<=|>=|[<>:(){}])|((?:[^\s"<>:(){}\\]|\\.)+)/gy;

function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < query.length; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(query);
    if (found === null) throw new NotKnown(`no token at ${query.slice(at, at + 20)}`);
    const [, text, sign, word] = found;
    if (text !== undefined) tokens.push({ kind: 'text', text: text.replace(/\\(.)/gs, '$1') });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
  }
  return tokens;
}

/**
 * Reads a query in Kibana's own language, or one of Lucene's that says the same. Written from Kibana's documentation and not from the reader of
 * queries: `and` binds tighter than `or`, a list of values may have operators of its own, only words without quotes have wildcards, a field
 * that is missing satisfies no test, and keyword fields mind the letters' case. Letter case is left alone here: events have it as the query.
 * @throws NotKnown for nested fields, fields with wildcards, expressions and nearness.
 */
export function interpretKuery(query: string): Interpreted {
  const reader = new KueryReader(tokensOf(query));
  return { steps: [{ predicate: reader.read(), by: [] }] };
}

const HOW = { cased: true, missing: false } as const;

class KueryReader extends TokenReader<Token> {
  read(): Predicate {
    const predicate = this.or(undefined);
    if (this.at < this.tokens.length) throw new NotKnown(`what follows from ${this.peek()?.text}`);
    return predicate;
  }

  private or(field: string | undefined): Predicate {
    const parts = [this.and(field)];
    while (this.word('or') || (field !== undefined && this.isValue())) parts.push(this.and(field));
    return both('or', parts);
  }

  private and(field: string | undefined): Predicate {
    const parts = [this.not(field)];
    while (this.word('and')) parts.push(this.not(field));
    return both('and', parts);
  }

  private not(field: string | undefined): Predicate {
    if (this.word('not')) return { kind: 'not', child: this.not(field) };
    if (this.sign('(')) {
      const inner = this.or(field);
      if (!this.sign(')')) throw new NotKnown('a group that does not end');
      return inner;
    }
    const token = this.next();
    if (field !== undefined) return valueTest(field, token);
    const operator = this.peek();
    if (operator?.kind !== 'sign' || operator.text === ')' || operator.text === '(')
      throw new NotKnown(`a search of the whole event for ${token.text}`);
    this.at++;
    const name = token.text.replace(/\\(.)/g, '$1');
    if (name.includes('*')) throw new NotKnown('a field with a wildcard');
    if (operator.text !== ':') return numberTest(name, operator.text, Number(this.next().text), false);
    if (this.peek()?.text === '{' || this.peek()?.text === '[') throw new NotKnown('a nested field');
    if (['<', '<=', '>', '>='].includes(this.peek()?.text ?? '') && this.peek()?.kind === 'sign')
      return numberTest(name, this.next().text, Number(this.next().text), false);
    if (this.sign('(')) {
      const inner = this.or(name);
      if (!this.sign(')')) throw new NotKnown('a list that does not end');
      return inner;
    }
    return valueTest(name, this.next());
  }

  private isValue(): boolean {
    const token = this.peek();
    return token !== undefined && token.kind !== 'sign';
  }
}

function valueTest(field: string, { kind, text }: Token): Predicate {
  if (kind === 'text') return ranged(field, text) ?? wildTest(field, [text], HOW);
  if (text === '*') return thereTest(field, true);
  if (text.startsWith('/')) {
    if (text.length > 1 && text.endsWith('/')) throw new NotKnown('an expression');
  }
  if (text.includes('~')) throw new NotKnown('similar words');
  return ranged(field, text) ?? wildTest(field, unescapedWild(text), HOW);
}

function ranged(field: string, text: string): Predicate | undefined {
  return /^(?:\d+\.){3}\d+\/\d+$|^[0-9a-f:]*:[0-9a-f:]*\/\d+$/i.test(text)
    ? networkTest(field, text, false)
    : undefined;
}

/** A word with its wildcards; a backslash takes a character as it is. In Kibana's language only `*` is one. */
function unescapedWild(text: string): ReturnType<typeof wild> {
  const parts: ReturnType<typeof wild>[number][] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '*') {
      parts.push(...(plain === '' ? [] : [plain]), ...wild('*'));
      plain = '';
    } else plain += text[at] === '\\' ? (text[++at] ?? '') : text[at];
  }
  return plain === '' ? parts : [...parts, plain];
}
