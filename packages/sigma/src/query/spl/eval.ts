import { ANY, ONE } from '../../model/pattern.js';
import { networkTest } from '../network.js';
import { malformed, quoted, unreadable } from '../query-fault.js';
import { join, negate, type QueryNode, type QueryTest, test } from '../query-tree.js';
import { splitTokens, type Token, TokenStream } from '../tokens.js';
import { exactly, lengthTest, numberOr, partly, patternFrom } from '../values.js';
import { entryOf } from '../word-table.js';
import { COMPARISONS, MIRRORED, tokenizeEval } from './eval-tokens.js';
import { expressionTest } from './expression.js';

const PASSING = new Set(['lower', 'upper', 'tonumber', 'tostring', 'trim']);

/** One side of a comparison. */
type Operand =
  | { readonly kind: 'field'; readonly name: string; readonly folded: boolean; readonly at: number }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null; readonly at: number };

/** The field of a name, after renames. Throws where the name is computed. */
export type FieldOf = (name: string, at: number) => string;

/** Parses an eval expression that is a condition, as in `where`: `NOT` before `AND` before `OR`. */
export function readEval(query: string, from: number, to: number, fieldOf: FieldOf): QueryNode {
  const stream = new TokenStream(tokenizeEval(query, from, to), to);
  const node = readCondition(stream, fieldOf);
  const rest = stream.peek();
  if (rest !== undefined)
    throw unreadable(`the expression goes on with ${quoted(rest.source)}, which a rule cannot compute`, rest.at);
  return node;
}

/** A condition that is all of a stream. */
export function readConditionOf(stream: TokenStream, fieldOf: FieldOf): QueryNode {
  const node = readCondition(stream, fieldOf);
  if (!stream.done) throw unreadable('a rule cannot compute what stands here', stream.at);
  return node;
}

/** The constant that a range of tokens is; undefined for anything else. */
export function readConstant(
  stream: TokenStream,
  range: readonly [number, number],
): string | number | boolean | null | undefined {
  const operand = wholeOperand(stream, range, (name) => name);
  return operand.kind === 'value' ? operand.value : undefined;
}

function readCondition(stream: TokenStream, fieldOf: FieldOf): QueryNode {
  return stream.nested(() => {
    const alternatives = [readConjunction(stream, fieldOf)];
    while (takeOperator(stream, 'or')) alternatives.push(readConjunction(stream, fieldOf));
    return join('or', alternatives);
  });
}

function readConjunction(stream: TokenStream, fieldOf: FieldOf): QueryNode {
  const parts = [readPart(stream, fieldOf)];
  while (takeOperator(stream, 'and')) parts.push(readPart(stream, fieldOf));
  return join('and', parts);
}

/** Takes an operator that is a word without quotes: a field named `and` in quotes is not one. */
function takeOperator(stream: TokenStream, word: string): boolean {
  const token = stream.peek();
  return token !== undefined && !token.source.startsWith("'") && stream.takeWord(word);
}

function readPart(stream: TokenStream, fieldOf: FieldOf): QueryNode {
  if (takeOperator(stream, 'not')) return negate(stream.nested(() => readPart(stream, fieldOf)));
  if (stream.isSign('(')) {
    stream.take();
    const inner = readCondition(stream, fieldOf);
    stream.expectSign(')');
    return inner;
  }
  const predicate = readPredicate(stream, fieldOf);
  if (predicate !== undefined) return predicate;
  const left = readOperand(stream, fieldOf);
  if (left.kind === 'field' && takeOperator(stream, 'in')) {
    stream.expectSign('(');
    const values: Operand[] = [];
    while (!stream.takeSign(')')) {
      values.push(readOperand(stream, fieldOf));
      stream.takeSign(',');
    }
    return join(
      'or',
      values.map((value) => compare(left, '=', value)),
    );
  }
  const operator = stream.take();
  const right = readOperand(stream, fieldOf);
  if (takeOperator(stream, '.') || stream.isSign('+') || stream.isSign('.'))
    throw unreadable('a rule cannot compute sums or joined texts', stream.at);
  return compare(left, operator.text, right);
}

