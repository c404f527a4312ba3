import { coalesced, type EsqlField, esqlNullTest, esqlTest } from './esql-test.js';
import type { EsqlToken } from './esql-tokens.js';
import { interpretKuery } from './kuery.js';
import { both, NotKnown, type Predicate, type Scalar } from './predicate.js';
import { TokenReader } from './token-reader.js';

/** What a column holds: a field's value, the truth of a condition, or a count of the events that satisfy one; undefined for what is computed. */
export type EsqlColumn =
  | ({ readonly kind: 'field' } & EsqlField)
  | { readonly kind: 'flag'; readonly of: Predicate }
  | { readonly kind: 'count'; readonly where?: Predicate }
  | { readonly kind: 'time' }
  | undefined;

/** Stands for a test of the event's time or of what is counted, which says nothing of a single event. */
export const ALL: Predicate = { kind: 'constant', value: true };
const FOLDING: Readonly<Record<string, 'lower' | 'upper'>> = { to_lower: 'lower', to_upper: 'upper' };
const TRANSPARENT = new Set(['to_string', 'to_ip', 'to_long', 'to_integer', 'mv_first']);
const TESTS = new Set(['starts_with', 'ends_with', 'contains', 'cidr_match', 'match', 'mv_contains']);
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=', ':']);

/** Reads conditions of ES|QL. Written from Elastic's reference: a test of a missing field is null, and letters mind their case. */
export abstract class EsqlConditions extends TokenReader<EsqlToken> {
  /** What a column holds. @throws NotKnown where it is not there */
  protected abstract column(name: string): EsqlColumn;
  /** Told that a count is asked for. */
  protected abstract counted(column: Extract<EsqlColumn, { readonly kind: 'count' }>): void;

  protected or(): Predicate {
    const parts = [this.and()];
    while (this.keyword('or')) parts.push(this.and());
    if (parts.length > 1 && parts.includes(ALL)) throw new NotKnown('a time or a count among alternatives');
    return both('or', parts);
  }

  private and(): Predicate {
    const parts = [this.not()];
    while (this.keyword('and')) parts.push(this.not());
    const kept = parts.filter((part) => part !== ALL);
    return kept.length === 0 ? ALL : both('and', kept);
  }

  private not(): Predicate {
    if (this.keyword('not')) {
      const child = this.not();
      if (child === ALL) throw new NotKnown('a time or a count that must not be');
      return { kind: 'not', child };
    }
    if (this.sign('(')) {
      const inner = this.or();
      this.expect(')');
      return inner;
    }
    const { kind, text, quoted } = this.peek() ?? { kind: 'sign', text: '' };
    const name = text.toLowerCase();
    if (kind === 'name' && quoted !== true && this.tokens[this.at + 1]?.text === '(') {
      if (name === 'kql') return this.search();
      if (name === 'coalesce') return this.coalesce();
      if (TESTS.has(name)) return this.call(name);
    }
    return this.compared(this.operand());
  }

  private search(): Predicate {
    this.at += 2;
    const text = this.next();
    this.expect(')');
    return interpretKuery(text.text.trim()).steps[0]?.predicate ?? ALL;
  }

  private coalesce(): Predicate {
    this.at += 2;
    const condition = this.or();
    this.expect(',');
    if (this.next().text.toLowerCase() !== 'false') throw new NotKnown('COALESCE to more than false');
    this.expect(')');
    return coalesced(condition);
  }

  private call(name: string): Predicate {
    this.at += 2;
    const column = this.operand();
    const values: (Scalar | null)[] = [];
    while (this.sign(',')) values.push(this.value());
    this.expect(')');
    if (column?.kind !== 'field') throw new NotKnown(`${name} of what is computed`);
    return both(
      'or',
      values.map((value) => esqlTest(column, name === 'mv_contains' ? '==' : name, value)),
    );
  }

