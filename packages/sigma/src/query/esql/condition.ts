import { parseLucene } from '../lucene/query.js';
import { networkTest } from '../network.js';
import { QueryFault, quoted, unreadable } from '../query-fault.js';
import { join, type QueryNode, test } from '../query-tree.js';
import { splitTokens, type Token, type TokenStream } from '../tokens.js';
import { exactly, partly } from '../values.js';
import { entryOf } from '../word-table.js';
import { decided, found, lacking, readComparison } from './comparison.js';
import { type ConditionContext, readOperand } from './operand.js';

const PARTS: Readonly<Record<string, 'startswith' | 'endswith' | 'contains'>> = {
  starts_with: 'startswith',
  ends_with: 'endswith',
  contains: 'contains',
};

/** Reads a whole condition. In ES|QL a comparison with a missing field is null, and so is its negation. */
export function readCondition(stream: TokenStream, context: ConditionContext): QueryNode {
  const node = readAlternatives(stream, context);
  const rest = stream.peek();
  if (rest !== undefined)
    throw unreadable(`the expression goes on with ${quoted(rest.source)}, which a rule cannot compute`, rest.at);
  return node;
}

function readAlternatives(stream: TokenStream, context: ConditionContext): QueryNode {
  return stream.nested(() => {
    const parts = [readConjunction(stream, context)];
    while (stream.takeWord('or')) parts.push(readConjunction(stream, context));
    return join('or', parts);
  });
}

function readConjunction(stream: TokenStream, context: ConditionContext): QueryNode {
  const parts = [readPart(stream, context)];
  while (stream.takeWord('and')) parts.push(readPart(stream, context));
  return join('and', parts);
}

function readPart(stream: TokenStream, context: ConditionContext): QueryNode {
  if (stream.takeWord('not')) return lacking(stream.nested(() => readPart(stream, context)));
  if (stream.isSign('(')) {
    stream.take();
    const inner = readAlternatives(stream, context);
    stream.expectSign(')');
    return inner;
  }
  const predicate = readPredicate(stream, context);
  if (predicate !== undefined) return predicate;
  const flag = readFlag(stream, context);
  if (flag !== undefined) return flag;
  const left = readOperand(stream, context);
  return readComparison(stream, left, context);
}

/** A column that a condition was given as: by itself, or compared with true. */
function readFlag(stream: TokenStream, context: ConditionContext): QueryNode | undefined {
  const name = stream.peek();
  const flag = name?.kind === 'word' && !stream.isSign('(', 1) ? context.flag(name.text, name.at) : undefined;
  if (flag === undefined) return undefined;
  const isCompared = stream.isSign('==', 1);
  if (isCompared && !['true', '1'].includes(stream.peek(2)?.text.toLowerCase() ?? '')) return undefined;
  const length = isCompared ? 3 : 1;
  const next = stream.peek(length);
  if (next !== undefined && !(next.kind === 'word' || (next.kind === 'sign' && next.text === ')'))) return undefined;
  stream.moveTo(stream.position + length);
  return flag;
}

/** Functions that are conditions themselves. */
function readPredicate(stream: TokenStream, context: ConditionContext): QueryNode | undefined {
  const name = stream.peek();
  if (name?.kind !== 'word' || !stream.isSign('(', 1)) return undefined;
  const called = name.text.toLowerCase();
  const { at } = name;
  if (called === 'coalesce') return readCoalesced(stream, context);
  if (entryOf(PARTS, called) === undefined && !['cidr_match', 'mv_contains', 'match', 'kql', 'qstr'].includes(called))
    return undefined;
  stream.take();
  stream.take();
  const from = stream.position;
  const to = stream.skipGroup();
  if (called === 'kql' || called === 'qstr') return withinSearch(stream.tokens.slice(from, to), name.source, at);
  const [of, ...values] = splitTokens(stream.tokens, ',', from, to).map((range) => {
    const inner = stream.part(...range);
    const operand = readOperand(inner, context);
    if (!inner.done) throw unreadable('a rule cannot compute what stands here', inner.at);
    return operand;
  });
  if (of?.kind !== 'field' || values.some(({ kind }) => kind !== 'value'))
    throw unreadable(`a rule tests a field by constants in ${name.source}(…)`, at);
  const part = entryOf(PARTS, called);
  return join(
    'or',
    values.map((value) => {
      const text = String(value.kind === 'value' ? value.value : '');
      if (part !== undefined) return test(of.name, partly(part, text, !of.folded), at);
      if (called === 'cidr_match') return test(of.name, networkTest(text, at), at);
      return called === 'match' ? found(of.name, text, at) : test(of.name, exactly(text, !of.folded), at);
    }),
  );
}

/** `KQL("field: value")`: a search in the language of the search bar. */
function withinSearch(argument: readonly Token[], name: string, at: number): QueryNode {
  const [text, ...others] = argument;
  if (text?.kind !== 'text' || others.length > 0) throw unreadable(`${name}(…) takes one text`, at);
  try {
    return decided(parseLucene(text.text).tree);
  } catch (error) {
    if (error instanceof QueryFault) throw new QueryFault(error.code, `in ${name}(…): ${error.message}`, at);
    throw error;
  }
}

/** `COALESCE(condition, false)`: the condition, with a missing field as false. */
function readCoalesced(stream: TokenStream, context: ConditionContext): QueryNode | undefined {
  const start = stream.position;
  stream.take();
  stream.take();
  const from = stream.position;
  const to = stream.skipGroup();
  const ranges = splitTokens(stream.tokens, ',', from, to);
  const [first, second] = ranges;
  if (first === undefined || second === undefined || stream.tokens[second[0]]?.text.toLowerCase() !== 'false') {
    stream.moveTo(start);
    return undefined;
  }
  return decided(stream.nested(() => readCondition(stream.part(...first), context)));
}
