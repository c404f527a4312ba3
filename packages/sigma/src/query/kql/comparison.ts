import { malformed, unreadable } from '../query-fault.js';
import { join, negate, type QueryNode, test } from '../query-tree.js';
import { readPatternOfRegex } from '../regex-pattern.js';
import type { TokenStream } from '../tokens.js';
import { exactly, inList, partly } from '../values.js';
import { readBounds, readList } from './lists.js';
import { isFolded, literalOf, placeTest, TIME_FIELD, textOf } from './place-test.js';
import { type Names, readScalar, type Scalar } from './scalar.js';

const COMPARISONS: Readonly<Record<string, 'gt' | 'gte' | 'lt' | 'lte'>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};
const MIRRORED: Readonly<Record<string, string>> = {
  '>': '<',
  '>=': '<=',
  '<': '>',
  '<=': '>=',
  '==': '==',
  '!=': '!=',
  '=~': '=~',
};
/** Operators that are words; `!` before them negates. */
const WORDS = new Set([
  'has',
  'has_cs',
  'hasprefix',
  'hasprefix_cs',
  'hassuffix',
  'hassuffix_cs',
  'contains',
  'contains_cs',
  'startswith',
  'startswith_cs',
  'endswith',
  'endswith_cs',
  'matches',
  'in',
  'has_any',
  'has_all',
  'between',
  'containscs',
  'like',
]);

/** Reads what follows a scalar: an operator and its right side. `flag` is the condition whose result the scalar is, if it is one. */
export function readComparison(stream: TokenStream, left: Scalar, names: Names, flag?: QueryNode): QueryNode {
  const token = stream.peek();
  const at = left.at;
  let operator = token?.text ?? '';
  let negated = false;
  if (token?.kind === 'sign' && operator === '!' && stream.peek(1)?.kind === 'word') {
    stream.take();
    operator = stream.peek()?.text ?? '';
    negated = true;
  }
  const word = operator.toLowerCase();
  if (!isOperator(stream, operator)) return readUncompared(stream, left, negated ? undefined : flag);
  stream.take();
  const node =
    stream.tokens[stream.position - 1]?.kind === 'sign'
      ? readSignComparison(stream, left, operator, names, flag)
      : readWordComparison(stream, left, word, names, at);
  return negated ? negate(node) : node;
}

function isOperator(stream: TokenStream, operator: string): boolean {
  return stream.peek()?.kind === 'sign'
    ? Object.hasOwn(MIRRORED, operator) || operator === '!~' || operator === '<>'
    : WORDS.has(operator.toLowerCase());
}

/** The condition that a scalar without an operator behind it is. */
function readUncompared(stream: TokenStream, left: Scalar, flag: QueryNode | undefined): QueryNode {
  if (flag !== undefined) return flag;
  if (left.kind === 'literal' && typeof left.value === 'boolean') return { kind: 'constant', value: left.value };
  if (left.kind === 'call') throw unreadable(`a rule cannot compute ${left.name}(…)`, left.at);
  const found = stream.peek();
  throw malformed(
    `an operator is expected${found === undefined ? ' before the end' : ` before ${found.source}`}`,
    stream.at,
  );
}

function readSignComparison(
  stream: TokenStream,
  left: Scalar,
  operator: string,
  names: Names,
  flag?: QueryNode,
): QueryNode {
  const right = readScalar(stream, names);
  if (flag !== undefined && right.kind === 'literal') {
    // A count of matching elements, in the form that our converter writes.
    if (operator === '>' && right.value === 0) return flag;
    if (operator === '==' && right.value === 0) return negate(flag);
    if (operator === '==' && typeof right.value === 'boolean') return right.value ? flag : negate(flag);
  }
  if (left.kind === 'time' || right.kind === 'time') return test(TIME_FIELD, { op: 'exists', value: true }, left.at);
  if (left.kind === 'literal') {
    const mirrored = MIRRORED[operator];
    if (mirrored === undefined || right.kind === 'literal') throw unreadable('two constants are compared', left.at);
    return compare(right, mirrored, left);
  }
  return compare(left, operator, right);
}

