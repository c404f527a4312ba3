import { networkTest } from '../network.js';
import { malformed, unreadable } from '../query-fault.js';
import { join, negate, type QueryNode, type QueryRemark, type QueryTest, test } from '../query-tree.js';
import { searchTest } from '../regex-pattern.js';
import { splitTokens, type TokenStream } from '../tokens.js';
import { exactly, partly } from '../values.js';
import { entryOf } from '../word-table.js';
import { readInList } from './in-list.js';
import type { YaralToken } from './lexer.js';

/** One side of a comparison. */
type Operand =
  | {
      readonly kind: 'field';
      readonly variable: string;
      readonly field: string;
      readonly folded: boolean;
      readonly at: number;
    }
  | { readonly kind: 'variable'; readonly name: string; readonly at: number }
  | {
      readonly kind: 'value';
      readonly value: string | number | boolean;
      readonly isRegex: boolean;
      readonly at: number;
    }
  | { readonly kind: 'computed'; readonly text: string; readonly at: number };

/** Equal values of two events, or the value of a field under a name, or one event before another. */
export type Relation =
  | {
      readonly kind: 'bound';
      readonly name: string;
      readonly variable: string;
      readonly field: string;
      readonly at: number;
    }
  | {
      readonly kind: 'equal';
      readonly left: readonly [string, string];
      readonly right: readonly [string, string];
      readonly at: number;
    }
  | { readonly kind: 'before'; readonly earlier: string; readonly later: string; readonly at: number };

/** What conditions of a rule say beside their tests. */
export interface EventsContext {
  readonly relations: Relation[];
  /** Names for values that the rule computes. */
  readonly computed: Set<string>;
  readonly remarks: QueryRemark[];
}

/** Separates the event variable from the field in the tree that is parsed: `e principal.hostname`. */
export const OF_EVENT = '\u0001';
const MIRRORED: Readonly<Record<string, string>> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=', '=': '=', '!=': '!=' };
const COMPARISONS: Readonly<Record<string, 'gt' | 'gte' | 'lt' | 'lte'>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};
const FOLDING = new Set(['strings.to_lower', 'strings.to_upper']);
const TRUE: QueryNode = { kind: 'constant', value: true };

/** Reads the conditions of an events section, which must all hold. */
export function readEvents(stream: TokenStream, context: EventsContext): QueryNode {
  const parts: QueryNode[] = [];
  while (!stream.done) parts.push(readCondition(stream, context));
  return join('and', parts);
}

function readCondition(stream: TokenStream, context: EventsContext): QueryNode {
  return stream.nested(() => {
    const alternatives = [readConjunction(stream, context)];
    while (stream.takeWord('or')) alternatives.push(readConjunction(stream, context));
    return join('or', alternatives);
  });
}

function readConjunction(stream: TokenStream, context: EventsContext): QueryNode {
  const parts = [readPart(stream, context)];
  while (stream.takeWord('and')) parts.push(readPart(stream, context));
  return join('and', parts);
}

function readPart(stream: TokenStream, context: EventsContext): QueryNode {
  if (stream.takeWord('not')) return negate(stream.nested(() => readPart(stream, context)));
  if (stream.takeSign('(')) {
    const parts = [readCondition(stream, context)];
    // Conditions side by side are joined by "and", inside of parentheses too.
    while (!stream.isSign(')') && !stream.done) parts.push(readCondition(stream, context));
    stream.expectSign(')');
    return join('and', parts);
  }
  const quantifier = stream.isWord('any') || stream.isWord('all') ? stream.take() : undefined;
  const negated = quantifier?.text.toLowerCase() === 'all';
  const node = readPredicate(stream) ?? readComparison(stream, context);
  if (negated && quantifier !== undefined && node.kind !== 'constant')
    throw unreadable('a rule cannot test that all elements of a list hold', quantifier.at);
  return node;
}

