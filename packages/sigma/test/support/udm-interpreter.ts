import { RE2JS } from 're2js';
import { inNetwork } from './addresses.js';
import { tokenizeUdm, type UdmToken } from './udm-lexer.js';

/** A UDM event, flat: the values of each path. A path that is not set is missing. */
export type UdmEvent = ReadonlyMap<string, readonly (string | number | boolean)[]>;

/** Paths that hold numbers, where "not set" reads as zero; everything else reads as an empty text. */
const NUMBERS = new Set(['target.port', 'principal.port', 'network.http.response_code']);

/** Enumerated paths and what they read as when not set. */
const ENUMS = new Map([['security_result.action', 'UNKNOWN_ACTION']]);

type Value = string | number | boolean;
/** A predicate over one event, or over one copy of it. */
type Node = (event: UdmEvent) => boolean;

/**
 * Reads a UDM search; the result says whether an event satisfies it. Written from the product's pages and not from the converter: a comparison with a list asks for any of
 * its elements, a path that is not set reads as an empty text or zero, `nocase` folds case.
 */
export function udmSearch(query: string): (event: UdmEvent) => boolean {
  return new Reader(tokenizeUdm(query)).read();
}

/**
 * Reads the events section of a YARA-L rule with the one event variable `$e`: lines joined by `and`; the event is copied for
 * each element of a list that is compared without `any`, and any copy may satisfy all lines.
 */
