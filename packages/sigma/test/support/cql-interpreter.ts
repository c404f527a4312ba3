import { inNetwork } from './addresses.js';

/** An event of LogScale: every value is a text. */
export type CqlEvent = Readonly<Record<string, string>>;
type Test = (event: CqlEvent) => boolean;

interface Token {
  readonly kind: 'word' | 'text' | 'regex' | 'sign';
  readonly text: string;
  readonly flags?: string;
}

/**
 * Runs a query over events, as LogScale documents the parts that we write: filters, of which `or` binds more than `and`, expressions, `cidr`, `test`,
 * and counts. A test of a missing field is false. Throws an Error for anything else.
 */
export function cqlRows(query: string, events: readonly CqlEvent[]): readonly CqlEvent[] {
  const stages: Token[][] = [[]];
  for (const token of tokensOf(query)) {
    if (token.kind === 'sign' && token.text === '|') stages.push([]);
    else stages.at(-1)?.push(token);
  }
  return stages.reduce<readonly CqlEvent[]>((rows, stage) => run(stage, rows), events);
}

/** Whether one event is found. */
export const cqlMatches = (query: string, event: CqlEvent): boolean => cqlRows(query, [event]).length > 0;

function run(stage: readonly Token[], rows: readonly CqlEvent[]): readonly CqlEvent[] {
  const [name] = stage;
  const source = stage.map(({ text }) => text).join('');
  if (name?.text === 'count') return [{ n: String(rows.length) }];
  if (name?.text === 'groupBy') {
    const [, list = '', rest = ''] = /^groupBy\(\[([^\]]*)\](.*),limit=max\)$/.exec(source) ?? fail(source);
    if (rest !== '' && rest !== ',function=count(as=n)') fail(source);
    const keys = list.split(',');
    const groups = new Map<string, { row: Record<string, string>; count: number }>();
    for (const row of rows.filter((each) => keys.every((key) => Object.hasOwn(each, key)))) {
      const own = Object.fromEntries(keys.map((key) => [key, row[key] as string]));
      const group = groups.get(JSON.stringify(own)) ?? { row: own, count: 0 };
      groups.set(JSON.stringify(own), { ...group, count: group.count + 1 });
    }
    return [...groups.values()].map(({ row, count }) => (rest === '' ? row : { ...row, n: String(count) }));
  }
  const holds = new Parser(stage).whole();
  return rows.filter(holds);
}

function fail(what: string): never {
  throw new Error(`not read: ${what}`);
}

