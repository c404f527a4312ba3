import { ANY, ONE, type PatternPart } from '../../model/pattern.js';
import { spanSeconds } from '../grouped.js';
import { parseLucene } from '../lucene/query.js';
import { networkTest } from '../network.js';
import { malformed, QueryFault, quoted, unreadable } from '../query-fault.js';
import { join, negate, type QueryNode, type QueryRemark, type QueryTest, test } from '../query-tree.js';
import { splitTokens, type Token, type TokenStream } from '../tokens.js';
import { exactly, partly, patternFrom } from '../values.js';

type Literal = string | number | boolean | null;
/** One side of a comparison. */
type Operand =
  | { readonly kind: 'field'; readonly name: string; readonly folded: boolean; readonly at: number }
  | { readonly kind: 'value'; readonly value: Literal; readonly at: number }
  | { readonly kind: 'time'; readonly at: number; readonly back?: number };

/** What reading a condition needs and adds to. */
export interface ConditionContext {
  /** The field of a column. Throws where it cannot be tested. */
  field(name: string, at: number): string;
  /** Told how far back the query looks, in seconds. */
  lookBack(seconds: number): void;
  readonly remarks: QueryRemark[];
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
};
const PARTS: Readonly<Record<string, 'startswith' | 'endswith' | 'contains'>> = {
  starts_with: 'startswith',
  ends_with: 'endswith',
  contains: 'contains',
};
const TRUE: QueryNode = { kind: 'constant', value: true };

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
  const left = readOperand(stream, context);
  return readComparison(stream, left, context);
}

/** A negation, which holds only where the fields that it tests are there. */
function lacking(node: QueryNode): QueryNode {
  const fields = new Map<string, number>();
  const visit = (each: QueryNode): void => {
    if (each.kind === 'test') {
      if (
        each.field !== undefined &&
        each.test.op !== 'null' &&
        each.test.op !== 'exists' &&
        !each.field.startsWith('\0')
      )
        fields.set(each.field, each.at);
    } else if (each.kind === 'not') visit(each.child);
    else if (each.kind !== 'constant') each.children.forEach(visit);
  };
  // Of alternatives each must be false, and so each field be there; of parts that must all hold, one false part is enough.
  if (node.kind !== 'and') visit(node);
  return join('and', [
    ...[...fields].map(([field, at]) => test(field, { op: 'exists', value: true }, at)),
    negate(node),
  ]);
}

/** Functions that are conditions themselves. */
function readPredicate(stream: TokenStream, context: ConditionContext): QueryNode | undefined {
  const name = stream.peek();
  if (name?.kind !== 'word' || !stream.isSign('(', 1)) return undefined;
  const called = name.text.toLowerCase();
  const { at } = name;
  if (called === 'coalesce') return readCoalesced(stream, context);
  if (PARTS[called] === undefined && !['cidr_match', 'mv_contains', 'match', 'kql', 'qstr'].includes(called))
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
  const part = PARTS[called];
  return join(
    'or',
    values.map((value) => {
      const text = String(value.kind === 'value' ? value.value : '');
      if (part !== undefined) return test(of.name, partly(part, text, !of.folded), at);
      if (called === 'cidr_match') return test(of.name, networkTest(text, at), at);
      return test(of.name, exactly(text, called !== 'match' && !of.folded), at);
    }),
  );
}

