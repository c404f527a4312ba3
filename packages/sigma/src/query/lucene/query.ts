import type { ValueTest } from '../../model/condition.js';
import { malformed, QUERY_LIMITS, QueryFault, unreadable } from '../query-fault.js';
import { ALWAYS, join, negate, type ParsedQuery, type QueryNode, type QueryRemark, test } from '../query-tree.js';
import { exactly } from '../values.js';
import { escapedInPhrase } from './phrase.js';
import { expressionTest, termTest } from './term.js';

type Operator = 'and' | 'or' | 'not';

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ...['AND', 'and', '&&'].map((written) => [written, 'and'] as const),
  ...['OR', 'or', '||'].map((written) => [written, 'or'] as const),
  ...['NOT', 'not', '!'].map((written) => [written, 'not'] as const),
]);
/** A term without quotes, up to the character that ends it. */
const TERM = /(?:\\[\s\S]|[^\s()[\]{}":\\])+/y;
const NAME = /(?:\\[\s\S]|[^\s()[\]{}":\\<>=])+(?=\s*(?::|[<>]=?))/y;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Parses a query string of Elastic and OpenSearch in Lucene's syntax, and Kibana's own query language as far as it means the same
 * (operators in lower case, `field >= 5`).
 */
export function parseLucene(query: string): ParsedQuery {
  return new LuceneReader(query).whole();
}

class LuceneReader {
  readonly #query: string;
  readonly #remarks: QueryRemark[] = [];
  #at = 0;
  #depth = 0;

  constructor(query: string) {
    this.#query = query;
  }

  whole(): ParsedQuery {
    const tree = this.#alternatives(undefined);
    if (this.#at < this.#query.length) throw malformed(`${this.#query[this.#at]} closes nothing`, this.#at);
    return { tree, remarks: this.#remarks };
  }

  /** Parses clauses up to a closing bracket; `field` is the field before the group, where there is one. */
  #alternatives(field: string | undefined): QueryNode {
    const groups: QueryNode[][] = [[]];
    const start = this.#at;
    const operators = new Set<string>();
    for (let first = true; ; first = false) {
      this.#space();
      if (this.#at >= this.#query.length || this.#query[this.#at] === ')') break;
      if (!first) {
        // A prohibited clause without an operator narrows what stands before it.
        const operator = this.#operator(['and', 'or']) ?? (this.#startsNegation() ? 'and' : 'or');
        operators.add(operator);
        if (operator === 'or') groups.push([]);
      }
      (groups.at(-1) as QueryNode[]).push(this.#clause(field));
    }
    if (groups.length === 1 && groups[0]?.length === 0) throw malformed('a clause is expected', this.#at);
    if (operators.size > 1) this.#remarkPrecedence(start);
    return join(
      'or',
      groups.map((group) => join('and', group)),
    );
  }

  #remarkPrecedence(at: number): void {
    this.#remarks.push({
      code: 'ambiguous_precedence',
      message:
        'AND and OR stand side by side without parentheses: AND was read first, as Kibana does; Lucene itself weighs them in another way.',
      at,
    });
  }

  #startsNegation(): boolean {
    return this.#peekOperator()?.operator === 'not' || this.#query[this.#at] === '-';
  }

  #clause(field: string | undefined): QueryNode {
    if (++this.#depth > QUERY_LIMITS.depth)
      throw new QueryFault('TooDeep', `the query is nested more than ${QUERY_LIMITS.depth} deep`, this.#at);
    const node = this.#clauseWithin(field);
    this.#depth--;
    return node;
  }

  #clauseWithin(field: string | undefined): QueryNode {
    this.#space();
    if (this.#operator(['not']) !== undefined) return negate(this.#clause(field));
    const character = this.#query[this.#at];
    if (character === '-' && this.#query[this.#at + 1] !== ' ') {
      this.#at++;
      return negate(this.#clause(field));
    }
    if (character === '+') {
      this.#at++;
      return this.#clause(field);
    }
    if (character === '(') return this.#group(field);
    const name = field === undefined ? this.#name() : undefined;
    return this.#value(name ?? field);
  }

  #group(field: string | undefined): QueryNode {
    this.#at++;
    const inner = this.#alternatives(field);
    if (this.#query[this.#at] !== ')') throw malformed('")" is expected', this.#at);
    this.#at++;
    this.#boost();
    return inner;
  }

  /** A field name with its colon or comparison; the comparison is left to the value. */
  #name(): string | undefined {
    NAME.lastIndex = this.#at;
    const found = NAME.exec(this.#query);
    if (found === null) return undefined;
    this.#at += found[0].length;
    this.#space();
    if (this.#query[this.#at] === ':') this.#at++;
    this.#space();
    return found[0].replace(/\\([\s\S])/g, '$1');
  }

  #value(field: string | undefined): QueryNode {
    const at = this.#at;
    const character = this.#query[at];
    if (character === undefined) throw malformed('the query ends where a value is expected', at);
    if (character === '(') return this.#group(field);
    if (character === '{' && field !== undefined && !/^\{[^{}]* TO /.test(this.#query.slice(at, at + 200))) {
      throw unreadable('a condition on the objects of a nested field has no counterpart in a rule', at);
    }
    const leaf = (of: ValueTest): QueryNode => this.#leaf(field, of, at);
    if (character === '"') return leaf(this.#phrase());
    if (character === '/' && this.#isExpression()) return leaf(this.#expression());
    if (character === '[' || character === '{') return this.#range(field);
    if (character === '<' || character === '>') return this.#comparison(field);
    return leaf(this.#term(character));
  }

  /** A word, with wildcards and escapes. */
  #term(character: string): ValueTest {
    const at = this.#at;
    TERM.lastIndex = at;
    const term = TERM.exec(this.#query)?.[0];
    if (term === undefined) throw malformed(`${character} stands where a value is expected`, at);
    this.#at += term.length;
    if (this.#query[this.#at] === ':') throw malformed('a value holds a colon that no backslash precedes', this.#at);
    if (/(?:^|[^\\])~\d*$/.test(term)) throw unreadable('a search for similar words has no counterpart in a rule', at);
    return termTest(term.replace(/(?<!\\)\^\d+(?:\.\d+)?$/, ''));
  }

  #leaf(field: string | undefined, of: ValueTest, at: number): QueryNode {
    if (field === '_exists_') {
      const name = of.op === 'string' ? of.pattern.literal : '';
      return test(name, { op: 'exists', value: true }, at);
    }
    if (field !== undefined && field !== '*') return test(field, of, at);
    if (of.op === 'exists') return ALWAYS;
    // A search of the whole event ignores letter case, since analysed text has none.
    return test(undefined, of.op === 'string' && field === undefined ? { ...of, cased: false } : of, at);
  }

  #phrase(): ValueTest {
    const start = this.#at;
    let text = '';
    this.#at++;
    while (this.#at < this.#query.length) {
      const character = this.#query[this.#at] as string;
      if (character === '"') {
        this.#at++;
        if (/^~\d/.test(this.#query.slice(this.#at, this.#at + 2)))
          throw unreadable('a search for words near each other has no counterpart in a rule', this.#at);
        this.#boost();
        return exactly(text, true);
      }
      const part = character === '\\' ? escapedInPhrase(this.#query, this.#at) : { text: character, end: this.#at + 1 };
      text += part.text;
      this.#at = part.end;
    }
    throw malformed('a text that begins here has no end', start);
  }

  /** Whether the slash here begins an expression, which another slash ends before a blank or bracket; if not, it begins a path. */
  #isExpression(): boolean {
    for (let at = this.#at + 1; at < this.#query.length; at++) {
      if (this.#query[at] === '\\') at++;
      else if (this.#query[at] === '/') return /[\s)^]/.test(this.#query[at + 1] ?? ' ');
    }
    return !/^\/[\w*.]/.test(this.#query.slice(this.#at, this.#at + 2));
  }

  #expression(): ValueTest {
    const start = this.#at;
    for (this.#at++; this.#at < this.#query.length; this.#at++) {
      const character = this.#query[this.#at];
      if (character === '\\') this.#at++;
      else if (character === '/') {
        const source = this.#query.slice(start + 1, this.#at);
        this.#at++;
        this.#boost();
        return expressionTest(source, start + 1);
      }
    }
    throw malformed('an expression that begins here has no end', start);
  }

  #range(field: string | undefined): QueryNode {
    const at = this.#at;
    const found = /([[{])\s*(\S{1,40})\s+TO\s+([^\s\]}]{1,40})\s*([\]}])/y;
    found.lastIndex = at;
    const parts = found.exec(this.#query);
    if (parts === null || field === undefined)
      throw malformed('a range is written as [from TO to] behind its field', at);
    this.#at += parts[0].length;
    const [, open, low, high, close] = parts as unknown as [string, string, string, string, string];
    const bounds: QueryNode[] = [];
    if (low !== '*')
      bounds.push(
        test(field, { op: 'compare', operator: open === '[' ? 'gte' : 'gt', value: this.#number(low, at) }, at),
      );
    if (high !== '*')
      bounds.push(
        test(field, { op: 'compare', operator: close === ']' ? 'lte' : 'lt', value: this.#number(high, at) }, at),
      );
    return bounds.length === 0 ? test(field, { op: 'exists', value: true }, at) : join('and', bounds);
  }

  #comparison(field: string | undefined): QueryNode {
    const at = this.#at;
    const operator = /[<>]=?/y;
    operator.lastIndex = at;
    const sign = operator.exec(this.#query)?.[0] as string;
    this.#at += sign.length;
    this.#space();
    TERM.lastIndex = this.#at;
    const term = TERM.exec(this.#query)?.[0] ?? '';
    this.#at += term.length;
    if (field === undefined) throw malformed('a comparison needs its field', at);
    const operators = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const;
    return test(
      field,
      { op: 'compare', operator: operators[sign as '>'], value: this.#number(term.replace(/\\/g, ''), at) },
      at,
    );
  }

  #number(text: string, at: number): number {
    if (NUMBER.test(text)) return Number(text);
    throw unreadable('a rule can compare numbers by size, not times or texts', at);
  }

  #boost(): void {
    const weight = /\^\d+(?:\.\d+)?/y;
    weight.lastIndex = this.#at;
    this.#at += weight.exec(this.#query)?.[0].length ?? 0;
  }

  #operator(wanted: readonly Operator[]): Operator | undefined {
    const found = this.#peekOperator();
    if (found === undefined || !wanted.includes(found.operator)) return undefined;
    this.#at += found.written.length;
    this.#space();
    return found.operator;
  }

  #peekOperator(): { readonly operator: Operator; readonly written: string } | undefined {
    const word = /&&|\|\||!(?!=)|[A-Za-z]+(?=[\s(]|$)/y;
    word.lastIndex = this.#at;
    const written = word.exec(this.#query)?.[0] ?? '';
    const operator = OPERATORS.get(written);
    return operator === undefined ? undefined : { operator, written };
  }

  #space(): void {
    const space = /\s*/y;
    space.lastIndex = this.#at;
    this.#at += space.exec(this.#query)?.[0].length ?? 0;
  }
}
