import { all, any, type Condition, field, not, UNKNOWN } from './condition.js';
import type { FilterToken } from './filter-lexer.js';
import { logField } from './log-field.js';
import { Regexes } from './search-regex.js';
import { equals, wildcard } from './value-test.js';

const DEEPEST = 64;

/** Thrown inside the reader for a pattern that CloudWatch Logs would refuse. */
export class BadFilter extends Error {}

/** Reads the conditions of JSON and space-delimited filter patterns: `&&` has precedence over `||`. */
export class FilterExpression {
  readonly #regexes = new Regexes();
  #at = 0;
  #depth = 0;

  constructor(
    private readonly tokens: readonly FilterToken[],
    /** Whether a field may be without a test, like the columns of a space-delimited pattern. */
    private readonly bareFields: boolean,
  ) {}

  /** Whether the next token is this mark; if so, skips it. */
  accept(mark: string): boolean {
    const token = this.tokens[this.#at];
    if (token?.kind !== 'mark' || token.text !== mark) return false;
    this.#at += 1;
    return true;
  }

  expect(mark: string): void {
    if (!this.accept(mark)) throw new BadFilter();
  }

  atEnd(): boolean {
    return this.#at >= this.tokens.length;
  }

  /** Reads alternatives of conditions that must hold together. */
  disjunction(): Condition {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new BadFilter();
    const choices = [this.#conjunction()];
    while (this.accept('||')) choices.push(this.#conjunction());
    this.#depth -= 1;
    return any(choices);
  }

  #conjunction(): Condition {
    const parts = [this.#operand()];
    while (this.accept('&&')) parts.push(this.#operand());
    return all(parts);
  }

  #operand(): Condition {
    if (!this.accept('(')) return this.#test();
    const inner = this.disjunction();
    this.expect(')');
    return inner;
  }

  #take(): FilterToken {
    const token = this.tokens[this.#at];
    if (token === undefined) throw new BadFilter();
    this.#at += 1;
    return token;
  }

  #word(text: string): boolean {
    const token = this.tokens[this.#at];
    if (token?.kind !== 'word' || token.text.toUpperCase() !== text) return false;
    this.#at += 1;
    return true;
  }

  /** `$.a = "x"`, `$.a IS TRUE`, `$.a NOT EXISTS`, or a column. */
  #test(): Condition {
    const subject = this.#take();
    if (subject.kind !== 'word') throw new BadFilter();
    const name = logField(subject.text);
    if (this.#word('NOT')) {
      if (!this.#word('EXISTS')) throw new BadFilter();
      return not(field(name, { op: 'exists' }));
    }
    if (this.#word('EXISTS')) return field(name, { op: 'exists' });
    if (this.#word('IS')) return field(name, equals(this.#take().text.toLowerCase()));
    const operator = this.tokens[this.#at];
    if (operator?.kind !== 'mark' || !OPERATORS.has(operator.text)) {
      if (this.bareFields) return UNKNOWN;
      throw new BadFilter();
    }
    this.#at += 1;
    const value = this.#take();
    const condition = compare(name, operator.text, value, this.#regexes);
    // Customers name columns freely; the words in a test may say more.
    return this.bareFields && operator.text === '=' ? all([condition, { kind: 'text', text: value.text }]) : condition;
  }
}

const OPERATORS = new Set(['=', '!=', '<', '>', '<=', '>=']);

function compare(name: string, operator: string, value: FilterToken, regexes: Regexes): Condition {
  if (value.kind === 'mark') throw new BadFilter();
  if (operator === '=' || operator === '!=') {
    const condition = field(name, value.kind === 'regex' ? regexes.test(value.text, false) : wildcard(value.text));
    return operator === '=' ? condition : not(condition);
  }
  const bound = Number(value.text);
  const op = operator.startsWith('>') ? 'above' : 'below';
  return field(name, Number.isNaN(bound) ? { op: 'unread' } : { op, value: bound, inclusive: operator.endsWith('=') });
}