export function yaralEvents(rule: string): (event: UdmEvent) => boolean {
  const section = /\n {2}events:\n((?: {4}.*\n|\n)+)/.exec(rule)?.[1] ?? '';
  const lines = section.split('\n').filter((line) => line.trim() !== '');
  const nodes = lines.map((line) => new Reader(tokenizeUdm(line)).read());
  const bare = new Set(
    lines.flatMap((line) =>
      [...line.matchAll(/(any )?\$e\.([\w.]+(?:\["[^"]*"\])?)/g)].flatMap(([, any, path]) =>
        any === undefined ? [path as string] : [],
      ),
    ),
  );
  return (event) => copies(event, [...bare]).some((copy) => nodes.every((node) => node(copy)));
}

/** The event once for each combination of elements of the paths; the originals stay reachable for `any`. */
function copies(event: UdmEvent, paths: readonly string[]): readonly UdmEvent[] {
  let all: readonly UdmEvent[] = [event];
  for (const path of paths) {
    const values = event.get(path) ?? [];
    if (values.length < 2) continue;
    all = all.flatMap((copy) => values.map((value) => new Map([...copy, [`copy:${path}`, [value]]])));
  }
  return all;
}

class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly UdmToken[]) {}

  read(): Node {
    const node = this.or();
    if (this.at < this.tokens.length) throw new Error(`unexpected "${this.tokens[this.at]?.text}"`);
    return node;
  }

  private or(): Node {
    const parts = [this.and()];
    while (this.keyword('or')) parts.push(this.and());
    return (event) => parts.some((part) => part(event));
  }

  private and(): Node {
    const parts = [this.not()];
    while (this.keyword('and')) parts.push(this.not());
    return (event) => parts.every((part) => part(event));
  }

  private not(): Node {
    if (!this.keyword('not')) return this.primary();
    const part = this.not();
    return (event) => !part(event);
  }

  private primary(): Node {
    if (this.peek()?.kind === 'open') {
      this.at += 1;
      const inner = this.or();
      this.expect('close');
      return inner;
    }
    const left = this.operand();
    const operator = this.peek()?.kind === 'operator' ? this.take().text : undefined;
    if (operator === undefined) return this.listOrFunction(left);
    const next = this.peek();
    if (next?.kind === 'regex') {
      this.at += 1;
      const regex = RE2JS.compile(next.text, this.keyword('nocase') ? RE2JS.CASE_INSENSITIVE : 0);
      return (event) => left(event, false).some((value) => regex.matcher(String(value)).find());
    }
    const right = this.operand();
    const fold = this.keyword('nocase') ? (value: Value) => String(value).toLowerCase() : undefined;
    return (event) => {
      const wanted = right(event, false);
      const numeric = wanted.some((value) => typeof value === 'number');
      return left(event, numeric).some((value) => wanted.some((other) => holds(value, operator, other, fold)));
    };
  }

  /** Always false for `x in %list`, because the list is empty here. A function gives itself. */
  private listOrFunction(left: Operand): Node {
    if (this.keyword('in')) {
      this.keyword('regex');
      this.at += 1;
      this.keyword('nocase');
      return () => false;
    }
    return (event) => left(event, false).some((value) => value === true);
  }

  private operand(): Operand {
    const any = this.keyword('any');
    const token = this.take();
    if (token.kind === 'string') return () => [token.text];
    if (token.kind === 'number') return () => [Number(token.text)];
    if (token.kind === 'open') {
      // A negative number is written as (0 - n).
      const zero = Number(this.take().text);
      this.expect('minus');
      const size = Number(this.take().text);
      this.expect('close');
      return () => [zero - size];
    }
    if (token.kind !== 'word') throw new Error(`unexpected "${token.text}"`);
    if (this.peek()?.kind === 'open') return this.call(token.text);
    if (token.text === 'true' || token.text === 'false') return () => [token.text === 'true'];
    const path = token.text.replace(/^\$e\./, '');
    return (event, numeric) => {
      const values = any ? event.get(path) : (event.get(`copy:${path}`) ?? event.get(path));
      if (values !== undefined && values.length > 0) return values;
      if (any) return [];
      return NUMBERS.has(path) ? [0] : numeric ? [] : [ENUMS.get(path) ?? ''];
    };
  }

  private call(name: string): Operand {
    this.expect('open');
    const args: Operand[] = [];
    while (this.peek()?.kind !== 'close') {
      args.push(this.operand());
      if (this.peek()?.kind === 'comma') this.at += 1;
    }
    this.expect('close');
    const [first, second] = args as [Operand, Operand];
    const pairwise =
      (test: (left: string, right: string) => boolean): Operand =>
      (event) => [
        first(event, false).some((left) => second(event, false).some((right) => test(String(left), String(right)))),
      ];
    switch (name) {
      case 'net.ip_in_range_cidr':
        return pairwise(inNetwork);
      case 'cast.as_float':
        return (event) => first(event, false).map((value) => (Number.isNaN(Number(value)) ? 0 : Number(value)));
      case 'strings.to_lower':
        return (event) => first(event, false).map((value) => String(value).toLowerCase());
      case 'strings.starts_with':
        return pairwise((text, part) => text.startsWith(part));
      case 'strings.ends_with':
        return pairwise((text, part) => text.endsWith(part));
      case 'strings.contains':
        return pairwise((text, part) => text.includes(part));
      default:
        throw new Error(`the interpreter does not know ${name}`);
    }
  }

  private keyword(word: string): boolean {
    const token = this.peek();
    if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false;
    this.at += 1;
    return true;
  }

  private peek(): UdmToken | undefined {
    return this.tokens[this.at];
  }

  private take(): UdmToken {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Error('the query ends too early');
    this.at += 1;
    return token;
  }

  private expect(kind: UdmToken['kind']): void {
    if (this.take().kind !== kind) throw new Error(`"${this.tokens[this.at - 1]?.text}" is no ${kind}`);
  }
}

/** Gives the values of one side. `numeric` says that the other side is a number; an unset text path then has no value. */
type Operand = (event: UdmEvent, numeric: boolean) => readonly Value[];

function holds(left: Value, operator: string, right: Value, fold: ((value: Value) => string) | undefined): boolean {
  if (typeof right === 'number') {
    const value = left === '' || typeof left === 'boolean' ? Number.NaN : Number(left);
    switch (operator) {
      case '=':
        return value === right;
      case '!=':
        return value !== right;
      case '<':
        return value < right;
      case '<=':
        return value <= right;
      case '>':
        return value > right;
      default:
        return value >= right;
    }
  }
  const form = fold ?? ((value: Value) => String(value));
  const equal = typeof right === 'boolean' ? String(left).toLowerCase() === String(right) : form(left) === form(right);
  return operator === '=' ? equal : !equal;
}