function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < query.length; ) {
    const sign = query[at] as string;
    const before = tokens.at(-1)?.text;
    if (/\s/.test(sign)) at++;
    else if (query.startsWith('//', at)) fail('a comment');
    else if (sign === '"') {
      const [whole, inner = ''] = /^"((?:[^"\\]|\\.)*)"/s.exec(query.slice(at)) ?? fail(query.slice(at));
      tokens.push({
        kind: 'text',
        text: inner.replace(/\\(.)/gs, (_, c) => (c === 'n' ? '\n' : c === 't' ? '\t' : c === 'r' ? '\r' : c)),
      });
      at += whole.length;
    } else if (sign === '/' && (before === undefined || ['=', '(', 'and', 'or', 'not', '|'].includes(before))) {
      const [whole, body = '', flags = ''] =
        /^\/((?:[^/\\\n]|\\.)*)\/([a-zA-Z]*)/.exec(query.slice(at)) ?? fail(query.slice(at));
      tokens.push({ kind: 'regex', text: body, flags });
      at += whole.length;
    } else {
      const [text] = /^(?:==|>=|<=|[()[\],=<>|*]|[#@]?[\w.:/-]+)/.exec(query.slice(at)) ?? fail(query.slice(at));
      tokens.push({ kind: /^[#@\w-]/.test(text) ? 'word' : 'sign', text });
      at += text.length;
    }
  }
  return tokens;
}

class Parser {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Test {
    const test = this.conjunction();
    if (this.at < this.tokens.length) fail(this.tokens[this.at]?.text ?? '');
    return test;
  }

  private conjunction(): Test {
    const parts = [this.alternatives()];
    while (this.takes('and')) parts.push(this.alternatives());
    return (event) => parts.every((holds) => holds(event));
  }

  /** `or` binds more than `and`. */
  private alternatives(): Test {
    const parts = [this.negation()];
    while (this.takes('or')) parts.push(this.negation());
    return (event) => parts.some((holds) => holds(event));
  }

  private negation(): Test {
    if (!this.takes('not')) return this.filter();
    const inner = this.negation();
    return (event) => !inner(event);
  }

  private filter(): Test {
    if (this.takes('(')) {
      const inner = this.conjunction();
      this.expect(')');
      return inner;
    }
    const first = this.next();
    if (first.kind === 'sign' && first.text === '*') return () => true;
    if (first.kind === 'regex') {
      const search = compiled(first);
      return (event) => Object.values(event).some((value) => search.test(value));
    }
    if (first.kind === 'sign') fail(first.text);
    if (first.kind === 'word' && first.text === 'cidr' && this.takes('(')) return this.network();
    if (first.kind === 'word' && first.text === 'test' && this.takes('(')) return this.comparison();
    return this.fieldTest(first.text);
  }

  private fieldTest(name: string): Test {
    const sign = this.next().text;
    if (!['=', '<', '<=', '>', '>='].includes(sign)) fail(`${name}${sign}`);
    const value = this.next();
    if (sign !== '=') {
      const limit = Number(value.text);
      return (event) => compares(numberOf(ownValue(event, name) ?? ''), sign, limit);
    }
    if (value.kind === 'sign') return value.text === '*' ? (event) => Object.hasOwn(event, name) : fail(value.text);
    if (value.kind === 'regex') {
      const search = compiled(value);
      return (event) => Object.hasOwn(event, name) && search.test(ownValue(event, name) ?? '');
    }
    return (event) => ownValue(event, name) === value.text;
  }

  private network(): Test {
    const name = this.next().text;
    for (const sign of [',', 'subnet', '=']) this.expect(sign);
    const network = this.next().text;
    this.expect(')');
    return (event) => inNetwork(ownValue(event, name) ?? '', network);
  }

  private comparison(): Test {
    const left = this.operand();
    this.expect('==');
    const right = this.operand();
    this.expect(')');
    return (event) => {
      const [one, other] = [left(event), right(event)];
      return one !== undefined && one === other;
    };
  }

  private operand(): (event: CqlEvent) => string | undefined {
    const name = this.next().text;
    if (name !== 'lower' || !this.takes('(')) return (event) => ownValue(event, name);
    const field = this.next().text;
    this.expect(')');
    return (event) => ownValue(event, field)?.toLowerCase();
  }

  private takes(text: string): boolean {
    const token = this.tokens[this.at];
    if ((token?.kind !== 'sign' && token?.kind !== 'word') || token.text !== text) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.takes(text)) fail(`${text} is expected`);
  }

  private next(): Token {
    return this.tokens[this.at++] ?? fail('the query ends');
  }
}

const ownValue = (event: CqlEvent, name: string): string | undefined =>
  Object.hasOwn(event, name) ? event[name] : undefined;

const numberOf = (text: string): number => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

function compares(value: number, sign: string, limit: number): boolean {
  if (sign === '>') return value > limit;
  if (sign === '>=') return value >= limit;
  return sign === '<' ? value < limit : value <= limit;
}

/** `\A` and `\z` are the ends of the text; `^` and `$` those of lines, as `regex()` has it by default; `d` is the dot that matches a line break. */
function compiled({ text, flags = '' }: Token): RegExp {
  if (/[^idm]/.test(flags)) fail(`flags ${flags}`);
  const isInline = text.startsWith('(?i)');
  const source = text
    .slice(isInline ? '(?i)'.length : 0)
    .replace(/\\(.)/gs, (whole, sign) => (sign === 'A' ? '(?<![\\s\\S])' : sign === 'z' ? '(?![\\s\\S])' : whole));
  return new RegExp(source, `m${isInline || flags.includes('i') ? 'i' : ''}${flags.includes('d') ? 's' : ''}u`);
}
