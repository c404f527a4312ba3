import { all, any, type Condition, field, not, UNKNOWN } from './condition.js';
import { logField } from './log-field.js';
import type { QueryToken } from './query-lexer.js';
import type { Regexes } from './search-regex.js';
import { textCondition } from './text-terms.js';
import { equals, type ValueTest, wildcard } from './value-test.js';

const DEEPEST = 64;

/** Thrown inside the reader for an expression that it cannot read. */
export class BadExpression extends Error {}

/** The meaning of `like "x"` in a query's language: a part of the value, or `%` for any characters. */
export type LikeStyle = 'contains' | 'percent';

interface Operand {
  /** A field of the event; undefined for a literal or a computed value. */
  readonly field?: string;
  readonly literal?: QueryToken;
  readonly ignoreCase: boolean;
}

const COMPUTED: Operand = { ignoreCase: false };
const COMPARISONS = new Set(['=', '==', '!=', '<>', '<', '>', '<=', '>=', '=~', '~']);
/** Functions that do not change their argument except for letter case and blanks. */
const SAME_TEXT = /^(?:lower|upper|tolower|toupper|trim|ltrim|rtrim|tostring)$/i;
const PRESENT = /^(?:ispresent|isnotnull)$/i;
const ABSENT = /^(?:isnull|isempty|isblank|ismissing)$/i;
const CONTAINS = /^(?:strcontains|contains|like)$/i;
/** Words that end an operand. */
const KEYWORD = /^(?:and|or|not|like|in|is|between|as)$/i;
/** Fields that hold the message itself. */
const MESSAGE = /^@?(?:message|logmessage|raw|rawmessage)$/i;

/** Reads the conditions of `filter`, `where` and `WHERE`: `not` before `and` before `or`. */
export class QueryExpression {
  #at = 0;
  #depth = 0;

  constructor(
    private readonly tokens: readonly QueryToken[],
    private readonly like: LikeStyle,
    /** Other names that the query gave to fields. */
    private readonly aliases: ReadonlyMap<string, string>,
    private readonly regexes: Regexes,
  ) {}

