import { inNetwork } from './addresses.js';

/** An event of Cortex: texts and numbers. */
export type XqlEvent = Readonly<Record<string, string | number>>;
/** What a condition is; undefined where a field is missing, since no page says what a comparison with it gives. */
type Truth = boolean | undefined;
type Test = (event: XqlEvent) => Truth;

interface Token {
  readonly kind: 'word' | 'text' | 'sign';
  readonly text: string;
}

/**
 * Runs a query over events, as Palo Alto documents the parts that we write: `filter` without regard to letter case, stars as wildcards, `~=`
 * that searches, `in`, `incidr`, and `comp count()`. What a comparison with a missing field gives is not documented: `missing` says it, nothing
 * (as SQL has it) or false.
 */
export function xqlRows(
  query: string,
  events: readonly XqlEvent[],
  missing: false | undefined = undefined,
): readonly XqlEvent[] {
  const stages: Token[][] = [[]];
  for (const token of tokensOf(query)) {
    if (token.kind === 'sign' && token.text === '|') stages.push([]);
    else stages.at(-1)?.push(token);
  }
  return stages.reduce<readonly XqlEvent[]>((rows, stage) => run(stage, rows, missing), events);
}

/** Whether one event is found. Throws an Error where that depends on what a comparison with a missing field gives. */
export function xqlMatches(query: string, event: XqlEvent): boolean {
  const [found, other] = [undefined, false as const].map((missing) => xqlRows(query, [event], missing).length > 0);
  if (found !== other) throw new Error(`a missing field decides: ${query}`);
  return found === true;
}

function run(
  [name, ...rest]: readonly Token[],
  rows: readonly XqlEvent[],
  missing: false | undefined,
): readonly XqlEvent[] {
  if (name?.text === 'dataset') return rest.map(({ text }) => text).join('') === '=xdr_data' ? rows : fail('dataset');
  if (name?.text === 'filter') {
    const holds = new Parser(rest, missing).whole();
    return rows.filter((row) => holds(row) === true);
  }
  const source = rest.map(({ text }) => text).join(' ');
  const [, column = '', keys = ''] = /^count \( \) as (\w+)(?: by (.*))?$/.exec(source) ?? fail(source);
  if (name?.text !== 'comp') fail(name?.text ?? '');
  const groups = new Map<string, { row: Record<string, string | number>; count: number }>();
  for (const row of rows) {
    const own = Object.fromEntries(keys.split(' , ').flatMap((key) => (key === '' ? [] : [[key, row[key] ?? '']])));
    const group = groups.get(JSON.stringify(own)) ?? { row: own, count: 0 };
    groups.set(JSON.stringify(own), { ...group, count: group.count + 1 });
  }
  return [...groups.values()].map(({ row, count }) => ({ ...row, [column]: count }));
}

function fail(what: string): never {
  throw new Error(`not read: ${what}`);
}

function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < query.length; ) {
    const rest = query.slice(at);
    if (/^\s/.test(rest)) {
      at++;
      continue;
    }
    // A plain string has no escapes: a backslash is one.
    const [text] = /^(?:"[^"\n]*"|!=|~=|<=|>=|[=<>|(),]|[\w.]+(?: -> \w+)?|-?\d+)/.exec(rest) ?? fail(rest);
    at += text.length;
    if (text.startsWith('"')) tokens.push({ kind: 'text', text: text.slice(1, -1) });
    else tokens.push({ kind: /^[\w-]/.test(text) ? 'word' : 'sign', text });
  }
  return tokens;
}

class Parser {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly missing: false | undefined,
  ) {}

  whole(): Test {
    const test = this.group();
    if (this.at < this.tokens.length) fail(this.tokens[this.at]?.text ?? '');
    return test;
  }

  /** Nothing is known of precedence: operands of one group share their operator. */
  private group(): Test {
    const parts = [this.operand()];
    const operator = this.tokens[this.at]?.text;
    if (operator !== 'and' && operator !== 'or') return parts[0] as Test;
    while (this.takes(operator)) parts.push(this.operand());
    const decides = operator === 'or';
    return (event) => {
      const truths = parts.map((part) => part(event));
      if (truths.includes(decides)) return decides;
      return truths.includes(undefined) ? undefined : !decides;
    };
  }

  private operand(): Test {
    if (this.takes('not')) {
      if (this.tokens[this.at]?.text !== '(') fail('not without a group');
      const inner = this.operand();
      return (event) => {
        const truth = inner(event);
        return truth === undefined ? undefined : !truth;
      };
    }
    if (this.takes('(')) {
      const inner = this.group();
      this.expect(')');
      return inner;
    }
    return this.comparison();
  }

  private comparison(): Test {
    const name = this.next().text;
    const operator = this.next().text;
    const values = this.values();
    const [value = fail(operator)] = values;
    if (value.kind === 'word' && value.text === 'null') {
      const isAbsent = operator === '=';
      return (event) => Object.hasOwn(event, name) !== isAbsent;
    }
    return (event) => (Object.hasOwn(event, name) ? decided(event[name] ?? '', operator, values) : this.missing);
  }

  private values(): readonly Token[] {
    if (!this.takes('(')) return [this.next()];
    const values = [this.next()];
    while (this.takes(',')) values.push(this.next());
    this.expect(')');
    return values;
  }

  private takes(text: string): boolean {
    const token = this.tokens[this.at];
    if (token === undefined || token.kind === 'text' || token.text !== text) return false;
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

function decided(held: string | number, operator: string, values: readonly Token[]): boolean {
  const [{ text, kind }] = values as readonly [Token, ...Token[]];
  switch (operator) {
    case '=':
    case 'in':
      return values.some((value) => isEqual(held, value));
    case '~=':
      return searches(text, String(held));
    case 'incidr':
    case 'incidr6':
      return inNetwork(String(held), text);
    default: {
      if (kind !== 'word') fail(`${operator} with a text`);
      const number = Number(held);
      if (operator === '>') return number > Number(text);
      if (operator === '>=') return number >= Number(text);
      return operator === '<' ? number < Number(text) : number <= Number(text);
    }
  }
}

function isEqual(held: string | number, { text, kind }: Token): boolean {
  if (kind === 'word') return String(held).toLowerCase() === text.replace(/^ENUM\./, '').toLowerCase();
  const source = text
    .split('*')
    .map((part) => part.replace(/[\\^$.|?+()[\]{}/-]/g, '\\$&'))
    .join('[\\s\\S]*');
  return new RegExp(`^${source}$`, 'iu').test(String(held));
}

/** An expression of RE2: flags in front, `\A` and `\z` as the ends, `\x{22}` as a sign by its number. */
function searches(expression: string, held: string): boolean {
  let source = expression;
  let flags = 'u';
  for (let found = /^\(\?([ims]*)(-i)?\)/.exec(source); found !== null; found = /^\(\?([ims]*)(-i)?\)/.exec(source)) {
    flags = [...new Set([...flags, ...(found[1] ?? '')])]
      .filter((flag) => found?.[2] === undefined || flag !== 'i')
      .join('');
    source = source.slice(found[0].length);
  }
  const read = source.replace(/\\(x\{([0-9a-f]+)\}|.)/gs, (whole, sign: string, code?: string) => {
    if (code !== undefined) return `\\u{${code}}`;
    return sign === 'A' ? '(?<![\\s\\S])' : sign === 'z' ? '(?![\\s\\S])' : whole;
  });
  return new RegExp(read, flags).test(held);
}
