import { networkTest } from '../network.js';
import { malformed, unreadable } from '../query-fault.js';
import { join, negate, type QueryNode, type QueryTest, test } from '../query-tree.js';
import { readPatternOfRegex } from '../regex-pattern.js';
import { splitTokens, type TokenStream } from '../tokens.js';
import { exactly, partly } from '../values.js';
import { type Names, readScalar, type Scalar, wholeScalar } from './scalar.js';

/** Marks a test of the event's time: a setting of the search, not a part of a rule. */
export const TIME_FIELD = '\0time';

/** Names that a condition may use in addition to scalars: columns that hold the result of a condition. */
export interface ConditionNames extends Names {
  condition(name: string): QueryNode | undefined;
}

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
/** Functions that ask whether there is a value. */
const PRESENCE: Readonly<Record<string, QueryTest>> = {
  isempty: { op: 'null' },
  isnull: { op: 'null' },
  isnotempty: { op: 'exists', value: true },
  isnotnull: { op: 'exists', value: true },
  notempty: { op: 'exists', value: true },
  notnull: { op: 'exists', value: true },
};
/** Functions that ask whether an address is in one of the networks that follow it. */
const IN_NETWORKS = new Set([
  'ipv4_is_in_range',
  'ipv6_is_in_range',
  'ipv4_is_in_any_range',
  'ipv6_is_in_any_range',
  'ipv4_is_match',
  'ipv6_is_match',
]);
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
const TIME_PARTS: Readonly<Record<string, 'hour' | 'day' | 'week' | 'month' | 'year'>> = {
  hourofday: 'hour',
  dayofmonth: 'day',
  week_of_year: 'week',
  monthofyear: 'month',
  getyear: 'year',
  getmonth: 'month',
};

/** Parses a condition: `or` over `and` over tests. */
export function readCondition(stream: TokenStream, names: ConditionNames): QueryNode {
  return stream.nested(() => {
    const parts = [readConjunction(stream, names)];
    while (stream.takeWord('or')) parts.push(readConjunction(stream, names));
    return join('or', parts);
  });
}

function readConjunction(stream: TokenStream, names: ConditionNames): QueryNode {
  const parts = [readPart(stream, names)];
  while (stream.takeWord('and')) parts.push(readPart(stream, names));
  return join('and', parts);
}

function readPart(stream: TokenStream, names: ConditionNames): QueryNode {
  if (stream.isWord('not') && stream.isSign('(', 1)) {
    stream.take();
    return negate(readGroup(stream, names));
  }
  if (stream.isSign('(') && !isScalarGroup(stream)) return readGroup(stream, names);
  if (stream.isSign('*')) {
    const { at } = stream.take();
    return readComparison(stream, { kind: 'place', place: '*', folded: false, at }, names);
  }
  const [word, next] = [stream.peek(), stream.peek(1)];
  if (word?.kind === 'word' && next?.kind === 'sign' && next.text === '(') {
    const predicate = readPredicate(stream, names);
    if (predicate !== undefined) return predicate;
  }
  const left = readScalar(stream, names);
  return readComparison(stream, left, names, word?.kind === 'word' ? names.condition(word.text) : undefined);
}

function readGroup(stream: TokenStream, names: ConditionNames): QueryNode {
  stream.expectSign('(');
  const inner = readCondition(stream, names);
  stream.expectSign(')');
  return inner;
}

/** Whether a parenthesis contains a value that is then compared, as in `(a) == "x"`. */
function isScalarGroup(stream: TokenStream): boolean {
  const next = stream.peek(2);
  return stream.peek(1)?.kind === 'word' && next?.kind === 'sign' && next.text === ')';
}

/** Parses functions that are tests themselves. */
function readPredicate(stream: TokenStream, names: ConditionNames): QueryNode | undefined {
  const start = stream.position;
  const name = stream.take();
  stream.expectSign('(');
  const from = stream.position;
  const to = stream.skipGroup();
  const args = () => splitTokens(stream.tokens, ',', from, to).map((range) => wholeScalar(stream, range, names));
  const at = name.at;
  const called = name.text.toLowerCase();
  const presence = Object.hasOwn(PRESENCE, called) ? PRESENCE[called] : undefined;
  if (presence !== undefined) return placeTest(args()[0], presence, at);
  if (IN_NETWORKS.has(called)) return inNetworks(args(), at);
  if (called === 'not') return undefined;
  if (called === 'ipv4_is_private') {
    const [place] = args();
    return join(
      'or',
      PRIVATE.map((network) => placeTest(place, networkTest(network, at), at)),
    );
  }
  const condition = called === 'coalesce' ? coalescedCondition(stream, [from, to], names) : undefined;
  if (condition !== undefined) return condition;
  const part = TIME_PARTS[called] ?? (called === 'datetime_part' ? 'part' : undefined);
  if (part !== undefined) return readTimePart(stream, part, args(), at, names);
  stream.moveTo(start);
  return undefined;
}

function inNetworks([place, ...ranges]: readonly Scalar[], at: number): QueryNode {
  const networks = ranges.flatMap((range) => (range.kind === 'list' ? range.items : [range]));
  return join(
    'or',
    networks.map((network) => placeTest(place, networkTest(String(literalOf(network)), network.at), at)),
  );
}

/** The condition of `coalesce(condition, false)`; undefined for a `coalesce` of values. */
function coalescedCondition(
  stream: TokenStream,
  [from, to]: readonly [number, number],
  names: ConditionNames,
): QueryNode | undefined {
  const [first, second] = splitTokens(stream.tokens, ',', from, to);
  const constant = second === undefined ? undefined : stream.tokens[second[0]]?.text;
  if (first === undefined || constant !== 'false') return undefined;
  return stream.nested(() => wholeCondition(stream, first, names));
}

