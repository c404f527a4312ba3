import { both, NotKnown, type Predicate, type Scalar, type Test } from './predicate.js';
import type { Interpreted, Step } from './steps.js';
import { lengthTest, MANY, networkTest, numberTest, regexTest, thereTest, wild, wildTest } from './texts.js';
import { TokenReader } from './token-reader.js';

type Token = { readonly kind: 'word' | 'text' | 'number' | 'sign'; readonly text: string };

const TOKEN =
  /\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*|"""([\s\S]*?)"""|"((?:[^"\\]|\\.)*)"|`([^`]*)`|(\d+(?:\.\d+)?)(?![\w.])|(\d+[smhd])|([?]?[A-Za-z_@][\w.@-]*~?)|(==|!=|<=|>=|[<>:=()[\],!-]|\|)/gy;

function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < query.length; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(query);
    if (found === null) throw new NotKnown(`no token at ${query.slice(at, at + 20)}`);
    const [, triple, text, quoted, number, span, word, sign] = found;
    if (triple !== undefined) tokens.push({ kind: 'text', text: triple });
    else if (text !== undefined) tokens.push({ kind: 'text', text: unescaped(text) });
    else if (quoted !== undefined) tokens.push({ kind: 'word', text: quoted });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (span !== undefined || word !== undefined) tokens.push({ kind: 'word', text: span ?? (word as string) });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
  return text.replace(/\\(.)/g, (_, character: string) => named[character] ?? character);
}

/**
 * Reads an EQL query: an event query, a sequence or a sample. Written from Elastic's syntax pages and not from the reader of queries: `:` ignores
 * the letters' case, `==` does not, wildcards are those of `:` and `like`, and a comparison with a missing field is neither true nor false.
 * @throws NotKnown for pipes, functions and parts of sequences beyond these.
 */
export function interpretEql(query: string): Interpreted {
  const reader = new EqlReader(tokensOf(query));
  return reader.read();
}

class EqlReader extends TokenReader<Token> {
  read(): Interpreted {
    if (this.word('sequence')) return { steps: this.steps(), ordered: true };
    if (this.word('sample')) return { steps: this.steps(), ordered: false };
    const predicate = this.event();
    this.end();
    return { steps: [{ predicate, by: [] }] };
  }

  private steps(): readonly Step[] {
    const shared = this.by();
    if (this.word('with')) {
      this.expect('maxspan');
      this.expect('=');
      this.next();
    }
    const steps: Step[] = [];
    while (this.sign('[')) {
      const predicate = this.event();
      this.expect(']');
      const by = [...shared, ...this.by()];
      for (let runs = this.runs(); runs > 0; runs--) steps.push({ predicate, by });
    }
    this.end();
    return steps;
  }

  /** How often an event must come in turn. */
  private runs(): number {
    if (!this.word('with')) return 1;
    this.expect('runs');
    this.expect('=');
    return Number(this.next().text);
  }

  private by(): readonly string[] {
    if (!this.word('by')) return [];
    const fields: string[] = [];
    do fields.push(this.next().text.replace('?', ''));
    while (this.sign(','));
    return fields;
  }

  private event(): Predicate {
    const category = this.next();
    this.expect('where');
    const condition = this.or();
    if (category.text === 'any') return condition;
    return both('and', [
      wildTest('event.category', [category.text], { cased: true, missing: null }),
      ...(condition.kind === 'and' ? condition.children : [condition]),
    ]);
  }

  private or(): Predicate {
    const parts = [this.and()];
    while (this.word('or')) parts.push(this.and());
    return both('or', parts);
  }

  private and(): Predicate {
    const parts = [this.not()];
    while (this.word('and')) parts.push(this.not());
    return both('and', parts);
  }

  private not(): Predicate {
    if (this.word('not')) return { kind: 'not', child: this.not() };
    if (this.sign('(')) {
      const inner = this.or();
      this.expect(')');
      return inner;
    }
    return this.comparison();
  }