  /** The condition from here to the end of the tokens. Throws `BadExpression` where it cannot be read. */
  whole(): Condition {
    const condition = this.#or();
    if (this.#at < this.tokens.length) throw new BadExpression();
    return condition;
  }

  #or(): Condition {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new BadExpression();
    const choices = [this.#and()];
    while (this.#word('or')) choices.push(this.#and());
    this.#depth -= 1;
    return any(choices);
  }

  #and(): Condition {
    const parts = [this.#not()];
    while (this.#word('and')) parts.push(this.#not());
    return all(parts);
  }

  #not(): Condition {
    let negated = false;
    while (this.#word('not')) negated = !negated;
    const condition = this.#primary();
    return negated ? not(condition) : condition;
  }

  #primary(): Condition {
    const start = this.#at;
    if (this.#mark('(')) {
      const inner = this.#or();
      if (this.#mark(')') && !this.#goesOn()) return inner;
      // The parenthesis is around a value, not around a condition.
      this.#at = start;
      this.#skipOperand();
      return this.#comparison(COMPUTED);
    }
    return this.#called() ?? this.#comparison(this.#operand());
  }

  /** Whether what follows compares what came before. */
  #goesOn(): boolean {
    const token = this.tokens[this.#at];
    if (token === undefined) return false;
    if (token.kind === 'mark') return token.text !== ')' && token.text !== ',';
    return token.kind === 'word' && /^(?:like|in|is|between)$/i.test(token.text);
  }

  /** A function that is a condition by itself. */
  #called(): Condition | undefined {
    const name = this.tokens[this.#at];
    const open = this.tokens[this.#at + 1];
    if (name?.kind !== 'word' || open?.kind !== 'mark' || open.text !== '(') return undefined;
    const subject = this.tokens[this.#at + 2];
    const value = this.tokens[this.#at + 4];
    const end = this.#closing(this.#at + 1);
    const condition = this.#builtIn(name.text, subject, end - this.#at > 4 ? value : undefined);
    if (condition === undefined) return undefined;
    this.#at = end + 1;
    // `strcontains(f, "x") = 1` means the same as the call, `= 0` the opposite.
    if (!this.#mark('=') && !this.#mark('==')) return condition;
    const wanted = this.tokens[this.#at];
    this.#at += 1;
    return /^(?:0|false)$/i.test(wanted?.text ?? '') ? not(condition) : condition;
  }

  #builtIn(name: string, subject: QueryToken | undefined, value: QueryToken | undefined): Condition | undefined {
    if (subject?.kind !== 'word') return undefined;
    const path = this.#path(subject.text);
    if (PRESENT.test(name)) return field(path, { op: 'exists' });
    if (ABSENT.test(name)) return not(field(path, { op: 'exists' }));
    if (!CONTAINS.test(name) || value?.kind !== 'string') return undefined;
    return this.#likeText(path, value.text, name.toLowerCase() === 'like' ? this.like : 'contains', false);
  }

  #comparison(left: Operand): Condition {
    const negated = this.#word('not');
    const positive = this.#compared(left);
    return negated ? not(positive) : positive;
  }

  #compared(left: Operand): Condition {
    if (this.#word('like')) return this.#likeOf(left, this.#take());
    if (this.#word('in')) return this.#among(left);
    if (this.#word('is')) return this.#isState(left);
    if (this.#word('between')) return this.#within(left);
    const operator = this.tokens[this.#at];
    if (operator?.kind !== 'mark' || !COMPARISONS.has(operator.text)) return UNKNOWN;
    this.#at += 1;
    if (operator.text === '=~' || operator.text === '~') return this.#likeOf(left, this.#take());
    const right = this.#operand();
    return left.literal !== undefined && right.field !== undefined
      ? compare(right, MIRRORED.get(operator.text) ?? operator.text, left.literal)
      : compare(left, operator.text, right.literal);
  }

  /** `is null`, `is not missing`, `is true`. */
  #isState(left: Operand): Condition {
    const negated = this.#word('not');
    const state = this.#take().text.toLowerCase();
    if (left.field === undefined) return UNKNOWN;
    const missing = state === 'null' || state === 'missing';
    const condition = missing ? not(field(left.field, { op: 'exists' })) : field(left.field, equals(state));
    return negated ? not(condition) : condition;
  }

  /** `between 1 and 5`, whose bounds are not compared. */
  #within(left: Operand): Condition {
    this.#skipOperand();
    if (!this.#word('and')) throw new BadExpression();
    this.#skipOperand();
    return left.field === undefined ? UNKNOWN : field(left.field, { op: 'unread' });
  }

  #likeOf(left: Operand, value: QueryToken): Condition {
    if (value.kind === 'mark') throw new BadExpression();
    if (left.field === undefined) return UNKNOWN;
    if (value.kind !== 'regex') return this.#likeText(left.field, value.text, this.like, left.ignoreCase);
    if (MESSAGE.test(left.field)) return { kind: 'text', text: value.text };
    return field(left.field, this.regexes.test(value.text, left.ignoreCase || (value.flags ?? '').includes('i')));
  }

  #likeText(path: string, text: string, style: LikeStyle, ignoreCase: boolean): Condition {
    if (MESSAGE.test(path)) return textCondition(style === 'percent' ? text.replace(/^%+|%+$/g, '') : text);
    if (style === 'percent') return field(path, wildcard(text.replaceAll('%', '*'), ignoreCase));
    return field(path, { op: 'contains', value: text, ignoreCase });
  }

  /** `in ["A", "B"]` and `in ('A', 'B')`. */
  #among(left: Operand): Condition {
    const closing = this.#mark('[') ? ']' : this.#mark('(') ? ')' : undefined;
    if (closing === undefined) throw new BadExpression();
    const choices: Condition[] = [];
    while (!this.#mark(closing)) {
      const value = this.#take();
      if (value.kind === 'mark') throw new BadExpression();
      choices.push(compare(left, '=', value));
      this.#mark(',');
    }
    return any(choices);
  }

  /** Reads a field, a literal, or a value computed from them. */
  #operand(): Operand {
    const start = this.#at;
    const first = this.tokens[start];
    this.#skipOperand();
    const length = this.#at - start;
    if (first === undefined || first.kind === 'mark') return COMPUTED;
    if (length === 1) {
      const literal = first.kind !== 'word' || /^-?\d/.test(first.text) || /^(?:true|false|null)$/i.test(first.text);
      return literal ? { literal: first, ignoreCase: false } : { field: this.#path(first.text), ignoreCase: false };
    }
    const inner = this.tokens[start + 2];
    if (length !== 4 || first.kind !== 'word' || !SAME_TEXT.test(first.text) || inner === undefined) return COMPUTED;
    if (inner.kind === 'word') return { field: this.#path(inner.text), ignoreCase: true };
    return inner.kind === 'string' ? { literal: inner, ignoreCase: true } : COMPUTED;
  }

  /** Skips one operand with all its arithmetic, calls and parentheses. */
  #skipOperand(): void {
    const start = this.#at;
    for (let token = this.tokens[this.#at]; token !== undefined; token = this.tokens[this.#at]) {
      if (token.kind === 'word' && KEYWORD.test(token.text)) break;
      if (token.kind === 'mark') {
        if (COMPARISONS.has(token.text) || [')', ']', ',', '|', ';'].includes(token.text)) break;
        if (token.text === '(' || token.text === '[') this.#at = this.#closing(this.#at);
      }
      this.#at += 1;
    }
    if (this.#at === start) throw new BadExpression();
  }

  /** The place of the parenthesis or bracket that closes the one at a place. */
  #closing(open: number): number {
    let depth = 0;
    for (let at = open; at < this.tokens.length; at += 1) {
      const token = this.tokens[at];
      if (token?.kind !== 'mark') continue;
      if (token.text === '(' || token.text === '[') depth += 1;
      if (token.text === ')' || token.text === ']') depth -= 1;
      if (depth === 0) return at;
    }
    throw new BadExpression();
  }

  #path(written: string): string {
    const path = logField(written);
    return this.aliases.get(path) ?? path;
  }

  #take(): QueryToken {
    const token = this.tokens[this.#at];
    if (token === undefined) throw new BadExpression();
    this.#at += 1;
    return token;
  }

  #word(text: string): boolean {
    const token = this.tokens[this.#at];
    if (token?.kind !== 'word' || token.text.toLowerCase() !== text) return false;
    this.#at += 1;
    return true;
  }

  #mark(text: string): boolean {
    const token = this.tokens[this.#at];
    if (token?.kind !== 'mark' || token.text !== text) return false;
    this.#at += 1;
    return true;
  }
}

/** A comparison with its sides exchanged. */
const MIRRORED: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
]);

function compare(subject: Operand, operator: string, literal: QueryToken | undefined): Condition {
  if (subject.field === undefined) return UNKNOWN;
  const test: ValueTest =
    literal === undefined ? { op: 'unread' } : { op: 'equals', value: literal.text, ignoreCase: subject.ignoreCase };
  switch (operator) {
    case '=':
    case '==':
      return field(subject.field, test);
    case '!=':
    case '<>':
      return not(field(subject.field, test));
    default: {
      const value = Number(literal?.text);
      if (Number.isNaN(value)) return field(subject.field, { op: 'unread' });
      const op = operator.startsWith('>') ? 'above' : 'below';
      return field(subject.field, { op, value, inclusive: operator.endsWith('=') });
    }
  }
}
