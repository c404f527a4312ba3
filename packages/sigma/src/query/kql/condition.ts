import { networkTest } from '../network.js';
import { malformed } from '../query-fault.js';
import { join, negate, type QueryNode, type QueryTest } from '../query-tree.js';
import { splitTokens, type TokenStream } from '../tokens.js';
import { entryOf } from '../word-table.js';
import { readComparison } from './comparison.js';
import { literalOf, placeTest } from './place-test.js';
import { type Names, readScalar, type Scalar, wholeScalar } from './scalar.js';
import { readTimePart, timePartOf } from './time-part.js';

/** Names that a condition may use in addition to scalars: columns that hold the result of a condition. */
export interface ConditionNames extends Names {
  condition(name: string, at: number): QueryNode | undefined;
}

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

/** Parses a condition: `or` over `and` over tests. */
function readCondition(stream: TokenStream, names: ConditionNames): QueryNode {
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
  return readComparison(stream, left, names, word?.kind === 'word' ? names.condition(word.text, word.at) : undefined);
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
  const presence = entryOf(PRESENCE, called);
  if (presence !== undefined) return presenceOf(args()[0], presence, at);
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
  const part = timePartOf(called);
  if (part !== undefined) return readTimePart(stream, part, args(), at, names);
  stream.moveTo(start);
  return undefined;
}

/** Whether there is a value; of a constant that is known. */
function presenceOf(of: Scalar | undefined, presence: QueryTest, at: number): QueryNode {
  if (of?.kind !== 'literal') return placeTest(of, presence, at);
  const isThere = of.value !== null && of.value !== '';
  return { kind: 'constant', value: isThere === (presence.op === 'exists') };
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
  return readWholeCondition(stream.part(from, to), names);
}

/** Parses what is left of a stream as one condition and nothing else. */
export function readWholeCondition(stream: TokenStream, names: ConditionNames): QueryNode {
  const node = readCondition(stream, names);
  const rest = stream.peek();
  if (rest !== undefined) throw malformed(`the condition ends before ${rest.source}`, rest.at);
  return node;
}