  private comparison(): Predicate {
    const left = this.next();
    if (left.kind !== 'word') throw new NotKnown(`a comparison that begins with ${left.text}`);
    if (left.text === 'true' || left.text === 'false') return { kind: 'constant', value: left.text === 'true' };
    if (this.peek()?.text === '(' && this.peek()?.kind === 'sign') return this.call(left.text);
    const field = left.text.replace('?', '');
    const operator = this.next();
    const name = operator.text.toLowerCase();
    if (operator.kind === 'word' && name === 'not') {
      return { kind: 'not', child: this.list(field, this.next().text.toLowerCase()) };
    }
    if (operator.kind === 'word') return this.list(field, name);
    switch (name) {
      case ':':
        return this.list(field, ':');
      case '==':
        return equal(field, this.value());
      case '!=':
        return { kind: 'not', child: equal(field, this.value()) };
      default:
        return numberTest(field, name, Number(this.value()), null);
    }
  }

  /** `field in ("a", "b")`, `field : ("a*", "b")`, `field like~ "a*"`: one value is enough. */
  private list(field: string, operator: string): Predicate {
    const values: (Scalar | null)[] = [];
    if (this.sign('(')) {
      do values.push(this.value());
      while (this.sign(','));
      this.expect(')');
    } else values.push(this.value());
    return both(
      'or',
      values.map((value) => oneOf(field, operator, value)),
    );
  }

  private call(name: string): Predicate {
    this.expect('(');
    const field = this.next().text.replace('?', '');
    if (name === 'length') {
      this.expect(')');
      return lengthTest(field, this.next().text, Number(this.value()));
    }
    const values: Scalar[] = [];
    while (this.sign(',')) values.push(this.value() ?? '');
    this.expect(')');
    const cased = !name.endsWith('~');
    const plain = cased ? name : name.slice(0, -1);
    return both(
      'or',
      values.map((value) => callTest(plain, field, String(value), cased)),
    );
  }

  private value(): Scalar | null {
    if (this.sign('-')) return -Number(this.next().text);
    const token = this.next();
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'text') return token.text;
    if (token.text === 'null') return null;
    if (token.text === 'true' || token.text === 'false') return token.text === 'true';
    throw new NotKnown(`a comparison with ${token.text}`);
  }

  private expect(text: string): void {
    if (this.next().text !== text) throw new NotKnown(`no ${text} where one must be`);
  }

  private end(): void {
    if (this.at < this.tokens.length) throw new NotKnown(`what follows from ${this.peek()?.text}`);
  }
}

function equal(field: string, value: Scalar | null): Test {
  if (value === null) return thereTest(field, false);
  if (typeof value === 'number') return numberTest(field, '=', value, null);
  return wildTest(field, [String(value)], { cased: true, missing: null });
}

function oneOf(field: string, operator: string, value: Scalar | null): Test {
  const text = String(value);
  const cased = operator !== ':' && !operator.endsWith('~');
  switch (operator) {
    case 'in':
    case 'in~':
      return typeof value === 'number' || value === null
        ? equal(field, value)
        : wildTest(field, [text], { cased, missing: null });
    case ':':
      if (typeof value === 'number') return equal(field, value);
      if (/^[\d.]+\/\d+$|^[0-9a-f:]+\/\d+$/i.test(text)) return networkTest(field, text, null);
      return wildTest(field, wild(text), { cased, missing: null });
    case 'like':
    case 'like~':
      return wildTest(field, wild(text), { cased, missing: null });
    case 'regex':
    case 'regex~':
      return regexTest(field, text, true, { cased, missing: null });
    default:
      throw new NotKnown(`the operator ${operator}`);
  }
}

function callTest(name: string, field: string, text: string, cased: boolean): Test {
  const how = { cased, missing: null };
  switch (name.toLowerCase()) {
    case 'startswith':
      return wildTest(field, [text, MANY], how);
    case 'endswith':
      return wildTest(field, [MANY, text], how);
    case 'stringcontains':
      return wildTest(field, [MANY, text, MANY], how);
    case 'wildcard':
      return wildTest(field, wild(text), how);
    case 'cidrmatch':
      return networkTest(field, text, null);
    default:
      throw new NotKnown(`the function ${name}`);
  }
}