/** Functions that are conditions themselves. */
function readPredicate(stream: TokenStream): QueryNode | undefined {
  const name = stream.peek();
  if (name?.kind !== 'word' || !stream.isSign('(', 1)) return undefined;
  const called = name.text.toLowerCase();
  if (
    !['re.regex', 'net.ip_in_range_cidr', 'strings.contains', 'strings.starts_with', 'strings.ends_with'].includes(
      called,
    )
  )
    return undefined;
  stream.take();
  stream.take();
  // That any element of a list fits is what a rule says of a list.
  if (stream.isWord('any')) stream.take();
  const from = stream.position;
  const to = stream.skipGroup();
  const [place, by, ...others] = splitTokens(stream.tokens, ',', from, to).map((range) => wholeOperand(stream, range));
  if (place?.kind !== 'field' || by?.kind !== 'value' || others.length > 0)
    throw unreadable(`a rule tests a field by a constant in ${name.text}(…)`, name.at);
  const nocase = stream.takeWord('nocase') || place.folded;
  const text = String(by.value);
  const negated = truthAsked(stream);
  const node = onField(place, predicateTest(called, text, nocase, name.at));
  return negated ? negate(node) : node;
}

function predicateTest(called: string, text: string, nocase: boolean, at: number): QueryTest {
  if (called === 're.regex') return searchTest(text, nocase ? 'i' : '');
  if (called === 'net.ip_in_range_cidr') return networkTest(text, at);
  const shape = called.endsWith('contains') ? 'contains' : called.endsWith('starts_with') ? 'startswith' : 'endswith';
  return partly(shape, text, !nocase);
}

/** `= true` or `= false` behind a function; true for the latter. */
function truthAsked(stream: TokenStream): boolean {
  if (!(stream.isSign('=') && (stream.isWord('true', 1) || stream.isWord('false', 1)))) return false;
  stream.take();
  return stream.take().text.toLowerCase() === 'false';
}

function readComparison(stream: TokenStream, context: EventsContext): QueryNode {
  const left = readOperand(stream);
  const negated = stream.takeWord('not');
  if (stream.takeWord('in')) {
    if (left.kind !== 'field') throw unreadable('a rule compares a field with a list', left.at);
    const { test: of, remark } = readInList(stream, left.folded);
    context.remarks.push(remark);
    return negated ? negate(onField(left, of)) : onField(left, of);
  }
  if (negated) throw malformed('"in" is expected behind "not"', stream.at);
  const operator = stream.take();
  if (entryOf(MIRRORED, operator.text) === undefined) {
    if (left.kind === 'computed') throw unreadable(`a rule cannot compute ${left.text}(…)`, left.at);
    throw malformed(`an operator is expected before ${operator.source}`, operator.at);
  }
  const right = readOperand(stream);
  const nocase = stream.takeWord('nocase');
  return left.kind === 'value'
    ? compare(right, entryOf(MIRRORED, operator.text) as string, left, nocase, context)
    : compare(left, operator.text, right, nocase, context);
}

function compare(left: Operand, operator: string, right: Operand, nocase: boolean, context: EventsContext): QueryNode {
  const related = relationOf(left, operator, right, context);
  if (related) return TRUE;
  if (left.kind === 'computed') throw unreadable(`a rule cannot compute ${left.text}(…)`, left.at);
  if (right.kind === 'computed') throw unreadable(`a rule cannot compute ${right.text}(…)`, right.at);
  if (left.kind !== 'field')
    throw unreadable(
      left.kind === 'variable'
        ? `what $${left.name} must be is a test of a value that several conditions share`
        : 'two constants are compared',
      left.at,
    );
  if (operator === '!=') return negate(compare(left, '=', right, nocase, context));
  if (right.kind === 'field') {
    if (operator !== '=') throw unreadable('a rule compares two fields by equality only', left.at);
    return onField(left, {
      op: 'fieldref',
      field: OF_EVENT + right.field,
      match: 'equals',
      cased: !nocase && !left.folded,
    });
  }
  if (right.kind !== 'value') throw unreadable('a rule compares a field with a constant', right.at);
  const comparison = entryOf(COMPARISONS, operator);
  if (comparison !== undefined) {
    if (typeof right.value !== 'number') throw unreadable('a rule compares numbers by size, not texts', right.at);
    return onField(left, { op: 'compare', operator: comparison, value: right.value });
  }
  return onField(left, valueTest(right, nocase || left.folded));
}

function valueTest({ value, isRegex }: Extract<Operand, { kind: 'value' }>, nocase: boolean): QueryTest {
  if (typeof value === 'number') return { op: 'number', value };
  if (typeof value === 'boolean') return { op: 'boolean', value };
  if (isRegex) return searchTest(value, nocase ? 'i' : '');
  // An empty text is what a field without a value has.
  return value === '' ? { op: 'null' } : exactly(value, !nocase);
}