function compare(left: Operand, operator: string, right: Operand): QueryNode {
  if (left.kind === 'value') {
    if (right.kind === 'value') throw unreadable('two constants are compared', left.at);
    return compare(right, entryOf(MIRRORED, operator) ?? operator, left);
  }
  const { at, name } = left;
  const comparison = entryOf(COMPARISONS, operator);
  if (comparison !== undefined) {
    const value = right.kind === 'value' ? Number(right.value) : Number.NaN;
    if (Number.isNaN(value)) throw unreadable('a rule compares numbers with constants only', at);
    return onField(name, { op: 'compare', operator: comparison, value }, at);
  }
  // In eval a comparison with a missing field is neither true nor false, so `!=` also demands the field.
  if (operator === '!=')
    return join('and', [onField(name, { op: 'exists', value: true }, at), negate(compare(left, '=', right))]);
  if (operator !== '=' && operator !== '==') throw malformed(`an operator is expected before ${quoted(operator)}`, at);
  if (right.kind === 'field')
    return onField(name, { op: 'fieldref', field: right.name, match: 'equals', cased: !left.folded }, at);
  const { value } = right;
  if (value === null) return onField(name, { op: 'null' }, at);
  if (typeof value === 'number') return onField(name, { op: 'number', value }, at);
  if (typeof value === 'boolean') return onField(name, { op: 'boolean', value }, at);
  return onField(name, numberOr(value, exactly(value, !left.folded)), at);
}

/** A test of `_raw` is a keyword search. */
function onField(name: string, of: QueryTest, at: number): QueryNode {
  if (name !== '_raw') return test(name, of, at);
  if (of.op === 'exists') return { kind: 'constant', value: of.value };
  return test(undefined, of, at);
}

/** Parses functions that are conditions themselves. */
function readPredicate(stream: TokenStream, fieldOf: FieldOf): QueryNode | undefined {
  const name = stream.peek();
  if (name?.kind !== 'word' || name.source.startsWith("'") || !stream.isSign('(', 1)) return undefined;
  const start = stream.position;
  stream.take();
  stream.take();
  const from = stream.position;
  const to = stream.skipGroup();
  const args = () => splitTokens(stream.tokens, ',', from, to).map((range) => wholeOperand(stream, range, fieldOf));
  const { at } = name;
  switch (name.text.toLowerCase()) {
    case 'match': {
      const [of, by] = args();
      return onField(fieldIn(of, at), expressionTest(textIn(by, at)), at);
    }
    case 'like': {
      const [of, by] = args();
      const parts = textIn(by, at)
        .split(/([%_])/)
        .map((piece) => (piece === '%' ? ANY : piece === '_' ? ONE : piece));
      return onField(
        fieldIn(of, at),
        { op: 'string', pattern: patternFrom(parts), cased: of?.kind === 'field' && !of.folded },
        at,
      );
    }
    case 'cidrmatch': {
      const [network, of] = args();
      return onField(fieldIn(of, at), networkTest(textIn(network, at), at), at);
    }
    case 'isnull':
      return onField(fieldIn(args()[0], at), { op: 'null' }, at);
    case 'isnotnull':
      return onField(fieldIn(args()[0], at), { op: 'exists', value: true }, at);
    case 'in': {
      const [of, ...values] = args();
      if (of?.kind !== 'field') throw unreadable('a constant stands where a field is expected', at);
      return join(
        'or',
        values.map((value) => compare(of, '=', value)),
      );
    }
    case 'true':
    case 'false':
      return { kind: 'constant', value: name.text.toLowerCase() === 'true' };
    default: {
      const compared = readCompared(name, args, stream, fieldOf);
      if (compared === undefined) stream.moveTo(start);
      return compared;
    }
  }
}

/** A comparison of what a function has of a field; undefined for any other. */
function readCompared(
  { at, text }: Token,
  args: () => readonly Operand[],
  stream: TokenStream,
  fieldOf: FieldOf,
): QueryNode | undefined {
  switch (text.toLowerCase()) {
    case 'substr':
      return comparedPart(args(), stream, fieldOf, at);
    case 'len':
      return comparedLength(fieldIn(args()[0], at), stream, fieldOf, at);
    case 'mvfind': {
      const [of, by] = args();
      return comparedIndex(onField(fieldIn(of, at), expressionTest(textIn(by, at)), at), stream, fieldOf);
    }
    default:
      return undefined;
  }
}

