import { comparison } from './kql-comparison.js';
import { type KqlTables, legsOf, outside, queriesOf } from './kql-legs.js';
import { isTransparent, type Place, placeAt, STEP } from './kql-places.js';
import { type KqlToken, kqlTokens } from './kql-tokens.js';
import { both, NotKnown, type Predicate, type Scalar, testsOf } from './predicate.js';
import type { Interpreted, Step } from './steps.js';
import { MANY, networkTest, numberTest, regexTest, thereTest, wildTest } from './texts.js';
import { TokenReader } from './token-reader.js';

/** The field that holds the name of a row's table. */
const TABLE = 'Type';
const TIMES = new Set(['Timestamp', 'TimeGenerated']);
/** Operators that keep every row, whatever they show of it. */
const SHOWING = new Set([
  'as',
  'invoke',
  'distinct',
  'project',
  'project-reorder',
  'project-away',
  'project-rename',
  'project-keep',
  'render',
  'sort',
  'order',
  'serialize',
  'take',
  'limit',
  'top',
]);

/**
 * Reads KQL queries over one table or several (`union`, `join`): constants and tables by `let`, `where`, and what is only shown. Written from Microsoft's reference and not from the reader of
 * queries: a text that is missing is empty, `==` minds the letters' case and `=~` does not, `has` looks for whole words, a comparison of a
 * missing number is neither true nor false. Tests of the row's time, and of what is counted of a group of rows, are left out.
 * @throws NotKnown for everything else: tests of computed columns, functions.
 */
export function interpretKql(text: string): Interpreted {
  // Of queries that differ in the name of the time alone, both find the same.
  const queries = new Set(queriesOf(text).map((query) => query.replace(/\bTimeGenerated\b/g, 'Timestamp').trim()));
  const steps = [...queries].flatMap(stepsOf);
  for (const { predicate } of steps) {
    const tested = testsOf(predicate).flatMap(({ field }) => field ?? []);
    const inside = tested.find((field) => tested.some((other) => other.startsWith(`${field}${STEP}`)));
    if (inside !== undefined) throw new NotKnown(`${inside} as a text, and a part of it`);
  }
  return { steps, isCounted: steps.length > 1 };
}

/** One query over a table, or over each of several: constants and tables by `let` before it. */
function stepsOf(query: string): readonly Step[] {
  const constants = new Map<string, Constant>();
  const tables = new Map<string, readonly KqlToken[]>();
  let tokens = kqlTokens(query);
  for (let end = outside(tokens, ';'); end < tokens.length - 1; end = outside(tokens, ';')) {
    const [, name] = tokens;
    const value = tokens.slice(3, end);
    if (tokens[0]?.text !== 'let' || name === undefined) throw new NotKnown('statements that are no let');
    const isTable =
      outside(value, '|') < value.length || value[0]?.text === 'union' || value[0]?.text === 'materialize';
    if (value[0]?.text === 'externaldata' || (isTable && constants.get(value[0]?.text ?? '') === ELSEWHERE))
      constants.set(name.text, ELSEWHERE);
    else if (isTable && value[2]?.kind === 'word' && constants.get(value[2].text) === ELSEWHERE)
      constants.set(name.text, ELSEWHERE);
    else if (isTable) tables.set(name.text, value);
    else constants.set(name.text, constantIn(name.text, value));
    tokens = tokens.slice(end + 1);
  }
  return legsOf(
    tokens.filter(({ kind, text }) => kind !== 'sign' || text !== ';'),
    tables,
  ).flatMap((leg) => new KqlReader(leg, constants, tables).read());
}

/** `dynamic(["a", "b"])` or a single value; of a computed one no value. */
function constantIn(name: string, tokens: readonly KqlToken[]): Constant {
  const isList = ['dynamic', 'pack_array'].includes(tokens[0]?.text ?? '');
  return tokens.slice(isList ? 1 : 0).flatMap((token) => {
    if (token.kind === 'text' || token.kind === 'span') return token.text;
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'sign' && (isList ? '()[],' : '*').includes(token.text)) return [];
    throw new NotKnown(`let ${name} of more than constants`);
  });
}

type Constant = readonly Scalar[];

/** The values of a list that is kept elsewhere, as the proof has them. */
export const ELSEWHERE: Constant = ['203.0.113.5', 'listed.example'];

class KqlReader extends TokenReader<KqlToken> {
  /** Columns that are another name for a place; undefined for those that are computed. */
  private readonly renamed = new Map<string, Place | undefined>();
  /** What groups of events share, and what is counted of them. */
  private readonly joining = new Set<string>();
  private joined: readonly Step[] = [];

  constructor(
    tokens: readonly KqlToken[],
    private readonly constants: ReadonlyMap<string, Constant>,
    private readonly tables: KqlTables,
  ) {
    super(tokens);
  }

