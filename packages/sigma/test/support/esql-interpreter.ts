import { inNetwork } from './addresses.js';
import { type EsqlToken, esqlTokens } from './esql-lexer.js';
import { type LuceneDocument, type LuceneFieldKind, luceneRegex } from './lucene-fields.js';
import { luceneMatches } from './lucene-interpreter.js';

type Kinds = Readonly<Record<string, LuceneFieldKind>>;
type Value = string | number | boolean | null;
/** A row: a document with its columns, some of which a command may have made. */
type Row = LuceneDocument;
type Expression = (row: Row) => Value;

/**
 * Runs a query over documents, as Elasticsearch documents its commands and operators: three truth values, letter case minded, whole values
 * in LIKE and RLIKE, null for a column with several values. `FROM` takes every document.
 */
export function esqlRows(query: string, documents: readonly LuceneDocument[], kinds: Kinds = {}): readonly Row[] {
  // Index patterns are no tokens of the language, and have no `|`.
  const [from = '', ...rest] = query.split('|');
  if (!/^FROM \S/.test(from)) throw new Error('a query begins with FROM and an index');
  const commands: EsqlToken[][] = rest.length === 0 ? [] : [[]];
  for (const token of esqlTokens(rest.join('|'))) {
    if (is(token, '|')) commands.push([]);
    else commands.at(-1)?.push(token);
  }
  return commands.reduce<readonly Row[]>((rows, command) => run(command, rows, kinds), documents);
}

/** Whether one document is found. */
export function esqlMatches(query: string, document: LuceneDocument, kinds: Kinds = {}): boolean {
  return esqlRows(query, [document], kinds).length > 0;
}

const is = (token: EsqlToken | undefined, sign: string): boolean => token?.kind === 'sign' && token.text === sign;

function run([name, ...rest]: readonly EsqlToken[], rows: readonly Row[], kinds: Kinds): readonly Row[] {
  if (is(name, 'WHERE')) {
    const holds = new Parser(rest, kinds).whole();
    return rows.filter((row) => holds(row) === true);
  }
  if (is(name, 'KEEP')) return rows;
  if (is(name, 'STATS')) return stats(new Parser(rest, kinds), rows);
  throw new Error(`unknown command ${name?.text}`);
}

interface Aggregate {
  readonly column: string;
  readonly of: (rows: readonly Row[]) => Value;
}

function stats(parser: Parser, rows: readonly Row[]): readonly Row[] {
  const aggregates = parser.at('BY') ? [] : parser.list(() => aggregate(parser));
  const keys = parser.take('BY') ? parser.list(() => parser.name()) : [];
  parser.end();
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(keys.map((name) => row[name] ?? null));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) =>
    Object.fromEntries([
      ...keys.map((name) => [name, group[0]?.[name] ?? null] as const),
      ...aggregates.map(({ column, of }) => [column, of(group)] as const),
    ]),
  );
}

function aggregate(parser: Parser): Aggregate {
  const column = parser.name();
  parser.need('=');
  const function_ = parser.name();
  parser.need('(');
  const argument = parser.take('*') ? undefined : parser.name();
  parser.need(')');
  const holds = parser.take('WHERE') ? parser.or() : () => true;
  const valuesOf = (rows: readonly Row[]) =>
    rows.filter((row) => holds(row) === true).map((row) => (argument === undefined ? 1 : (row[argument] as number)));
  return {
    column,
    of(rows) {
      const values = valuesOf(rows);
      if (function_ === 'COUNT') return values.length;
      if (values.length === 0) return null;
      if (function_ === 'MIN') return Math.min(...values);
      if (function_ === 'MAX') return Math.max(...values);
      throw new Error(`unknown aggregation ${function_}`);
    },
  };
}

class Parser {
  private position = 0;

  constructor(
    private readonly tokens: readonly EsqlToken[],
    private readonly kinds: Kinds,
  ) {}

  whole(): Expression {
    const expression = this.or();
    this.end();
    return expression;
  }

  end(): void {
    if (this.position < this.tokens.length) throw new Error(`left over: ${JSON.stringify(this.tokens[this.position])}`);
  }

  at(sign: string): boolean {
    return is(this.tokens[this.position], sign);
  }

  take(sign: string): boolean {
    if (!this.at(sign)) return false;
    this.position += 1;
    return true;
  }

  need(sign: string): void {
    if (!this.take(sign)) throw new Error(`${sign} is missing before ${JSON.stringify(this.tokens[this.position])}`);
  }

  name(): string {
    return this.token('name');
  }

  private token(kind: EsqlToken['kind']): string {
    const token = this.tokens[this.position];
    if (token?.kind !== kind) throw new Error(`no ${kind}: ${JSON.stringify(token)}`);
    this.position += 1;
    return token.text;
  }

  list<T>(read: () => T): T[] {
    const items = [read()];
    while (this.take(',')) items.push(read());
    return items;
  }

  /** OR binds least, NOT more than AND, and comparisons most. */
  or(): Expression {
    const parts = [this.and()];
    while (this.take('OR')) parts.push(this.and());
    if (parts.length > 293) throw new Error('the expression is too deep');
    return parts.length === 1 ? (parts[0] as Expression) : (row) => decided(parts, row, true);
  }

  private and(): Expression {
    const parts = [this.not()];
    while (this.take('AND')) parts.push(this.not());
    return parts.length === 1 ? (parts[0] as Expression) : (row) => decided(parts, row, false);
  }

