import { ANY, ONE, type PatternPart } from '../../model/pattern.js';
import { malformed, quoted, unreadable } from '../query-fault.js';
import { join, negate, type QueryNode, type QueryTest, test } from '../query-tree.js';
import type { Token, TokenStream } from '../tokens.js';
import { exactly, patternFrom } from '../values.js';
import { entryOf } from '../word-table.js';
import { type ConditionContext, fieldOf, type Literal, type Operand, readList, readOperand } from './operand.js';

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
const WORDS = ['in', 'like', 'rlike'];
/** Operators of Lucene's regular expressions that other products do not have. */
const LUCENE_OPERATORS = '#@&<~';
const TRUE: QueryNode = { kind: 'constant', value: true };

/** Reads what follows the left side: an operator and its right side, or nothing behind a boolean. */
export function readComparison(stream: TokenStream, left: Operand, context: ConditionContext): QueryNode {
  if (stream.takeWord('is')) return readNullTest(stream, left);
  const negated = stream.takeWord('not');
  const word = WORDS.find((each) => stream.takeWord(each));
  if (word !== undefined) {
    const node = join(
      'or',
      readList(stream, context).map((value) => wordTest(left, word, value, left.at)),
    );
    return negated ? lacking(node) : node;
  }
  const operator = stream.peek();
  if (operator === undefined || (entryOf(MIRRORED, operator.text) === undefined && operator.text !== ':'))
    return uncompared(left, operator, stream.end);
  stream.take();
  const right = readOperand(stream, context);
  return left.kind === 'value'
    ? compare(right, entryOf(MIRRORED, operator.text) ?? operator.text, left, context)
    : compare(left, operator.text, right, context);
}

/** `IS NULL` and `IS NOT NULL`, behind the first word. */
function readNullTest(stream: TokenStream, left: Operand): QueryNode {
  const negated = stream.takeWord('not');
  if (!stream.takeWord('null')) throw malformed('"null" is expected behind "is"', stream.at);
  return test(fieldOf(left), negated ? { op: 'exists', value: true } : { op: 'null' }, left.at);
}

/** The condition that an operand without an operator behind it is. */
function uncompared(left: Operand, next: Token | undefined, end: number): QueryNode {
  if (left.kind === 'value' && typeof left.value === 'boolean') return { kind: 'constant', value: left.value };
  if (left.kind === 'field' && next?.kind !== 'sign') return test(left.name, { op: 'boolean', value: true }, left.at);
  throw unreadable(
    `the expression goes on with ${quoted(next?.source ?? '')}, which a rule cannot compute`,
    next?.at ?? end,
  );
}

/** A negation, which holds only where the fields that it tests are there. */
export function lacking(node: QueryNode): QueryNode {
  const fields = new Map<string, number>();
  const visit = (each: QueryNode): void => {
    if (each.kind === 'test') {
      if (
        each.field !== undefined &&
        each.isDecided !== true &&
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

/** A condition that an event without its fields does not satisfy, and whose negation it does: `NOT KQL(…)` takes it. */
export function decided(node: QueryNode): QueryNode {
  if (node.kind === 'test') return { ...node, isDecided: true };
  if (node.kind === 'not') return { kind: 'not', child: decided(node.child) };
  return node.kind === 'constant' ? node : { kind: node.kind, children: node.children.map(decided) };
}

/** A search for a text in a field, which is found or is not. */
export const found = (field: string, text: string, at: number): QueryNode => decided(test(field, exactly(text), at));

function compare(left: Operand, operator: string, right: Operand, context: ConditionContext): QueryNode {
  const { at } = left;
  if (left.kind === 'time' || right.kind === 'time') {
    // A group's last event has just come when a rule counts it.
    if ([left, right].some((side) => side.kind === 'time' && side.isAge) && !['<', '<='].includes(operator))
      throw unreadable('a rule sees events as they come, and not how long ago they were', at);
    return readTimeRange(left, right, context);
  }
  if (left.kind !== 'field') throw unreadable('two constants are compared', at);
  if (operator === '!=') return lacking(compare(left, '==', right, context));
  const comparison = entryOf(COMPARISONS, operator);
  if (right.kind === 'field') {
    if (comparison !== undefined) throw unreadable('a rule compares two fields by equality only', at);
    return test(left.name, { op: 'fieldref', field: right.name, match: 'equals', cased: !left.folded }, at);
  }
  const { value } = right;
  if (operator === ':') return decided(test(left.name, plain(value, false), at));
  if (comparison === undefined) return test(left.name, plain(value, !left.folded), at);
  if (typeof value !== 'number') throw unreadable('a rule can compare numbers by size, not texts', at);
  return test(left.name, { op: 'compare', operator: comparison, value }, at);
}

function readTimeRange(left: Operand, right: Operand, context: ConditionContext): QueryNode {
  const back = (left.kind === 'time' ? left.back : undefined) ?? (right.kind === 'time' ? right.back : undefined);
  context.timeRange(back, left.at);
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
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '*') parts.push(ANY);
    else if (sign === '?') parts.push(ONE);
    else if (sign === '\\') parts.push(text[++at] ?? '');
    else parts.push(sign);
  }
  return patternFrom(parts);
}

/** An expression on the whole value; `.*` at its ends is what makes it a part. */
function rlikeTest(source: string, cased: boolean): QueryTest {
  // Within a class of characters they are these characters.
  const outside = source.replace(/\\[\s\S]/g, '').replace(/\[[^\]]*\]/g, '');
  if ([...outside].some((sign) => LUCENE_OPERATORS.includes(sign)))
    throw unreadable('an operator of Lucene’s expressions has no counterpart in a rule', 0);
  return { op: 'regex', source: `^(?:${source})$`, flags: cased ? 's' : 'is' };
}

function plain(value: Literal, cased: boolean): QueryTest {
  if (value === null) return { op: 'null' };
  if (typeof value === 'number') return { op: 'number', value };
  return typeof value === 'boolean' ? { op: 'boolean', value } : exactly(value, cased);
}