  read(): readonly Step[] {
    const table = this.next();
    if (table.kind !== 'word' || !/^(?:[A-Z]|_Im_|im[A-Z])\w*$/.test(table.text))
      throw new NotKnown(`a query that begins with ${table.text}`);
    const parts: Predicate[] = [wildTest(TABLE, [table.text], { cased: true, missing: false })];
    while (this.take('|')) {
      const operator = this.next().text;
      if (operator === 'where' || operator === 'filter') parts.push(this.or());
      else if (operator === 'extend') this.extend();
      else if (operator === 'join' || operator === 'lookup') this.join(operator === 'lookup');
      else if (SHOWING.has(operator)) this.skip();
      else if (operator === 'summarize') this.summarize();
      else if (operator === 'mv-expand') this.opened();
      else if (operator === 'parse' || operator === 'parse-where') this.parsed();
      else throw new NotKnown(`the operator ${operator}`);
    }
    if (this.at < this.tokens.length) throw new NotKnown(`what follows from ${this.peek()?.text}`);
    const kept = parts.flatMap((part) => (part.kind === 'and' ? part.children : [part]));
    const predicate = both(
      'and',
      kept.filter((part) => part !== ALL),
    );
    const tested = testsOf(predicate).flatMap(({ field }) => field ?? []);
    return [{ predicate, by: [...this.joining].filter((place) => !tested.includes(place)) }, ...this.joined];
  }

  /** `join kind=inner (B | where …) on Key`: rows of both tables; a left outer one keeps every row. Nothing behind it is tested. */
  private join(isLookup: boolean): void {
    const kind = this.tokens[this.at + 1]?.text === '=' ? this.tokens[this.at + 2]?.text : undefined;
    const isOuter = (kind ?? (isLookup ? 'leftouter' : 'innerunique')) === 'leftouter';
    while (this.tokens[this.at + 1]?.text === '=') this.at += 3;
    const from = this.at;
    this.skip('|', 'on');
    const right = this.tokens.slice(from, this.at);
    if (!this.take('on')) throw new NotKnown('a join without its columns');
    const keys = this.tokens.slice(this.at, outside(this.tokens, '|', this.at));
    this.skip();
    const names = keys.filter(({ kind, text }) => kind === 'word' && text !== 'left' && text !== 'right');
    if (!isOuter && keys.some(({ text }) => text === '$')) throw new NotKnown('columns of different names');
    if (!isOuter) {
      for (const { text } of names) this.joining.add(this.column(text).path);
      this.joined = legsOf(right, this.tables).flatMap((leg) => {
        const inner = new KqlReader(leg, this.constants, this.tables);
        return inner.read().map(({ predicate, by }) => ({
          predicate,
          by: [...by, ...names.map(({ text }) => inner.column(text).path)],
        }));
      });
    }
    if (this.tokens.slice(this.at).some(({ kind, text }) => kind === 'word' && text === 'where'))
      throw new NotKnown('a condition behind a join');
  }

  /** `extend Name = Column.part`: another name; anything else is not known where it is tested. */
  private extend(): void {
    do {
      const name = this.next().text;
      if (this.peek()?.text === '.') throw new NotKnown('a computed column');
      this.expect('=');
      this.name(name, this.at);
      this.skip(',');
    } while (this.take(','));
  }

  /** What a name stands for: the place that begins at a token and is all of the expression, or something computed. */
  private name(name: string, from: number): void {
    let place: ReturnType<typeof placeAt>;
    try {
      place = placeAt(this.tokens, from, this.column);
    } catch (error) {
      if (!(error instanceof NotKnown)) throw error;
    }
    const end = this.tokens[place?.end ?? from];
    const [called, open, argument] = this.tokens.slice(from, from + 3);
    if (called?.text === 'array_length' && open?.text === '(' && this.renamed.get(argument?.text ?? '') === COUNTED) {
      this.renamed.set(name, COUNTED);
      return;
    }
    this.renamed.set(name, end === undefined || '|,;'.includes(end.text) ? place : undefined);
  }

  /** `mv-expand Column`: the column is then one element of what it was; events have one. */
  private opened(): void {
    const [first, sign] = this.tokens.slice(this.at, this.at + 2);
    const named = sign?.text === '=' ? first : undefined;
    if (named !== undefined) this.at += 2;
    if (first?.kind === 'word' && this.renamed.has(first.text) && this.renamed.get(first.text) === undefined) {
      this.skip();
      return;
    }
    const place = this.place();
    const name = named?.text ?? (first?.kind === 'word' && !isTransparent(first.text) ? first.text : place.path);
    this.renamed.set(name, { ...place, path: `${place.path}${STEP}[0]` });
    this.skip();
  }

