import { RE2JS } from 're2js';
import { type SplToken, tokenize } from './spl-lexer.js';
import { inNetwork, numberOf, type SplEvent } from './spl-values.js';

/** A value of eval: null where a field is missing, a list where it has several values. */
export type EvalValue = string | number | boolean | null | readonly string[];

/** Works out an eval expression: NOT before AND before OR, and a comparison with a missing field is neither true nor false. */
export function evalExpression(text: string, event: SplEvent): EvalValue {
  return new EvalReader(tokenize(text, 'eval'), event).read();
}

class EvalReader {
  private at = 0;

  constructor(
    private readonly tokens: readonly SplToken[],
    private readonly event: SplEvent,
  ) {}

  read(): EvalValue {
    const result = this.readOr();
    if (this.at < this.tokens.length) throw new Error(`unexpected ${this.tokens[this.at]?.text}`);
    return result;
  }

  private readOr(): EvalValue {
    let result = this.readAnd();
    while (this.skip('word', 'OR')) {
      const right = this.readAnd();
      result = result === true || right === true ? true : result === null || right === null ? null : false;
    }
    return result;
  }

  private readAnd(): EvalValue {
    let result = this.readNot();
    while (this.skip('word', 'AND')) {
      const right = this.readNot();
      result = result === false || right === false ? false : result === null || right === null ? null : true;
    }
    return result;
  }

  private readNot(): EvalValue {
    if (!this.skip('word', 'NOT')) return this.readComparison();
    const operand = this.readNot();
    return operand === null ? null : operand !== true;
  }

  private readComparison(): EvalValue {
    const left = this.readSum();
    const token = this.tokens[this.at];
    if (token?.kind !== 'operator') return left;
    this.at++;
    const right = this.readSum();
    if (left === null || right === null) return null;
    const lefts = Array.isArray(left) ? left : [left];
    const rights = Array.isArray(right) ? right : [right];
    return lefts.some((one) => rights.some((other) => compare(one, token.text, other)));
  }

  private readSum(): EvalValue {
    let result = this.readOperand();
    for (;;) {
      if (this.skip('word', '.')) {
        const right = this.readOperand();
        result = result === null || right === null ? null : String(result) + String(right);
        continue;
      }
      const sign = this.skip('operator', '-') ? -1 : this.skip('operator', '+') ? 1 : 0;
      if (sign === 0) return result;
      const right = this.readOperand();
      result = result === null || right === null ? null : Number(result) + sign * Number(right);
    }
  }

  private readOperand(): EvalValue {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error('the expression ends too early');
    if (token.kind === 'open') {
      const inner = this.readOr();
      this.at++;
      return inner;
    }
    if (token.kind === 'operator' && token.text === '-') return -Number(this.readOperand());
    if (token.kind === 'string') return token.text;
    if (token.kind === 'field') return this.field(token.text);
    if (this.skip('open', '(')) return this.call(token.text);
    return numberOf(token.text) ?? this.field(token.text);
  }

  private call(name: string): EvalValue {
    const values: EvalValue[] = [];
    while (!this.skip('close', ')')) {
      values.push(this.readOr());
      this.skip('comma', ',');
    }
    return callFunction(name, values);
  }

  private field(name: string): EvalValue {
    const values = this.event.get(name);
    if (values === undefined) return null;
    return values.length === 1 ? (values[0] as string) : values;
  }

  private skip(kind: SplToken['kind'], text: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== kind || token.text !== text) return false;
    this.at++;
    return true;
  }
}

function callFunction(name: string, values: readonly EvalValue[]): EvalValue {
  const [first = null, second = null, third = null] = values;
  if (name === 'isnull') return first === null;
  if (name === 'isnotnull') return first !== null;
  if (name === 'null') return null;
  if (name === 'if') return first === true ? second : third;
  if (name === 'coalesce') return values.find((value) => value !== null) ?? null;
  if (values.some((value) => value === null)) return null;
  switch (name) {
    case 'match':
      return texts(first).some((text) => RE2JS.compile(String(second)).matcher(text).find());
    case 'lower':
      return String(first).toLowerCase();
    case 'len':
      return [...String(first)].length;
    case 'tonumber':
      return numberOf(String(first)) ?? null;
    case 'cidrmatch':
      return texts(second).some((text) => inNetwork(String(first), text));
    case 'substr': {
      const characters = [...String(first)];
      const start = Number(second);
      // The first character is 1; a start before it counts from the end.
      const from = start < 0 ? Math.max(0, characters.length + start) : Math.max(0, start - 1);
      return characters.slice(from, third === null ? undefined : from + Number(third)).join('');
    }
    case 'split':
      return String(first).split(String(second));
    case 'mvcount':
      return texts(first).length;
    default:
      throw new Error(`the interpreter does not know ${name}()`);
  }
}

function texts(value: EvalValue): readonly string[] {
  return Array.isArray(value) ? value : [String(value)];
}

function compare(left: string | number | boolean, operator: string, right: string | number | boolean): boolean {
  const numbers = [numberOf(String(left)), numberOf(String(right))] as const;
  const numeric = typeof left === 'number' || typeof right === 'number';
  if (numeric && (numbers[0] === undefined || numbers[1] === undefined)) return false;
  const [one, other] = numeric ? [numbers[0] as number, numbers[1] as number] : [String(left), String(right)];
  switch (operator) {
    case '=':
    case '==':
      return one === other;
    case '!=':
      return one !== other;
    case '>':
      return one > other;
    case '>=':
      return one >= other;
    case '<':
      return one < other;
    default:
      return one <= other;
  }
}