  private compared(column: EsqlColumn): Predicate {
    if (column?.kind === 'time') {
      this.skip((text) => ['and', 'or', ')', '|'].includes(text));
      return ALL;
    }
    if (column?.kind === 'count') {
      if (this.keyword('is')) throw new NotKnown('a count that is null');
      if (!COMPARISONS.has(this.next().text)) throw new NotKnown('a count without a comparison');
      this.value();
      this.counted(column);
      return ALL;
    }
    if (column?.kind === 'flag') return this.flag(column.of);
    if (column === undefined) throw new NotKnown('a computed column');
    return this.tested(column);
  }

  private flag(of: Predicate): Predicate {
    const sign = this.peek()?.text ?? '';
    if (!COMPARISONS.has(sign)) return of;
    this.at++;
    const value = this.value();
    if (sign !== '==' || (value !== true && value !== 1)) throw new NotKnown('a condition’s column compared otherwise');
    return of;
  }

  private tested(field: EsqlField): Predicate {
    if (this.keyword('is')) {
      const isNot = this.keyword('not');
      if (!this.keyword('null')) throw new NotKnown('IS without NULL');
      return esqlNullTest(field, !isNot);
    }
    const isNot = this.keyword('not');
    const operator = this.next().text.toLowerCase();
    const isWord = ['in', 'like', 'rlike'].includes(operator);
    if (!isWord && !COMPARISONS.has(operator)) throw new NotKnown(`the operator ${operator}`);
    const values = isWord ? this.list() : [this.value()];
    const plain = operator === 'in' || operator === '!=' ? '==' : operator;
    const test = both(
      'or',
      values.map((value) => esqlTest(field, plain, value)),
    );
    return isNot || operator === '!=' ? { kind: 'not', child: test } : test;
  }

  private list(): readonly (Scalar | null)[] {
    if (!this.sign('(')) return [this.value()];
    const values: (Scalar | null)[] = [];
    do values.push(this.value());
    while (this.sign(','));
    this.expect(')');
    return values;
  }

  /** A column with the functions around it that change its letters' case or its type. */
  protected operand(): EsqlColumn {
    const token = this.next();
    const name = token.text.toLowerCase();
    if (token.kind !== 'name') throw new NotKnown(`a condition that begins with ${token.text}`);
    if (token.quoted !== true && this.peek()?.text === '(') {
      this.at++;
      if (name === 'now' || name.startsWith('date_')) {
        this.skip((text) => text === ')');
        this.at++;
        return { kind: 'time' };
      }
      const folded = FOLDING[name];
      if (folded === undefined && !TRANSPARENT.has(name)) throw new NotKnown(`the function ${name}`);
      const inner = this.operand();
      this.expect(')');
      return inner?.kind === 'field' && folded !== undefined ? { ...inner, folded } : inner;
    }
    if (this.sign('::')) this.next();
    return name === '@timestamp' ? { kind: 'time' } : this.column(token.text);
  }

  private value(): Scalar | null {
    if (this.sign('-')) return -Number(this.next().text);
    const { kind, text } = this.next();
    if (kind === 'text') return text;
    if (kind === 'number') return Number(text);
    const word = text.toLowerCase();
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    throw new NotKnown(`a comparison with ${text}`);
  }

  protected keyword(text: string): boolean {
    const token = this.peek();
    if (token?.kind !== 'name' || token.quoted === true || token.text.toLowerCase() !== text) return false;
    this.at++;
    return true;
  }

  /** Passes over tokens outside of parentheses, until one ends them. */
  protected skip(ends: (text: string) => boolean): void {
    for (let depth = 0; this.at < this.tokens.length; this.at++) {
      const { kind, text } = this.peek() as EsqlToken;
      if (depth === 0 && kind !== 'text' && ends(text.toLowerCase())) return;
      if (kind === 'sign' && text === '(') depth++;
      if (kind === 'sign' && text === ')') depth--;
    }
  }

  protected expect(text: string): void {
    if (!this.sign(text)) throw new NotKnown(`no ${text} before ${this.peek()?.text}`);
  }
}
