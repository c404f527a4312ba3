import { comparison } from './kql-comparison.js';
import { type KqlToken, kqlTokens } from './kql-tokens.js';
import { both, NotKnown, type Predicate, type Scalar } from './predicate.js';
import type { Interpreted } from './steps.js';
import { networkTest, numberTest, regexTest, thereTest, wildTest } from './texts.js';

/** The field that holds the name of a row's table. */
const TABLE = 'Type';
/** Operators that keep every row, whatever they show of it. */
const SHOWING = new Set([
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
 * Reads a KQL query over one table: constants by `let`, `where`, and what is only shown. Written from Microsoft's reference and not from the reader of
 * queries: a text that is missing is empty, `==` minds the letters' case and `=~` does not, `has` looks for whole words, a comparison of a
 * missing number is neither true nor false. Tests of the row's time are left out.
 * @throws NotKnown for everything else: joins, computed columns, functions, counts with a condition behind them.
 */
export function interpretKql(query: string): Interpreted {
  const reader = new KqlReader(kqlTokens(query));
  return { steps: [{ predicate: reader.read(), by: [] }] };
}

type Constant = readonly Scalar[];

class KqlReader {
  private at = 0;
  private readonly constants = new Map<string, Constant>();
  /** Columns that are another name for a column. */
  private readonly renamed = new Map<string, string>();

  constructor(private readonly tokens: readonly KqlToken[]) {}

  read(): Predicate {
    while (this.take('let')) this.let();
    const table = this.next();
    if (table.kind !== 'word' || !/^[A-Z]\w*$/.test(table.text))
      throw new NotKnown(`a query that begins with ${table.text}`);
    const parts: Predicate[] = [wildTest(TABLE, [table.text], { cased: true, missing: false })];
    while (this.take('|')) {
      const operator = this.next().text;
      if (operator === 'where' || operator === 'filter') parts.push(this.or());
      else if (operator === 'extend') this.extend();
      else if (SHOWING.has(operator)) this.skip();
      else if (operator === 'summarize' || operator === 'distinct') {
        this.skip();
        if (this.rest().some(({ text }) => text === 'where')) throw new NotKnown('a condition behind a count');
      } else throw new NotKnown(`the operator ${operator}`);
    }
    this.take(';');
    if (this.at < this.tokens.length) throw new NotKnown(`what follows from ${this.peek()?.text}`);
    const kept = parts.flatMap((part) => (part.kind === 'and' ? part.children : [part]));
    return both(
      'and',
      kept.filter((part) => part !== ALL),
    );
  }

  private rest(): readonly KqlToken[] {
    return this.tokens.slice(this.at);
  }

  /** `let name = dynamic(["a", "b"]);` or a single value. */
  private let(): void {
    const name = this.next().text;
    this.expect('=');
    const isList = this.take('dynamic') || this.take('pack_array');
    const values: Scalar[] = [];
    for (let token = this.next(); token.text !== ';' || token.kind !== 'sign'; token = this.next()) {
      if (token.kind === 'text') values.push(token.text);
      else if (token.kind === 'number') values.push(Number(token.text));
      else if (token.kind === 'span') values.push(token.text);
      else if (!isList || !'()[],'.includes(token.text)) throw new NotKnown(`let ${name} of more than constants`);
    }
    this.constants.set(name, values);
  }

  /** `extend Name = Column`: another name; anything else is not known where it is tested. */
  private extend(): void {
    do {
      const name = this.next().text;
      if (this.peek()?.text === '.') throw new NotKnown('a computed column');
      this.expect('=');
      const from = this.at;
      const value = this.next();
      const end = this.peek();
      if (value.kind === 'word' && (end === undefined || end.text === '|' || end.text === ',')) {
        this.renamed.set(name, this.renamed.get(value.text) ?? value.text);
        continue;
      }
      this.at = from;
      this.skip(',');
      this.renamed.set(name, COMPUTED);
    } while (this.take(','));
  }

  /** Passes over an operator's words, and over what stands in its parentheses. */
  private skip(until = '|'): void {
    for (let depth = 0; this.at < this.tokens.length; this.at++) {
      const token = this.peek() as KqlToken;
      if (token.kind === 'sign' && '([{'.includes(token.text)) depth++;
      if (token.kind === 'sign' && ')]}'.includes(token.text)) depth--;
      if (depth === 0 && token.kind === 'sign' && (token.text === '|' || token.text === ';' || token.text === until))
        return;
    }
  }

  private or(): Predicate {
    const parts = [this.and()];
    while (this.take('or')) parts.push(this.and());
    if (parts.length > 1 && parts.includes(ALL)) throw new NotKnown('a time among alternatives');
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
      return { kind: 'not', child };
    }
    if (this.take('(')) {
      const inner = this.or();
      this.expect(')');
      return inner;
    }
    const name = this.next();
    if (name.kind !== 'word' && name.kind !== 'name') throw new NotKnown(`a condition that begins with ${name.text}`);
    if (this.peek()?.text === '(' && this.peek()?.kind === 'sign') return this.call(name.text);
    if (this.peek()?.text === '.' || this.peek()?.text === '[') throw new NotKnown('a part of a dynamic column');
    const field = this.field(name.text);
    if (field === 'Timestamp' || field === 'TimeGenerated') {
      this.time();
      return ALL;
    }
    return this.compared(field);
  }

  private field(name: string): string {
    const found = this.renamed.get(name) ?? name;
    if (found === COMPUTED) throw new NotKnown('a computed column');
    return found;
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

  private compared(field: string): Predicate {
    const operator = this.next().text;
    const isNegated = operator.startsWith('!') && operator !== '!=' && operator !== '!~';
    const plain = isNegated ? operator.slice(1) : operator;
    if (plain === 'matches') {
      this.expect('regex');
      return regexTest(field, String(this.value()), false, { cased: true, missing: false });
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
    const field = this.field(this.next().text);
    if (this.peek()?.text === '.') throw new NotKnown('a part of a dynamic column');
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
      case 'ipv4_is_in_range':
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
    if (token.text === '-' && token.kind === 'sign') return -Number(this.next().text);
    if (token.kind === 'text') return token.text;
    if (token.kind === 'number') return Number(token.text);
    if (token.text === 'true' || token.text === 'false') return token.text === 'true';
    const [only, ...others] = this.constants.get(token.text) ?? [];
    if (only === undefined || others.length > 0) throw new NotKnown(`a comparison with ${token.text}`);
    return only;
  }

  private peek(): KqlToken | undefined {
    return this.tokens[this.at];
  }

  private next(): KqlToken {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new NotKnown('the query ends too early');
    return token;
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

const COMPUTED = '\0computed';
/** Stands for a test that says nothing of the row but its time. */
const ALL: Predicate = { kind: 'constant', value: true };
const isFull = (value: Scalar) => value !== '';