  private not(): Expression {
    if (!this.take('NOT')) return this.comparison();
    const operand = this.not();
    return (row) => {
      const value = operand(row);
      return value === null ? null : value !== true;
    };
  }

  private comparison(): Expression {
    const left = this.sum();
    if (this.take('IS')) {
      const isNull = !this.take('NOT');
      this.need('NULL');
      return (row) => (left(row) === null) === isNull;
    }
    if (this.take('IN')) {
      const values = this.inParentheses(() => this.sum());
      return known(left, (value, row) => values.some((each) => each(row) === value));
    }
    for (const [word, matches] of [
      ['LIKE', like],
      ['RLIKE', (source: string) => luceneRegex(source)],
    ] as const) {
      if (!this.take(word)) continue;
      const patterns = this.at('(') ? this.inParentheses(() => this.token('string')) : [this.token('string')];
      const expressions = patterns.map(matches);
      return known(left, (value) => expressions.some((each) => each.test(String(value))));
    }
    for (const sign of ['==', '!=', '>=', '<=', '>', '<']) {
      if (!this.take(sign)) continue;
      const right = this.sum();
      return (row) => compared(sign, left(row), right(row));
    }
    return left;
  }

  private inParentheses<T>(read: () => T): T[] {
    this.need('(');
    const items = this.list(read);
    this.need(')');
    return items;
  }

  private sum(): Expression {
    let left = this.primary();
    while (this.take('+')) {
      const [before, right] = [left, this.primary()];
      left = (row) => Number(before(row)) + Number(right(row));
    }
    return left;
  }

  private primary(): Expression {
    if (this.take('(')) {
      const inner = this.or();
      this.need(')');
      return inner;
    }
    if (this.take('TRUE')) return () => true;
    if (this.take('FALSE')) return () => false;
    const token = this.tokens[this.position];
    if (token?.kind === 'string') return constant(this.token('string'));
    if (token?.kind === 'number') return constant(Number(this.token('number')));
    const name = this.name();
    return this.at('(') ? this.call(name) : (row) => column(row[name]);
  }

  private call(name: string): Expression {
    if (name === 'QSTR') {
      const [query = ''] = this.inParentheses(() => this.token('string'));
      return (row) => luceneMatches(query, row, this.kinds);
    }
    const args = this.inParentheses(() => this.or());
    const [first = constant(null)] = args;
    const text = (row: Row, index: number) => String(args[index]?.(row));
    switch (name) {
      case 'TO_LOWER':
        return known(first, (value) => String(value).toLowerCase());
      case 'TO_STRING':
        return known(first, String);
      case 'CIDR_MATCH':
        return known(first, (value, row) => args.slice(1).some((each) => inNetwork(String(value), String(each(row)))));
      case 'STARTS_WITH':
        return allKnown(args, (row) => text(row, 0).startsWith(text(row, 1)));
      case 'ENDS_WITH':
        return allKnown(args, (row) => text(row, 0).endsWith(text(row, 1)));
      case 'LOCATE':
        return allKnown(args, (row) => text(row, 0).indexOf(text(row, 1)) + 1);
      case 'CONCAT':
        return allKnown(args, (row) => args.map((_, index) => text(row, index)).join(''));
      case 'CASE':
        return (row) => (first(row) === true ? (args[1]?.(row) ?? null) : (args[2]?.(row) ?? null));
      default:
        throw new Error(`unknown function ${name}`);
    }
  }
}

/** A column's value; one with several values makes every function null. */
function column(value: unknown): Value {
  if (Array.isArray(value)) return value.length === 1 ? column(value[0]) : null;
  return value === undefined ? null : (value as Value);
}

const constant =
  (value: Value): Expression =>
  () =>
    value;

function known(of: Expression, then: (value: string | number | boolean, row: Row) => Value): Expression {
  return (row) => {
    const value = of(row);
    return value === null ? null : then(value, row);
  };
}

const allKnown =
  (args: readonly Expression[], then: (row: Row) => Value): Expression =>
  (row) =>
    args.some((each) => each(row) === null) ? null : then(row);

/** AND and OR of three truth values; `decisive` is the value that decides alone. */
function decided(parts: readonly Expression[], row: Row, decisive: boolean): Value {
  const values = parts.map((part) => part(row));
  if (values.includes(decisive)) return decisive;
  return values.includes(null) ? null : !decisive;
}

function compared(sign: string, left: Value, right: Value): Value {
  if (left === null || right === null) return null;
  if (sign === '==') return left === right;
  if (sign === '!=') return left !== right;
  if (typeof left !== 'number' || typeof right !== 'number') throw new Error(`${left} ${sign} ${right}: no numbers`);
  if (sign === '>') return left > right;
  if (sign === '<') return left < right;
  return sign === '>=' ? left >= right : left <= right;
}

/** LIKE's pattern: a backslash may stand only before `*`, `?` and itself. */
function like(pattern: string): RegExp {
  let source = '';
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    if (character === '*') source += '[\\s\\S]*';
    else if (character === '?') source += '[\\s\\S]';
    else if (character !== '\\') source += escaped(character);
    else {
      at += 1;
      const next = pattern[at] ?? '';
      if (!'*?\\'.includes(next) || next === '')
        throw new Error('escape character is not followed by special wildcard char');
      source += escaped(next);
    }
  }
  return new RegExp(`^(?:${source})$`, 'u');
}

const escaped = (character: string): string => character.replace(/[\\^$.|?*+()[\]{}/]/, '\\$&');
