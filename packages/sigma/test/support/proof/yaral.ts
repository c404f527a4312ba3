import { ELSEWHERE } from './kql.js';
import { both, NotKnown, type Predicate, type Scalar, type Test } from './predicate.js';
import type { Interpreted } from './steps.js';
import { MANY, networkTest, numberTest, regexTest, wildTest } from './texts.js';
import { TokenReader } from './token-reader.js';

/** `computed`: what a function makes of its operands, of which only a name may be given. */
type Kind = 'word' | 'text' | 'regex' | 'number' | 'sign' | 'computed';
type Token = { readonly kind: Kind; readonly text: string };

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"((?:[^"\\]|\\.)*)"|`([^`]*)`|\/((?:[^/\\\n]|\\.)+)\/|(-?\d+(?:\.\d+)?[smhdw]?)|([%$#A-Za-z_][\w.@]*(?:\[(?:"[^"]*"|\d+)\])?(?:\.[\w.]+)?)|(!=|<=|>=|[=<>(),+*:{}[\]-])/gy;

function tokensOf(rule: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < rule.length; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(rule);
    if (found === null) throw new NotKnown(`no token at ${rule.slice(at, at + 20)}`);
    const [, text, raw, regex, number, word, sign] = found;
    if (text !== undefined) tokens.push({ kind: 'text', text: unescaped(text) });
    else if (raw !== undefined) tokens.push({ kind: 'text', text: raw });
    else if (regex !== undefined) tokens.push({ kind: 'regex', text: regex.replaceAll('\\/', '/') });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
  return text.replace(/\\(.)/gs, (_, character: string) => named[character] ?? character);
}

/**
 * Reads the events section of a YARA-L rule, a kind of event for each event variable in the order of their names' first use. Written from Google's
 * reference and not from the reader of rules: what is not set reads as an empty text, `nocase` and `strings.to_lower` fold, an expression looks for
 * a part of the value, one element of a repeated field is enough. What joins events, and what the rule shows of them, is left out.
 * @throws NotKnown for lists kept elsewhere, entities, computed values, and alternatives over several events.
 */
export function interpretYaral(rule: string): Interpreted {
  const section = /\bevents\s*:([\s\S]*?)(?=\n\s*(?:match|outcome|condition|options)\s*:)/.exec(rule)?.[1];
  if (section === undefined) throw new NotKnown('no section of events');
  return { steps: new YaralReader(tokensOf(section)).read() };
}

const COMPARED = new Set(['=', '!=', '<', '<=', '>', '>=']);

/** A condition with the event variable that it is on. */
interface Part {
  readonly variable: string;
  readonly predicate: Predicate;
}

interface Place {
  readonly variable: string;
  readonly field: string;
  readonly folded: boolean;
}

/** Words of a field's value alone, which a rule gives a name. */
const BARE = /^\$(\w+)$/;
const FIELD = /^\$(\w+)\.(?:udm\.)?(.+)$/;

class YaralReader extends TokenReader<Token> {
  read(): Interpreted['steps'] {
    const byVariable = new Map<string, Predicate[]>();
    while (this.at < this.tokens.length) {
      const part = this.or();
      if (part === undefined) continue;
      byVariable.set(part.variable, [...(byVariable.get(part.variable) ?? []), part.predicate]);
    }
    return [...byVariable.values()].map((predicates) => ({ predicate: both('and', predicates), by: [] }));
  }

  private or(): Part | undefined {
    const parts = [this.and()];
    while (this.word('or')) parts.push(this.and());
    return joined('or', parts);
  }

  private and(): Part | undefined {
    const parts = [this.not()];
    while (this.word('and')) parts.push(this.not());
    return joined('and', parts);
  }

  private not(): Part | undefined {
    if (this.word('not')) {
      const inner = this.not();
      if (inner === undefined) throw new NotKnown('a join that must not be');
      return { ...inner, predicate: { kind: 'not', child: inner.predicate } };
    }
    if (this.sign('(')) {
      const parts = [this.or()];
      while (!this.sign(')')) parts.push(this.or());
      return joined('and', parts);
    }
    if (this.word('all')) throw new NotKnown('a test of all elements of a list');
    this.word('any');
    return this.comparison();
  }

  private comparison(): Part | undefined {
    const name = this.peek()?.text.toLowerCase() ?? '';
    if (CALLED.has(name)) return this.called(name);
    const left = this.operand();
    if (this.word('in')) return this.listed(left);
    const operator = this.next();
    if (operator.kind !== 'sign' || !COMPARED.has(operator.text)) throw new NotKnown(`the operator ${operator.text}`);
    const right = this.operand();
    const nocase = this.word('nocase');
    if ([left, right].some((side) => !isPlace(side) && typeof side !== 'string' && side.kind === 'computed')) {
      if (operator.text === '=' && [left, right].some((side) => typeof side === 'string')) return undefined;
      throw new NotKnown('a condition on what a function made');
    }
    if (!isPlace(left)) {
      if (isPlace(right) && operator.text === '=')
        return typeof left === 'string' ? undefined : this.constant(right, '=', left, nocase);
      throw new NotKnown('a comparison that begins with a value');
    }
    if (isPlace(right)) {
      if (right.variable === left.variable) throw new NotKnown('two fields of an event');
      return undefined;
    }
    return typeof right === 'string' ? undefined : this.constant(left, operator.text, right, nocase);
  }