/** Parses a range of tokens as one condition and nothing else. */
export function wholeCondition(
  stream: TokenStream,
  [from, to]: readonly [number, number],
  names: ConditionNames,
): QueryNode {
  const inner = stream.part(from, to);
  const node = readCondition(inner, names);
  const rest = inner.peek();
  if (rest !== undefined) throw malformed(`the condition ends before ${rest.source}`, rest.at);
  return node;
}

/** `hourofday(T) == 3`, `in (…)`, `between (a .. b)`. */
function readTimePart(
  stream: TokenStream,
  named: 'hour' | 'day' | 'week' | 'month' | 'year' | 'part',
  args: readonly Scalar[],
  at: number,
  names: ConditionNames,
): QueryNode {
  const [first, second] = args;
  const part = named === 'part' ? String(first === undefined ? '' : literalOf(first)).toLowerCase() : named;
  const place = named === 'part' ? second : first;
  if (!['minute', 'hour', 'day', 'week', 'month', 'year'].includes(part))
    throw unreadable(`a rule has no test of the ${part} of a time`, at);
  const equals = (value: number) =>
    placeTest(place, { op: 'time', part: part as 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year', value }, at);
  if (stream.takeSign('==')) return equals(numberIn(readScalar(stream, names)));
  if (stream.takeWord('in'))
    return join(
      'or',
      readList(stream, names).map((item) => equals(numberIn(item))),
    );
  if (stream.takeWord('between')) {
    const [low, high] = readBounds(stream, names).map(numberIn) as [number, number];
    if (high - low > 400) throw unreadable('the range of time parts is too wide', at);
    return join(
      'or',
      Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => equals(low + index)),
    );
  }
  throw unreadable('a part of a time can be compared with ==, in and between only', stream.at);
}

function readComparison(stream: TokenStream, left: Scalar, names: ConditionNames, flag?: QueryNode): QueryNode {
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
  names: ConditionNames,
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
      left,
      { op: 'fieldref', field: right.place, match: 'equals', cased: operator === '==' && !isFolded(left) },
      at,
    );
  }
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

function numberOfLiteral(value: ReturnType<typeof literalOf>): number | undefined {
  const number = typeof value === 'string' ? Number(value === '' ? Number.NaN : value) : value;
  return typeof number !== 'number' || Number.isNaN(number) ? undefined : number;
}

function readWordComparison(
  stream: TokenStream,
  left: Scalar,
  word: string,
  names: ConditionNames,
  at: number,
): QueryNode {
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
      const tests = readList(stream, names).map((item) => textTest(left, 'has', textOf(item), at));
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
  const match = word.replace(/_cs$/, '');
  if (match !== 'contains' && match !== 'startswith' && match !== 'endswith')
    throw unreadable(`a rule cannot compare two fields by ${word}`, at);
  return placeTest(left, { op: 'fieldref', field: value.place, match, cased: word.endsWith('_cs') }, at);
}

function textTest(left: Scalar, word: string, text: string, at: number): QueryNode {
  const cased = word.endsWith('_cs') || word === 'containscs';
  const kind = word.replace(/_?cs$/, '');
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

function placeTest(left: Scalar | undefined, of: QueryTest, at: number): QueryNode {
  if (left?.kind === 'place') return test(left.place === '*' ? undefined : left.place, of, at);
  // A computed value counts as the field whose map entry has the same expression. Without such an entry the field is unknown, and reading
  // fails there.
  if (left?.kind === 'call' && left.text !== '') return test(`=${left.text}`, of, at);
  if (left?.kind === 'call') throw unreadable(`a rule cannot compute ${left.name}(…)`, left.at);
  if (left?.kind === 'time') return test(TIME_FIELD, { op: 'exists', value: true }, at);
  throw unreadable('a constant is compared where a column is expected', at);
}

function readList(stream: TokenStream, names: Names): readonly Scalar[] {
  stream.expectSign('(');
  const items: Scalar[] = [];
  while (!stream.takeSign(')')) {
    const item = readScalar(stream, names);
    if (item.kind === 'list') for (const inner of item.items) items.push(inner);
    else if (item.kind === 'place') throw unreadable(`the list ${item.place} is not written in the query`, item.at);
    else items.push(item);
    if (!stream.takeSign(',') && !stream.isSign(')')) throw malformed(`"," or ")" is expected in the list`, stream.at);
  }
  return items;
}

function readBounds(stream: TokenStream, names: Names): readonly Scalar[] {
  stream.expectSign('(');
  const low = readScalar(stream, names);
  stream.expectSign('..');
  const high = readScalar(stream, names);
  stream.expectSign(')');
  return [low, high];
}

function isFolded(scalar: Scalar): boolean {
  return scalar.kind === 'place' && scalar.folded;
}

function literalOf(scalar: Scalar): string | number | boolean | null {
  if (scalar.kind === 'literal') return scalar.value;
  throw unreadable(
    scalar.kind === 'call' ? `a rule cannot compute ${scalar.name}(…)` : 'a constant is expected here',
    scalar.at,
  );
}

function textOf(scalar: Scalar): string {
  return String(literalOf(scalar));
}

function numberIn(scalar: Scalar): number {
  const number = Number(literalOf(scalar));
  if (!Number.isSafeInteger(number)) throw unreadable('a whole number is expected here', scalar.at);
  return number;
}

/** Splits `(?is)…` into an expression and its flags; other flags stay in the expression. */
function splitFlags(text: string): { readonly source: string; readonly flags: string } {
  const head = /^\(\?([ims]{1,3})\)/.exec(text);
  return head === null
    ? { source: text, flags: '' }
    : { source: text.slice(head[0].length), flags: [...(head[1] as string)].sort().join('') };
}