  /** `parse Column with * "text" Name *`: what it finds under new names is computed; with `parse-where` also which rows there are. */
  private parsed(): void {
    const from = this.at;
    if (this.tokens[from - 1]?.text === 'parse-where') throw new NotKnown('rows of a form');
    this.skip();
    for (const token of this.tokens.slice(from + 1, this.at))
      if (token.kind === 'word' && token.text !== 'with') this.renamed.set(token.text, undefined);
  }

  /** `summarize Name = count() by Key, Other = place`: what is counted is a correlation's; the keys are the events' own. */
  private summarize(): void {
    let isKey = false;
    for (let depth = 0, from = this.at; ; this.at++) {
      const token = this.peek();
      const isSign = token?.kind === 'sign';
      if (isSign && '([{'.includes(token.text)) depth++;
      if (isSign && ')]}'.includes(token.text)) depth--;
      const isBy = token?.kind === 'word' && token.text === 'by';
      const ends = token === undefined || (isSign && '|;'.includes(token.text));
      if (depth > 0 || !(ends || isBy || (isSign && token.text === ','))) continue;
      this.item(from, isKey);
      if (ends) return;
      isKey ||= isBy;
      from = this.at + 1;
    }
  }

  private item(from: number, isKey: boolean): void {
    const [name, sign, argument] = this.tokens.slice(from, from + 3);
    if (name === undefined || name.kind === 'sign') return;
    const called = sign?.text === '=' ? from + 2 : from;
    const counts = /^(?:dcount|count_distinct)$/.test(this.tokens[called]?.text ?? '');
    this.note(isKey ? called : counts ? called + 2 : this.tokens.length);
    if (sign?.text === '=' && isKey) this.name(name.text, from + 2);
    else if (sign?.text === '=') this.renamed.set(name.text, COUNTED);
    else if (!isKey) this.renamed.set(`${name.text}_${argument?.text === ')' ? '' : argument?.text}`, COUNTED);
  }

  /** What a column stands for. @throws NotKnown where it is computed */
  readonly column = (name: string): Place => {
    const known = this.renamed.get(name);
    if (known === undefined && this.renamed.has(name)) throw new NotKnown('a computed column');
    return known ?? { path: name, folded: false };
  };

  private place(): Place {
    const place = placeAt(this.tokens, this.at, this.column);
    if (place === undefined) throw new NotKnown(`the function ${this.peek()?.text}`);
    this.at = place.end;
    return place;
  }

  /** Notes a place that groups have, or values are counted of: events that are counted have it. */
  private note(at: number): void {
    try {
      const place = placeAt(this.tokens, at, this.column);
      if (place !== undefined && !TIMES.has(place.path)) this.joining.add(place.path);
    } catch (error) {
      if (!(error instanceof NotKnown)) throw error;
    }
  }

  /** Passes over an operator's words, and over what stands in its parentheses. */
  private skip(until = '|', word = ''): void {
    for (let depth = 0; this.at < this.tokens.length; this.at++) {
      const token = this.peek() as KqlToken;
      if (token.kind === 'sign' && '([{'.includes(token.text)) depth++;
      if (token.kind === 'sign' && ')]}'.includes(token.text)) depth--;
      if (depth === 0 && token.kind === 'sign' && (token.text === '|' || token.text === ';' || token.text === until))
        return;
      if (depth === 0 && token.kind === 'word' && token.text === word) return;
    }
  }

  private or(): Predicate {
    const parts = [this.and()];
    while (this.take('or')) parts.push(this.and());
    if (parts.length > 1 && parts.includes(ALL)) throw new NotKnown('a time or a count among alternatives');
    return both('or', parts);
  }

  private and(): Predicate {
    const parts = [this.primary()];
    while (this.take('and')) parts.push(this.primary());
    const kept = parts.filter((part) => part !== ALL);
    return kept.length === 0 ? ALL : both('and', kept);
  }

  private primary(): Predicate {
    if (this.take('not')) {
      this.expect('(');
      const child = this.or();
      this.expect(')');
      if (child === ALL) throw new NotKnown('a time or a count that must not be');
      return { kind: 'not', child };
    }
    if (this.take('(')) {
      const inner = this.or();
      this.expect(')');
      return inner;
    }
    const name = this.peek();
    if (this.take('*')) return this.anywhere(this.next().text);
    if (name?.kind !== 'word' && name?.kind !== 'name')
      throw new NotKnown(`a condition that begins with ${name?.text}`);
    if (name.text === 'ingestion_time') {
      this.time();
      return ALL;
    }
    const isCall = this.tokens[this.at + 1]?.text === '(' && !isTransparent(name.text);
    if (isCall) return this.call(this.next().text);
    const place = this.place();
    if (TIMES.has(place.path)) {
      this.time();
      return ALL;
    }
    return this.compared(place);
  }