  /** `field in %list`, whose values are kept elsewhere. */
  private listed(place: Place | Token | string): Part {
    const list = this.next();
    if (!isPlace(place) || !list.text.startsWith('%')) throw new NotKnown('in of other than a field and a list');
    const nocase = this.word('nocase');
    const tests = ELSEWHERE.map((value) =>
      wildTest(place.field, [String(value)], { cased: !nocase && !place.folded, missing: false }),
    );
    return { variable: place.variable, predicate: both('or', tests) };
  }

  private constant(place: Place, operator: string, value: Token, nocase: boolean): Part {
    const { variable, field } = place;
    const cased = !nocase && !place.folded;
    const number = Number(value.text);
    const of = (): Test => {
      if (value.kind === 'regex') return regexTest(field, value.text, false, { cased, missing: false });
      if (value.kind === 'number') return numberTest(field, operator === '!=' ? '=' : operator, number, false);
      return textTest(field, value.text, cased);
    };
    if (value.kind !== 'number' && operator !== '=' && operator !== '!=') throw new NotKnown('texts compared by size');
    const test = of();
    return { variable, predicate: operator === '!=' ? { kind: 'not', child: test } : test };
  }

  /** `re.regex(field, expression)` and the like; `nocase`, and `= true` or `= false`, may follow. */
  private called(name: string): Part {
    this.next();
    this.expect('(');
    const place = this.operand();
    this.expect(',');
    const value = this.operand();
    this.expect(')');
    if (!isPlace(place) || isPlace(value) || typeof value === 'string')
      throw new NotKnown(`${name} of other than a field and a constant`);
    const cased = !(this.word('nocase') || place.folded);
    const test = calledTest(name, place.field, value.text, cased);
    const isNegated = this.sign('=') && this.next().text === 'false';
    return { variable: place.variable, predicate: isNegated ? { kind: 'not', child: test } : test };
  }

  /** A field, a constant, or the name of a value that the rule gives, as a text. */
  private operand(): Place | Token | string {
    const token = this.next();
    if (token.kind === 'sign') throw new NotKnown(`an operand that begins with ${token.text}`);
    if (token.kind !== 'word') return token;
    const lower = token.text.toLowerCase();
    if (this.sign('(')) {
      if (lower !== 'strings.to_lower' && lower !== 'strings.to_upper') return this.computed(lower);
      const inner = this.operand();
      this.expect(')');
      if (!isPlace(inner)) throw new NotKnown(`${token.text} of a constant`);
      return { ...inner, folded: true };
    }
    if (lower === 'true' || lower === 'false') return { kind: 'text', text: lower };
    const field = FIELD.exec(token.text);
    if (field !== null) {
      // Of one element of a list only a name may be given.
      if (/\[\d/.test(token.text)) return { kind: 'computed', text: token.text };
      if (field[2]?.startsWith('graph.')) throw new NotKnown('an entity');
      return { variable: field[1] as string, field: field[2] as string, folded: false };
    }
    if (BARE.test(token.text)) return token.text;
    throw new NotKnown(`the word ${token.text}`);
  }

  /** What follows a function's name, up to its end. */
  private computed(name: string): Token {
    if (!MAKING.has(name)) throw new NotKnown(`the function ${name}`);
    for (let depth = 1; depth > 0; ) {
      const { kind, text } = this.next();
      if (kind === 'sign' && text === '(') depth++;
      if (kind === 'sign' && text === ')') depth--;
    }
    return { kind: 'computed', text: name };
  }

  private expect(text: string): void {
    if (!this.sign(text)) throw new NotKnown(`no ${text} before ${this.peek()?.text}`);
  }
}

/** Functions that make a value of others. */
const MAKING = new Set(['re.capture', 're.replace', 'strings.coalesce', 'strings.concat', 'strings.base64_decode']);

function isPlace(operand: Place | Token | string): operand is Place {
  return typeof operand !== 'string' && 'variable' in operand;
}

function joined(kind: 'and' | 'or', parts: readonly (Part | undefined)[]): Part | undefined {
  const own = parts.filter((part) => part !== undefined);
  const [first] = own;
  if (first === undefined) return undefined;
  if (own.some(({ variable }) => variable !== first.variable)) throw new NotKnown('conditions on several events');
  if (kind === 'or' && own.length < parts.length) throw new NotKnown('a join among alternatives');
  return {
    variable: first.variable,
    predicate: both(
      kind,
      own.map(({ predicate }) => predicate),
    ),
  };
}

const CALLED = new Set([
  're.regex',
  'net.ip_in_range_cidr',
  'strings.contains',
  'strings.starts_with',
  'strings.ends_with',
]);

function calledTest(name: string, field: string, text: string, cased: boolean): Test {
  const how = { cased, missing: false };
  switch (name) {
    case 're.regex':
      return regexTest(field, text, false, how);
    case 'net.ip_in_range_cidr':
      return networkTest(field, text, false);
    case 'strings.contains':
      return wildTest(field, [MANY, text, MANY], how);
    case 'strings.starts_with':
      return wildTest(field, [text, MANY], how);
    default:
      return wildTest(field, [MANY, text], how);
  }
}

/** Fields whose values are constants of UDM, in capital letters. */
const ENUMERATED = new Set(['metadata.event_type', 'security_result.action', 'extensions.auth.mechanism']);

/** A whole value. What is not set is an empty text. */
function textTest(field: string, text: string, cased: boolean): Test {
  if (ENUMERATED.has(field) && !/^[A-Z][A-Z0-9_]*$/.test(text))
    throw new NotKnown(`${text} is no value of ${field}, and so the query finds nothing`);
  const test = wildTest(field, [text], { cased, missing: text === '' });
  const near: readonly Scalar[] = text === '' ? ['zq'] : test.near;
  return { ...test, near };
}
