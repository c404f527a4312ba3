import { both, NotKnown, type Predicate } from './predicate.js';
import { type SplWord, splWords } from './spl-words.js';
import { MANY, networkTest, numberTest, regexTest, thereTest, type Wild, wildTest } from './texts.js';
import { TokenReader } from './token-reader.js';

/** `where` minds the letters' case; with a missing field a comparison is neither true nor false. */
const HOW = { cased: true, missing: null } as const;

/**
 * Reads the expression of a `where`: comparisons of a field with a constant, and the functions that test one field, joined by AND, OR and NOT.
 * @throws NotKnown for what is computed, and for two fields compared
 */
export function whereOf(body: string): Predicate {
  return new WhereReader(splWords(body)).read();
}

/** A field's name; in single quotes it has other characters. */
function bare(text: string): string {
  return text.replace(/^'(.*)'$/, '$1');
}

class WhereReader extends TokenReader<SplWord> {
  read(): Predicate {
    const predicate = this.or();
    if (this.at < this.tokens.length) throw new NotKnown(`where with ${this.peek()?.text}`);
    return predicate;
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
    const first = this.next();
    if (first.kind !== 'word') throw new NotKnown(`where beginning with ${first.text}`);
    return this.sign('(') ? this.called(first.text.toLowerCase()) : this.compared(bare(first.text));
  }

  private called(name: string): Predicate {
    const args = [this.next()];
    while (this.sign(',')) args.push(this.next());
    this.expect(')');
    const [first, second] = args as [SplWord, SplWord | undefined];
    if (first.kind === 'sign') throw new NotKnown(`${name} of something computed`);
    if (name === 'cidrmatch') return networkTest(fieldOf(second), first.text, null);
    const field = fieldOf(first);
    switch (name) {
      case 'isnotnull':
      case 'isnull':
        return thereTest(field, name === 'isnotnull');
      case 'match':
        return regexTest(field, textOf(second), false, HOW);
      case 'like':
        return wildTest(field, likened(textOf(second)), HOW);
      case 'in':
        return both(
          'or',
          args.slice(1).map((value) => equals(field, value)),
        );
      default:
        throw new NotKnown(`where ${name}(…)`);
    }
  }

  private compared(field: string): Predicate {
    if (this.word('in')) {
      this.expect('(');
      const values = [this.next()];
      while (this.sign(',')) values.push(this.next());
      this.expect(')');
      return both(
        'or',
        values.map((value) => equals(field, value)),
      );
    }
    const operator = this.next();
    if (operator.kind === 'word' && operator.text.toLowerCase() === 'like')
      return wildTest(field, likened(textOf(this.next())), HOW);
    if (operator.kind !== 'sign' || !/^[=<>!]/.test(operator.text)) throw new NotKnown(`where with ${operator.text}`);
    const value = this.next();
    if (this.sign('(')) throw new NotKnown('a comparison with something computed');
    if (operator.text === '=' || operator.text === '==') return equals(field, value);
    if (operator.text === '!=') return { kind: 'not', child: equals(field, value) };
    if (value.kind === 'text') throw new NotKnown('texts in an order');
    return numberTest(field, operator.text, numberOf(value), null);
  }

  private expect(text: string): void {
    if (!this.sign(text)) throw new NotKnown(`where without ${text}`);
  }
}

function equals(field: string, value: SplWord): Predicate {
  return value.kind === 'text' ? wildTest(field, [value.text], HOW) : numberTest(field, '=', numberOf(value), null);
}

function numberOf({ text }: SplWord): number {
  if (Number.isNaN(Number(text))) throw new NotKnown('a comparison of two fields');
  return Number(text);
}

function fieldOf(word: SplWord | undefined): string {
  if (word?.kind !== 'word') throw new NotKnown('a test of something computed');
  return bare(word.text);
}

function textOf(word: SplWord | undefined): string {
  if (word?.kind !== 'text') throw new NotKnown('a test by something computed');
  return word.text;
}

/** `%` stands for any run of characters; a text with `_`, which stands for one, is not taken. */
function likened(text: string): Wild {
  if (/[_\\]/.test(text)) throw new NotKnown('a pattern with single characters');
  return text
    .split(/(%)/)
    .filter((part) => part !== '')
    .map((part) => (part === '%' ? MANY : part));
}