function compare(left: Scalar, operator: string, right: Scalar): QueryNode {
  const { at } = left;
  if (operator === '!=' || operator === '<>') return negate(compare(left, '==', right));
  if (operator === '!~') return negate(compare(left, '=~', right));
  if (right.kind === 'place') {
    if (operator !== '==' && operator !== '=~') throw unreadable('a rule compares two fields by equality only', at);
    return placeTest(
      withElementsOf(left, right),
      { op: 'fieldref', field: right.place, match: 'equals', cased: operator === '==' && !isFolded(left) },
      at,
    );
  }
  if (right.kind === 'elsewhere')
    return placeTest(left, inList(right.name, operator === '==' && !isFolded(left) ? ['cased'] : []), at);
  const value = literalOf(right);
  const comparison = COMPARISONS[operator];
  if (comparison !== undefined) {
    const number = numberOfLiteral(value);
    if (number === undefined) throw unreadable(`a rule compares numbers by ${operator}, not texts`, at);
    return placeTest(left, { op: 'compare', operator: comparison, value: number }, at);
  }
  if (value === null || value === '') return placeTest(left, { op: 'null' }, at);
  if (typeof value === 'number') return placeTest(left, { op: 'number', value }, at);
  if (typeof value === 'boolean') return placeTest(left, { op: 'boolean', value }, at);
  return placeTest(left, exactly(value, operator === '==' && !isFolded(left)), at);
}

/** A place in the elements that either side of a comparison is in. */
function withElementsOf(left: Scalar, { elements = [] }: Extract<Scalar, { kind: 'place' }>): Scalar {
  return left.kind === 'place' && elements.length > 0
    ? { ...left, elements: [...(left.elements ?? []), ...elements] }
    : left;
}

function numberOfLiteral(value: ReturnType<typeof literalOf>): number | undefined {
  const number = typeof value === 'string' ? Number(value === '' ? Number.NaN : value) : value;
  return typeof number !== 'number' || Number.isNaN(number) ? undefined : number;
}

function readWordComparison(stream: TokenStream, left: Scalar, word: string, names: Names, at: number): QueryNode {
  switch (word) {
    case 'in': {
      const folded = stream.takeSign('~');
      return join(
        'or',
        readList(stream, names).map((item) => compare(left, folded ? '=~' : '==', item)),
      );
    }
    case 'has_any':
    case 'has_all': {
      const tests = readList(stream, names).map((item) =>
        item.kind === 'elsewhere' && word === 'has_any'
          ? placeTest(left, inList(item.name, ['contains']), at)
          : textTest(left, 'has', textOf(item), at),
      );
      return join(word === 'has_any' ? 'or' : 'and', tests);
    }
    case 'between': {
      const [low, high] = readBounds(stream, names);
      if (low?.kind === 'time' || high?.kind === 'time') return test(TIME_FIELD, { op: 'exists', value: true }, at);
      return join('and', [compare(left, '>=', low as Scalar), compare(left, '<=', high as Scalar)]);
    }
    case 'matches': {
      if (!stream.takeWord('regex')) throw malformed('"regex" is expected behind "matches"', stream.at);
      const value = readScalar(stream, names);
      const { source, flags } = splitFlags(textOf(value));
      return placeTest(left, readPatternOfRegex(source, flags) ?? { op: 'regex', source, flags }, at);
    }
    case 'like':
      throw unreadable('the operator like is not read; write contains, startswith or matches regex', at);
    default:
      return textComparison(left, word, readScalar(stream, names), at);
  }
}

function textComparison(left: Scalar, word: string, value: Scalar, at: number): QueryNode {
  if (value.kind !== 'place') return textTest(left, word, textOf(value), at);
  const match = word.endsWith('_cs') ? withoutCase(word) : word;
  if (match !== 'contains' && match !== 'startswith' && match !== 'endswith')
    throw unreadable(`a rule cannot compare two fields by ${word}`, at);
  return placeTest(
    withElementsOf(left, value),
    { op: 'fieldref', field: value.place, match, cased: word.endsWith('_cs') },
    at,
  );
}

function textTest(left: Scalar, word: string, text: string, at: number): QueryNode {
  const cased = word.endsWith('_cs') || word === 'containscs';
  const kind = withoutCase(word);
  if (text === '') return { kind: 'constant', value: true };
  switch (kind) {
    case 'contains':
    case 'startswith':
    case 'endswith':
      return placeTest(left, partly(kind, text, cased && !isFolded(left)), at);
    default:
      return placeTest(
        left,
        { op: 'term', literal: text, start: kind !== 'hassuffix', end: kind !== 'hasprefix', cased },
        at,
      );
  }
}

/** The operator without its ending for case: `has_cs`, `containscs`. */
function withoutCase(word: string): string {
  if (word.endsWith('_cs')) return word.slice(0, -3);
  return word.endsWith('cs') ? word.slice(0, -2) : word;
}

/** Splits `(?is)…` into an expression and its flags; other flags stay in the expression. */
function splitFlags(text: string): { readonly source: string; readonly flags: string } {
  const close = text.startsWith('(?') ? text.indexOf(')') : -1;
  const flags = [...text.slice(2, Math.max(close, 2))];
  if (flags.length < 1 || flags.length > 3 || flags.some((flag) => !'ims'.includes(flag)))
    return { source: text, flags: '' };
  return { source: text.slice(close + 1), flags: flags.sort().join('') };
}