/** Notes what two sides say of events and names; false where they are a test of one event. */
function relationOf(left: Operand, operator: string, right: Operand, { relations, computed }: EventsContext): boolean {
  if (right.kind === 'variable' && left.kind !== 'variable') return bind(right, left, operator, relations, computed);
  if (left.kind === 'variable' && right.kind !== 'value') return bind(left, right, operator, relations, computed);
  if (left.kind !== 'field' || right.kind !== 'field' || left.variable === right.variable) return false;
  const { at } = left;
  if (isTime(left.field) && isTime(right.field) && operator !== '=' && operator !== '!=') {
    const isLess = operator.startsWith('<');
    relations.push({
      kind: 'before',
      earlier: isLess ? left.variable : right.variable,
      later: isLess ? right.variable : left.variable,
      at,
    });
    return true;
  }
  if (operator !== '=') throw unreadable('a correlation joins events by equal values only', at);
  relations.push({ kind: 'equal', left: [left.variable, left.field], right: [right.variable, right.field], at });
  return true;
}

function bind(
  { name, at }: Extract<Operand, { kind: 'variable' }>,
  other: Operand,
  operator: string,
  relations: Relation[],
  computed: Set<string>,
): boolean {
  if (operator !== '=')
    throw unreadable(`what $${name} must be is a test of a value that several conditions share`, at);
  if (other.kind === 'field') relations.push({ kind: 'bound', name, variable: other.variable, field: other.field, at });
  else if (other.kind === 'computed' || other.kind === 'variable') computed.add(name);
  else return false;
  return true;
}

function isTime(field: string): boolean {
  return /^metadata\.(?:event|collected|ingested)_timestamp/.test(field);
}

function onField({ variable, field, at }: Extract<Operand, { kind: 'field' }>, of: QueryTest): QueryNode {
  return test(`${variable}${OF_EVENT}${field}`, of, at);
}

function wholeOperand(stream: TokenStream, [from, to]: readonly [number, number]): Operand {
  const inner = stream.part(from, to);
  const operand = readOperand(inner);
  return inner.done ? operand : { kind: 'computed', text: 'an expression', at: operand.at };
}

function readOperand(stream: TokenStream): Operand {
  const operand = readSingle(stream);
  if (!['+', '-', '*', '/', '%'].some((sign) => stream.isSign(sign))) return operand;
  stream.take();
  readOperand(stream);
  return { kind: 'computed', text: 'a sum', at: operand.at };
}

function readSingle(stream: TokenStream): Operand {
  const token = stream.take() as YaralToken;
  const { at, text } = token;
  if (token.kind === 'text') return { kind: 'value', value: text, isRegex: token.isRegex, at };
  if (token.kind === 'number') return { kind: 'value', value: Number.parseFloat(text), isRegex: false, at };
  if (token.kind === 'sign') {
    if (text !== '-') throw malformed(`${token.source} stands where a value is expected`, at);
    return { kind: 'value', value: -Number.parseFloat(stream.take().text), isRegex: false, at };
  }
  if (stream.isSign('(')) return readCall(text, at, stream);
  if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true', isRegex: false, at };
  const found = /^\$(\w+)(?:\.([\s\S]+))?$/.exec(text);
  if (found === null) throw malformed(`${token.source} stands where a value is expected`, at);
  if (found[2] === undefined) return { kind: 'variable', name: found[1] as string, at };
  if (/^graph\./.test(found[2])) throw unreadable('the rule joins events with what is known of entities', at);
  return {
    kind: 'field',
    variable: found[1] as string,
    field: (found[2] as string).replace(/^udm\./, ''),
    folded: false,
    at,
  };
}

function readCall(name: string, at: number, stream: TokenStream): Operand {
  stream.expectSign('(');
  const from = stream.position;
  const to = stream.skipGroup();
  if (!FOLDING.has(name.toLowerCase())) return { kind: 'computed', text: name, at };
  const inner = wholeOperand(stream, [from, to]);
  return inner.kind === 'field'
    ? { ...inner, folded: true }
    : inner.kind === 'value'
      ? { ...inner, value: String(inner.value).toLowerCase() }
      : { kind: 'computed', text: name, at };
}
