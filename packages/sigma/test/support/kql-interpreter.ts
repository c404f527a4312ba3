import { type KqlValue, kqlFunction, stringOperator } from './kql-functions.js';
import { type KqlToken, tokenizeKql } from './kql-lexer.js';

/** One row: every column of its table. Missing strings are empty, other missing values null. */
export type KqlRow = Readonly<Record<string, KqlValue>>;

/**
 * Whether a query returns a row: a table with `where`, `extend` and counting `mv-apply` operators, or a bare condition. Written from the
 * language's reference pages and not from the converter: comparisons with null are null, `and`/`or` are three-valued, `where` keeps only true.
 */
export function kqlReturns(query: string, row: KqlRow): boolean {
  const operators = splitOperators(tokenizeKql(query));
  const [head = []] = operators;
  if (head.length !== 1 || head[0]?.kind !== 'word') return new Reader(head, row).whole() === true;
  let current: KqlRow = row;
  for (const operator of operators.slice(1)) {
    const keyword = operator[0]?.text;
    if (keyword === 'where') {
      if (new Reader(operator.slice(1), current).whole() !== true) return false;
    } else if (keyword === 'extend') {
      const value = new Reader(operator.slice(3), current).whole();
      current = { ...current, [operator[1]?.text ?? '']: value };
    } else if (keyword === 'mv' && operator[2]?.text === 'apply') {
      const applied = mvApply(operator.slice(3), current);
      if (applied === undefined) return false;
      current = { ...current, ...applied };
    } else throw new Error(`operator ${keyword} is not in the subset`);
  }
  return true;
}

/** The value of an expression on a row; a timespan is its seconds. */
export function kqlValue(tokens: readonly KqlToken[], row: KqlRow): KqlValue {
  return new Reader(tokens, row).whole();
}

/** Cuts at the pipes outside of parentheses. */
export function splitOperators(tokens: readonly KqlToken[]): KqlToken[][] {
  const operators: KqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'punctuation' && '(['.includes(token.text)) depth++;
    if (token.kind === 'punctuation' && ')]'.includes(token.text)) depth--;
    if (depth === 0 && token.kind === 'punctuation' && token.text === '|') operators.push([]);
    else operators.at(-1)?.push(token);
  }
  return operators;
}

/** `item = array on (summarize name = countif(test), …)`: one row of counts, and no row where there is nothing to expand. */
function mvApply(tokens: readonly KqlToken[], row: KqlRow): KqlRow | undefined {
  const on = tokens.findIndex(({ kind, text }) => kind === 'word' && text === 'on');
  const item = tokens[0]?.text ?? '';
  const array = new Reader(tokens.slice(2, on), row).whole();
  const elements = Array.isArray(array) ? array : [];
  if (elements.length === 0) return undefined;
  const [summarize = [], ...more] = splitOperators(tokens.slice(on + 2, -1));
  if (summarize[0]?.text !== 'summarize' || more.length > 0) throw new Error('only summarize is in the subset');
  const counts: Record<string, KqlValue> = {};
  for (const column of splitCommas(summarize.slice(1))) {
    const test = column.slice(4, -1);
    counts[column[0]?.text ?? ''] = elements.filter(
      (element) => new Reader(test, { ...row, [item]: element }).whole() === true,
    ).length;
  }
  return counts;
}