  /** `* contains "text"`: in any column. */
  private anywhere(operator: string): Predicate {
    if (operator !== 'contains') throw new NotKnown(`the operator ${operator} of all columns`);
    return wildTest(undefined, [MANY, String(this.value()), MANY], { cased: false, missing: false });
  }

  /** Passes over a comparison of the row's time. */
  private time(): void {
    for (let depth = 0; this.at < this.tokens.length; this.at++) {
      const token = this.peek() as KqlToken;
      if (token.text === '(') depth++;
      if (token.text === ')' && depth-- === 0) return;
      if (depth === 0 && ['|', 'and', 'or', ';'].includes(token.text)) return;
    }
  }

  private compared({ path: field, folded }: Place): Predicate {
    const sign = this.next().text;
    const written = sign === '<' && this.take('>') ? '!=' : sign;
    if (field === COUNTED.path) {
      this.value();
      return ALL;
    }
    const operator = folded ? (FOLDED[written] ?? written) : written;
    const isNegated = operator.startsWith('!') && operator !== '!=' && operator !== '!~';
    const plain = isNegated ? operator.slice(1) : operator;
    if (plain === 'matches') {
      this.expect('regex');
      return regexTest(field, String(this.value()), false, { cased: !folded, missing: false });
    }
    if (plain === 'between') throw new NotKnown('between');
    if (['<', '<=', '>', '>='].includes(plain)) return numberTest(field, plain, Number(this.value()), null);
    const isList = /^in~?$|^has_(?:any|all)$/.test(plain);
    const values = isList ? this.list() : [this.value()];
    const tests = values.map((value) => comparison(field, plain, value));
    const joined = both(plain === 'has_all' ? 'and' : 'or', tests);
    return isNegated || operator === '!=' || operator === '!~' ? { kind: 'not', child: joined } : joined;
  }

  private call(name: string): Predicate {
    this.expect('(');
    const { path: field } = this.place();
    const values: Scalar[] = [];
    while (this.take(',')) values.push(this.value());
    this.expect(')');
    switch (name) {
      case 'isempty':
      case 'isnull':
        return thereTest(field, false, isFull);
      case 'isnotempty':
      case 'isnotnull':
      case 'notempty':
        return thereTest(field, true, isFull);
      case 'ipv4_is_private':
        return both(
          'or',
          PRIVATE.map((network) => networkTest(field, network, null)),
        );
      case 'ipv4_is_in_range':
      case 'ipv4_is_match':
        return networkTest(field, String(values[0]), null);
      default:
        throw new NotKnown(`the function ${name}`);
    }
  }

  private list(): readonly Scalar[] {
    this.expect('(');
    if (this.take('dynamic')) this.expect('(');
    const values: Scalar[] = [];
    for (let token = this.next(); token.text !== ')' || token.kind !== 'sign'; token = this.next()) {
      if (token.kind === 'sign' && ',[]'.includes(token.text)) continue;
      this.at--;
      const name = this.peek() as KqlToken;
      const constant = name.kind === 'word' ? this.constants.get(name.text) : undefined;
      if (constant === undefined) values.push(this.value());
      else {
        values.push(...constant);
        this.at++;
      }
    }
    if (this.peek()?.text === ')' && this.tokens[this.at - 2]?.text === ']') this.at++;
    return values;
  }

  private value(): Scalar {
    const token = this.next();
    if (token.text === '(' && token.kind === 'sign') {
      const inner = this.value();
      this.expect(')');
      return inner;
    }
    if (token.text === '-' && token.kind === 'sign') return -Number(this.next().text);
    if (token.kind === 'text') return token.text;
    if (token.kind === 'number') return Number(token.text);
    if (token.text === 'true' || token.text === 'false') return token.text === 'true';
    const [only, ...others] = this.constants.get(token.text) ?? [];
    if (only === undefined || others.length > 0) throw new NotKnown(`a comparison with ${token.text}`);
    return only;
  }

  private take(text: string): boolean {
    const token = this.peek();
    if (token === undefined || token.kind === 'text' || token.text !== text) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new NotKnown(`no ${text} before ${this.peek()?.text}`);
  }
}

/** Stands for what is counted of a group of events. */
const COUNTED: Place = { path: '\0counted', folded: false };
/** The addresses that are private, as RFC 1918 lists them. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
/** Comparisons that mind the letters' case, as behind a change of it. */
const FOLDED: Readonly<Record<string, string>> = { '==': '=~', '!=': '!~', in: 'in~', '!in': '!in~' };
/** Stands for a test that says nothing of the row but its time. */
const ALL: Predicate = { kind: 'constant', value: true };
const isFull = (value: Scalar) => value !== '';