/** `substr(field, -4) == ".exe"`, `substr(field, 1, 3) == "cmd"`: how a value ends, or begins. */
function comparedPart(
  [of, from, length]: readonly (Operand | undefined)[],
  stream: TokenStream,
  fieldOf: FieldOf,
  at: number,
): QueryNode {
  const name = fieldIn(of, at);
  const { text: sign } = stream.take();
  const text = textIn(readOperand(stream, fieldOf), at);
  const [start, size] = [from, length].map((operand) => (operand?.kind === 'value' ? operand.value : undefined));
  const ends = length === undefined && start === -text.length;
  const begins = (start === 0 || start === 1) && size === text.length;
  if ((!ends && !begins) || (sign !== '=' && sign !== '=='))
    throw unreadable('a rule compares the beginning or the end of a value with a text only', at);
  const cased = of?.kind === 'field' && !of.folded;
  return onField(name, partly(ends ? 'endswith' : 'startswith', text, cased), at);
}

/** `len(field) > 40`. */
function comparedLength(name: string, stream: TokenStream, fieldOf: FieldOf, at: number): QueryNode {
  const sign = stream.take().text;
  const right = readOperand(stream, fieldOf);
  const length = right.kind === 'value' && typeof right.value === 'number' ? right.value : Number.NaN;
  const found = lengthTest(sign === '=' ? '==' : sign, length);
  if (found === undefined) throw unreadable('a rule compares the length of a value with a number only', at);
  return sign === '!=' ? negate(onField(name, found, at)) : onField(name, found, at);
}

/** `mvfind(field, "expression") >= 0`: the number of a value that is found begins at 0. */
function comparedIndex(found: QueryNode, stream: TokenStream, fieldOf: FieldOf): QueryNode {
  const { at, text: sign } = stream.take();
  const right = readOperand(stream, fieldOf);
  const value = right.kind === 'value' ? right.value : undefined;
  if ((sign === '>=' && value === 0) || (sign === '>' && value === -1)) return found;
  throw unreadable('a rule asks only whether there is a value that mvfind finds', at);
}

function wholeOperand(stream: TokenStream, [from, to]: readonly [number, number], fieldOf: FieldOf): Operand {
  const inner = stream.part(from, to);
  const operand = stream.nested(() => readOperand(inner, fieldOf));
  if (!inner.done) throw unreadable('a rule cannot compute what stands here', inner.at);
  return operand;
}

function readOperand(stream: TokenStream, fieldOf: FieldOf): Operand {
  const token = stream.take();
  const { at } = token;
  if (token.kind === 'text') return { kind: 'value', value: token.text, at };
  if (token.kind === 'number') return { kind: 'value', value: Number(token.text), at };
  if (token.kind === 'sign') {
    const number = token.text === '-' ? stream.take() : undefined;
    if (number?.kind === 'number') return { kind: 'value', value: -Number(number.text), at };
    throw malformed(`${token.source} stands where a value is expected`, at);
  }
  if (!token.source.startsWith("'") && stream.isSign('(')) return readCall(token, stream, fieldOf);
  const word = token.text.toLowerCase();
  if (word === 'true' || word === 'false') return { kind: 'value', value: word === 'true', at };
  return { kind: 'field', name: fieldOf(token.text, at), folded: false, at };
}

function readCall(token: Token, stream: TokenStream, fieldOf: FieldOf): Operand {
  const { at } = token;
  const word = token.text.toLowerCase();
  stream.take();
  const from = stream.position;
  const to = stream.skipGroup();
  const args = splitTokens(stream.tokens, ',', from, to);
  if (word === 'null') return { kind: 'value', value: null, at };
  if (word === 'json_extract' && args.length === 2) {
    const place = wholeOperand(stream, args[1] as readonly [number, number], fieldOf);
    return { kind: 'field', name: textIn(place, at), folded: false, at };
  }
  const counted = word === 'mvcount' && args.length === 1 ? stream.tokens[from] : undefined;
  if (counted?.kind === 'word')
    return { kind: 'field', name: fieldOf(`mvcount(${counted.text})`, at), folded: false, at };
  if (!PASSING.has(word) || args.length !== 1) throw unreadable(`a rule cannot compute ${token.source}(…)`, at);
  const inner = wholeOperand(stream, args[0] as readonly [number, number], fieldOf);
  return inner.kind === 'field' && (word === 'lower' || word === 'upper') ? { ...inner, folded: true } : inner;
}

function fieldIn(operand: Operand | undefined, at: number): string {
  if (operand?.kind === 'field') return operand.name;
  throw unreadable('a constant stands where a field is expected', at);
}

function textIn(operand: Operand | undefined, at: number): string {
  if (operand?.kind === 'value' && operand.value !== null) return String(operand.value);
  throw unreadable('a text is expected here', at);
}