/** Cuts at the commas outside of parentheses. */
export function splitCommas(tokens: readonly KqlToken[]): KqlToken[][] {
  const parts: KqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.text === '(' && token.kind === 'punctuation') depth++;
    if (token.text === ')' && token.kind === 'punctuation') depth--;
    if (depth === 0 && token.kind === 'punctuation' && token.text === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

class Reader {
  private at = 0;

  constructor(
    private readonly tokens: readonly KqlToken[],
    private readonly row: KqlRow,
  ) {}

  whole(): KqlValue {
    const value = this.or();
    if (this.at < this.tokens.length) throw new Error(`left over: ${this.tokens[this.at]?.text}`);
    return value;
  }

  private or(): KqlValue {
    let value = this.and();
    while (this.take('or')) {
      const right = this.and();
      value = value === true || right === true ? true : value === null || right === null ? null : false;
    }
    return value;
  }

  private and(): KqlValue {
    let value = this.comparison();
    while (this.take('and')) {
      const right = this.comparison();
      value = value === false || right === false ? false : value === null || right === null ? null : true;
    }
    return value;
  }

  private comparison(): KqlValue {
    if (this.take('*')) {
      const columns = Object.values(this.row).map((value) => (value === null ? '' : String(value)));
      const operator = this.operator();
      const right = this.operand();
      return columns.some((column) => stringOperator(operator, column, right));
    }
    let left = this.operand();
    while (this.take('-')) {
      const right = this.operand();
      left = left === null || right === null ? null : Number(left) - Number(right);
    }
    const token = this.tokens[this.at];
    if (token === undefined || (token.kind === 'punctuation' && !/^[=<>!]/.test(token.text))) return left;
    if (token.kind === 'word' && (token.text === 'and' || token.text === 'or')) return left;
    const operator = this.operator();
    if (operator === 'in' || operator === 'in~') {
      const members = this.list(',');
      return members.some((member) => stringOperator(operator === 'in' ? '==' : '=~', left, member));
    }
    if (operator === 'between') {
      const [least, greatest] = this.list('..');
      return left === null ? null : Number(left) >= Number(least) && Number(left) <= Number(greatest);
    }
    const right = this.operand();
    if (['>', '>=', '<', '<='].includes(operator)) {
      if (left === null || right === null) return null;
      if (typeof left !== 'number' || typeof right !== 'number') throw new Error(`${operator} on ${typeof left}`);
      return operator === '>'
        ? left > right
        : operator === '>='
          ? left >= right
          : operator === '<'
            ? left < right
            : left <= right;
    }
    return stringOperator(operator, left, right);
  }

  private operator(): string {
    const { text = '' } = this.tokens[this.at++] ?? {};
    if (text !== 'matches') return text;
    if (!this.take('regex')) throw new Error('matches without regex');
    return 'matches regex';
  }

  private list(separator: string): KqlValue[] {
    this.expect('(');
    const members: KqlValue[] = [];
    do members.push(this.or());
    while (this.take(separator));
    this.expect(')');
    return members;
  }

  private operand(): KqlValue {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error('an operand is missing');
    if (token.kind === 'string') return token.text;
    if (token.kind === 'timespan') {
      return (
        Number(token.text.slice(0, -1)) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[token.text.slice(-1)] ?? Number.NaN)
      );
    }
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'punctuation') {
      if (token.text === '(') {
        const value = this.or();
        this.expect(')');
        return value;
      }
      if (token.text === '[') {
        this.expect('null');
        this.expect(']');
        return [null];
      }
      throw new Error(`unexpected ${token.text}`);
    }
    if (token.kind === 'word' && (token.text === 'true' || token.text === 'false')) return token.text === 'true';
    if (token.kind === 'word' && this.tokens[this.at]?.text === '(') return this.call(token.text);
    if (!Object.hasOwn(this.row, token.text)) throw new Error(`no column ${token.text}`);
    let value = this.row[token.text] as KqlValue;
    while (this.take('.')) {
      const key = this.tokens[this.at++]?.text ?? '';
      value = valueAt(value, key);
    }
    return value;
  }

  private call(name: string): KqlValue {
    if (name === 'column_ifexists') {
      this.expect('(');
      const column = this.tokens[this.at++]?.text ?? '';
      this.expect(',');
      const otherwise = this.operand();
      this.expect(')');
      return this.row[column] ?? otherwise;
    }
    return kqlFunction(name, this.list(','));
  }

  private take(text: string): boolean {
    const token = this.tokens[this.at];
    if (token?.text !== text || token.kind === 'string' || token.kind === 'name') return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new Error(`expected ${text}, found ${this.tokens[this.at]?.text}`);
  }
}

/** The value of a key of a dynamic object; null where there is none. */
function valueAt(value: KqlValue, key: string): KqlValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return (value as { readonly [key: string]: KqlValue })[key] ?? null;
}
