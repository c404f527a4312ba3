import { spanSeconds } from '../grouped.js';
import { malformed, unreadable } from '../query-fault.js';
import type { QueryNode } from '../query-tree.js';
import type { TokenStream } from '../tokens.js';

/** Functions after which letter case is no longer told apart. */
const FOLDING = new Set(['to_lower', 'to_upper']);
/** Functions that do not change their argument for a comparison. */
const TRANSPARENT = new Set(['to_string', 'to_ip', 'to_long', 'to_integer', 'trim']);

/** A constant of the query. */
export type Literal = string | number | boolean | null;
/** One side of a comparison. */
export type Operand =
  | { readonly kind: 'field'; readonly name: string; readonly folded: boolean; readonly at: number }
  | { readonly kind: 'value'; readonly value: Literal; readonly at: number }
  | { readonly kind: 'time'; readonly at: number; readonly back?: number; readonly isAge?: boolean };

/** What reading a condition needs and adds to. */
export interface ConditionContext {
  /** The field of a column. Throws where it cannot be tested. */
  field(name: string, at: number): string;
  /** The condition that a column holds the truth of. */
  flag(name: string, at: number): QueryNode | undefined;
  /** Whether a column holds a field's value in changed letter case. */
  isFolded(name: string): boolean;
  /** Whether a column holds how long ago a group's last event was. */
  isAge(name: string): boolean;
  /** Told of a test of the event's time, and how far back in seconds it looks if it says so. Throws where such a test is no setting of the search. */
  timeRange(back: number | undefined, at: number): void;
}

/** Reads one side of a comparison: a column, a constant or a time, with the functions around it that change nothing. */
export function readOperand(stream: TokenStream, context: ConditionContext): Operand {
  const operand = readSingle(stream, context);
  if (stream.takeSign('::')) stream.take();
  const sign = ['+', '-', '*', '/', '%'].find((each) => stream.isSign(each));
  if (sign === undefined) return operand;
  if (operand.kind !== 'time') throw unreadable('a rule cannot compute sums', stream.at);
  stream.take();
  const number = stream.take();
  const unit = stream.peek()?.kind === 'word' ? stream.take().text : '';
  const back = spanSeconds(`${number.text} ${unit}`);
  return { kind: 'time', at: operand.at, ...(back === undefined || sign !== '-' ? {} : { back }) };
}

function readSingle(stream: TokenStream, context: ConditionContext): Operand {
  const token = stream.take();
  const { at } = token;
  if (token.kind === 'text') return { kind: 'value', value: token.text, at };
  if (token.kind === 'number') return { kind: 'value', value: Number(token.text), at };
  if (token.kind === 'sign') {
    const number = token.text === '-' ? stream.take() : undefined;
    if (number?.kind === 'number') return { kind: 'value', value: -Number(number.text), at };
    throw malformed(`${token.source} stands where a value is expected`, at);
  }
  if (stream.isSign('(')) return readCall(token.text, at, stream, context);
  const word = token.text.toLowerCase();
  if (word === 'true' || word === 'false') return { kind: 'value', value: word === 'true', at };
  if (word === 'null') return { kind: 'value', value: null, at };
  if (word === '@timestamp') return { kind: 'time', at };
  if (context.isAge(token.text)) return { kind: 'time', at, isAge: true };
  return { kind: 'field', name: context.field(token.text, at), folded: context.isFolded(token.text), at };
}

function readCall(name: string, at: number, stream: TokenStream, context: ConditionContext): Operand {
  stream.take();
  const from = stream.position;
  const to = stream.skipGroup();
  const called = name.toLowerCase();
  if (called === 'now') return { kind: 'time', at };
  if (!FOLDING.has(called) && !TRANSPARENT.has(called)) throw unreadable(`a rule cannot compute ${name}(…)`, at);
  const inner = stream.part(from, to);
  const operand = stream.nested(() => readOperand(inner, context));
  if (!inner.done) throw unreadable('a rule cannot compute what stands here', inner.at);
  return operand.kind === 'field' && FOLDING.has(called) ? { ...operand, folded: true } : operand;
}

/** Reads `(constant, constant)` or one constant. */
export function readList(stream: TokenStream, context: ConditionContext): readonly Literal[] {
  const literal = (): Literal => {
    const operand = readOperand(stream, context);
    if (operand.kind !== 'value') throw unreadable('a rule compares a field with constants', operand.at);
    return operand.value;
  };
  if (!stream.takeSign('(')) return [literal()];
  const values: Literal[] = [];
  while (!stream.takeSign(')')) {
    values.push(literal());
    if (!stream.takeSign(',') && !stream.isSign(')')) throw malformed('"," or ")" is expected in the list', stream.at);
  }
  return values;
}

/** The field of an operand. @throws QueryFault for a constant */
export function fieldOf(operand: Operand): string {
  if (operand.kind === 'field') return operand.name;
  throw unreadable('a constant stands where a field is expected', operand.at);
}