/** `KQL("field: value")`: a search in the language of the search bar. */
function withinSearch(argument: readonly Token[], name: string, at: number): QueryNode {
  const [text, ...others] = argument;
  if (text?.kind !== 'text' || others.length > 0) throw unreadable(`${name}(…) takes one text`, at);
  try {
    return parseLucene(text.text).tree;
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
  return stream.nested(() => readCondition(stream.part(...first), context));
}

function readComparison(stream: TokenStream, left: Operand, context: ConditionContext): QueryNode {
  const { at } = left;
  if (stream.takeWord('is')) {
    const negated = stream.takeWord('not');
    if (!stream.takeWord('null')) throw malformed('"null" is expected behind "is"', stream.at);
    return test(fieldOf(left), negated ? { op: 'exists', value: true } : { op: 'null' }, at);
  }
  const negated = stream.takeWord('not');
  const word = stream.peek()?.kind === 'word' ? stream.peek()?.text.toLowerCase() : undefined;
  if (word === 'in' || word === 'like' || word === 'rlike') {
    stream.take();
    const node = join(
      'or',
      readList(stream, context).map((value) => wordTest(left, word, value, at)),
    );
    return negated ? lacking(node) : node;
  }
  const operator = stream.peek();
  if (operator === undefined || (MIRRORED[operator.text] === undefined && operator.text !== ':')) {
    if (left.kind === 'value' && typeof left.value === 'boolean') return { kind: 'constant', value: left.value };
    if (left.kind === 'field' && operator?.kind !== 'sign') return test(left.name, { op: 'boolean', value: true }, at);
    throw unreadable(
      `the expression goes on with ${quoted(operator?.source ?? '')}, which a rule cannot compute`,
      operator?.at ?? stream.end,
    );
  }
  stream.take();
  const right = readOperand(stream, context);
  return left.kind === 'value'
    ? compare(right, MIRRORED[operator.text] ?? operator.text, left, context)
    : compare(left, operator.text, right, context);
}

function compare(left: Operand, operator: string, right: Operand, context: ConditionContext): QueryNode {
  const { at } = left;
  if (left.kind === 'time' || right.kind === 'time') return timeRange(left, right, context);
  if (left.kind !== 'field') throw unreadable('two constants are compared', at);
  if (operator === '!=') return lacking(compare(left, '==', right, context));
  const comparison = COMPARISONS[operator];
  if (right.kind === 'field') {
    if (comparison !== undefined) throw unreadable('a rule compares two fields by equality only', at);
    return test(left.name, { op: 'fieldref', field: right.name, match: 'equals', cased: !left.folded }, at);
  }
  const { value } = right;
  if (comparison === undefined) return test(left.name, plain(value, operator !== ':' && !left.folded), at);
  if (typeof value !== 'number') throw unreadable('a rule can compare numbers by size, not texts', at);
  return test(left.name, { op: 'compare', operator: comparison, value }, at);
}

/** A test of the event's time is a setting of the search. */
function timeRange(left: Operand, right: Operand, { lookBack, remarks }: ConditionContext): QueryNode {
  const back = (left.kind === 'time' ? left.back : undefined) ?? (right.kind === 'time' ? right.back : undefined);
  if (back !== undefined) lookBack(back);
  remarks.push({
    code: 'search_settings',
    message: 'The time range is a setting of the search; the rule leaves it out.',
    at: left.at,
  });
  return TRUE;
}

function wordTest(left: Operand, word: string, value: Literal, at: number): QueryNode {
  const name = fieldOf(left);
  const cased = left.kind === 'field' && !left.folded;
  if (word === 'in') return test(name, plain(value, cased), at);
  if (word === 'like') return test(name, { op: 'string', pattern: likePattern(String(value)), cased }, at);
  return test(name, rlikeTest(String(value), cased), at);
}

/** `*` and `?` are wildcards, and a backslash takes their meaning. */
function likePattern(text: string): ReturnType<typeof patternFrom> {
  const parts: PatternPart[] = [];
  for (const piece of text.match(/\\[\s\S]|[*?]|[^\\*?]+/g) ?? [])
    parts.push(piece === '*' ? ANY : piece === '?' ? ONE : piece.startsWith('\\') ? piece.slice(1) : piece);
  return patternFrom(parts);
}

/** An expression on the whole value; `.*` at its ends is what makes it a part. */
function rlikeTest(source: string, cased: boolean): QueryTest {
  if (/(?:^|[^\\])[#@&<~]/.test(source))
    throw unreadable('an operator of Lucene’s expressions has no counterpart in a rule', 0);
  return { op: 'regex', source: `^(?:${source})$`, flags: cased ? 's' : 'is' };
}

function plain(value: Literal, cased: boolean): QueryTest {
  if (value === null) return { op: 'null' };
  if (typeof value === 'number') return { op: 'number', value };
  return typeof value === 'boolean' ? { op: 'boolean', value } : exactly(value, cased);
}

function fieldOf(operand: Operand): string {
  if (operand.kind === 'field') return operand.name;
  throw unreadable('a constant stands where a field is expected', operand.at);
}

function readList(stream: TokenStream, context: ConditionContext): readonly Literal[] {
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

function readOperand(stream: TokenStream, context: ConditionContext): Operand {
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
  return { kind: 'field', name: context.field(token.text, at), folded: false, at };
}

function readCall(name: string, at: number, stream: TokenStream, context: ConditionContext): Operand {
  stream.take();
  const from = stream.position;
  const to = stream.skipGroup();
  const called = name.toLowerCase();
  if (called === 'now') return { kind: 'time', at };
  if (!['to_lower', 'to_upper', 'to_string', 'to_ip', 'to_long', 'to_integer', 'trim'].includes(called))
    throw unreadable(`a rule cannot compute ${name}(…)`, at);
  const inner = stream.part(from, to);
  const operand = stream.nested(() => readOperand(inner, context));
  if (!inner.done) throw unreadable('a rule cannot compute what stands here', inner.at);
  return operand.kind === 'field' && /^to_(?:lower|upper)$/.test(called) ? { ...operand, folded: true } : operand;
}
