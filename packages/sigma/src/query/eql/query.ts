import { networkTest } from '../network.js';
import { malformed, quoted, unreadable } from '../query-fault.js';
import {
  join,
  negate,
  type ParsedQuery,
  type ParseOptions,
  type QueryNode,
  type QueryRemark,
  type QueryTest,
  test,
  type UnreadPart,
} from '../query-tree.js';
import { type Token, TokenStream } from '../tokens.js';
import { exactly, LENGTH_MAX, lengthTest, partly, wildcardPattern } from '../values.js';
import { entryOf } from '../word-table.js';
import { tokenizeEql } from './lexer.js';
import { readSequence } from './sequence.js';

type Literal = string | number | boolean | null;

const COMPARISONS: Readonly<Record<string, 'gt' | 'gte' | 'lt' | 'lte'>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};
const LIMITS = new Set(['head', 'tail', 'sort', 'unique', 'count', 'unique_count']);
const PARTS: Readonly<Record<string, 'startswith' | 'endswith' | 'contains'>> = {
  startswith: 'startswith',
  endswith: 'endswith',
  stringcontains: 'contains',
};

/**
 * Parses an EQL query: on single events, a `sequence` of events, or a `sample` of events that belong together. The category before `where`
 * becomes a test of `event.category`.
 */
export function parseEql(query: string, { partial = false }: ParseOptions = {}): ParsedQuery {
  const tokens = tokenizeEql(query);
  const stream = new TokenStream(tokens, query.length);
  const remarks: QueryRemark[] = [];
  const kind = stream.isWord('where', 1) ? '' : (stream.peek()?.text.toLowerCase() ?? '');
  if (kind === 'join') throw unreadable('join was never part of EQL in Elasticsearch', stream.at);
  const isSequence = kind === 'sequence';
  const unread: UnreadPart[] = [];
  const found: Pick<ParsedQuery, 'tree' | 'count' | 'steps'> =
    isSequence || kind === 'sample'
      ? readSequence(stream, { readEvent, partial, unread })
      : { tree: readEvent(stream) };
  while (stream.takeSign('|')) remarks.push(readPipe(stream));
  const rest = stream.peek();
  if (rest !== undefined) throw malformed(`the condition ends before ${rest.source}`, rest.at);
  return { ...found, remarks, unread };
}

/** `category where condition`. */
function readEvent(stream: TokenStream): QueryNode {
  const category = stream.take();
  if (!stream.takeWord('where')) throw malformed('an EQL query begins with an event category and "where"', stream.at);
  const condition = readCondition(stream);
  if (category.text.toLowerCase() === 'any') return condition;
  return join('and', [test('event.category', exactly(category.text), category.at), condition]);
}

function readPipe(stream: TokenStream): QueryRemark {
  const pipe = stream.take();
  if (!LIMITS.has(pipe.text.toLowerCase()))
    throw unreadable(`the pipe ${pipe.source} has no counterpart in a rule`, pipe.at);
  while (!stream.done && !stream.isSign('|')) stream.take();
  return {
    code: 'search_settings',
    message: `${pipe.source} chooses which of the events are shown; the rule leaves it out.`,
    at: pipe.at,
  };
}

function readCondition(stream: TokenStream): QueryNode {
  return stream.nested(() => {
    const alternatives = [readConjunction(stream)];
    while (stream.takeWord('or')) alternatives.push(readConjunction(stream));
    return join('or', alternatives);
  });
}

function readConjunction(stream: TokenStream): QueryNode {
  const parts = [readPart(stream)];
  while (stream.takeWord('and')) parts.push(readPart(stream));
  return join('and', parts);
}

function readPart(stream: TokenStream): QueryNode {
  if (stream.takeWord('not')) return negate(stream.nested(() => readPart(stream)));
  if (stream.takeSign('(')) {
    const inner = readCondition(stream);
    stream.expectSign(')');
    return inner;
  }
  if ((stream.isWord('true') || stream.isWord('false')) && !isOperator(stream.peek(1))) {
    return { kind: 'constant', value: stream.take().text.toLowerCase() === 'true' };
  }
  const name = readName(stream);
  const isCall = stream.isSign('(') || (stream.isSign('~') && stream.isSign('(', 1));
  return isCall ? readCall(name, stream) : readComparison(name, stream);
}

function isOperator(token: Token | undefined): boolean {
  return token !== undefined && ['==', '!=', ':'].includes(token.text);
}

/** A field. A `?` before it means that it may be missing from every event. */
function readName(stream: TokenStream): Token {
  stream.takeSign('?');
  const name = stream.take();
  if (name.kind !== 'word') throw unreadable(`a condition begins with a field, not with ${name.source}`, name.at);
  return name;
}

function readComparison({ text: field, at }: Token, stream: TokenStream): QueryNode {
  const other = fieldBehind(stream);
  if (other !== undefined) {
    const node = test(
      field,
      { op: 'fieldref', field: other.field, match: 'equals', cased: other.operator !== ':' },
      at,
    );
    return other.operator === '!=' ? negate(node) : node;
  }
  if (stream.takeSign('==')) return equals(field, readLiteral(stream), true, at);
  if (stream.takeSign('!=')) return negate(equals(field, readLiteral(stream), true, at));
  if (stream.takeSign(':')) return anyOf(readValues(stream), (value) => matching(field, value, false, at));
  const negated = stream.takeWord('not');
  const word = stream.take();
  const caseless = stream.takeSign('~');
  const node = ((): QueryNode => {
    switch (word.text.toLowerCase()) {
      case 'in':
        return anyOf(readValues(stream), (value) => equals(field, value, !caseless, at));
      case 'like':
        return anyOf(readValues(stream), (value) => matching(field, value, !caseless, at));
      case 'regex':
        return anyOf(readValues(stream), (value) => expression(field, String(value), caseless, at));
      default: {
        const operator = entryOf(COMPARISONS, word.text);
        if (operator === undefined || caseless)
          throw malformed(`an operator is expected before ${word.source}`, word.at);
        const value = readLiteral(stream);
        if (typeof value !== 'number') throw unreadable('a rule can compare numbers by size, not texts', at);
        return test(field, { op: 'compare', operator, value }, at);
      }
    }
  })();
  return negated ? negate(node) : node;
}

/** `length(field) > 30`, behind the bracket: a test of how many characters the value has. */
function readLength(stream: TokenStream): QueryNode {
  const { text: field, at } = readName(stream);
  stream.expectSign(')');
  const operator = stream.take();
  const value = readLiteral(stream);
  const of = typeof value === 'number' ? lengthTest(operator.text, value) : undefined;
  if (of === undefined)
    throw unreadable(`a rule compares a length with a whole number of at most ${LENGTH_MAX}`, operator.at);
  const node = test(field, of, at);
  return operator.text === '!=' ? negate(node) : node;
}

/** A field that is compared with, behind `==`, `!=` or `:`, or other signs; the stream is then behind it. */
function fieldBehind(
  stream: TokenStream,
  signs: readonly string[] = ['==', '!=', ':'],
): { readonly operator: string; readonly field: string } | undefined {
  const operator = stream.peek();
  const mark = stream.isSign('?', 1) ? 2 : 1;
  const word = stream.peek(mark);
  if (operator === undefined || !signs.includes(operator.text) || word?.kind !== 'word') return undefined;
  if (/^(?:true|false|null)$/i.test(word.text) || stream.isSign('(', mark + 1)) return undefined;
  for (let taken = 0; taken <= mark; taken++) stream.take();
  return { operator: operator.text, field: word.text };
}

function readCall(name: Token, stream: TokenStream): QueryNode {
  const caseless = stream.takeSign('~');
  stream.expectSign('(');
  const called = name.text.toLowerCase();
  if (called === 'length') return readLength(stream);
  const part = entryOf(PARTS, called);
  if (part === undefined && !['wildcard', 'match', 'cidrmatch'].includes(called))
    throw unreadable(`a rule cannot compute ${name.source}(…)`, name.at);
  const { text: field, at } = readName(stream);
  const other = part === undefined ? undefined : fieldBehind(stream, [',']);
  if (part !== undefined && other !== undefined) {
    stream.expectSign(')');
    return test(field, { op: 'fieldref', field: other.field, match: part, cased: !caseless }, at);
  }
  const values: Literal[] = [];
  while (stream.takeSign(',')) values.push(readLiteral(stream));
  stream.expectSign(')');
  return anyOf(values, (value) => {
    const text = String(value);
    if (part !== undefined) return test(field, partly(part, text, !caseless), at);
    if (called === 'cidrmatch') return test(field, networkTest(text, at), at);
    return called === 'match' ? expression(field, text, caseless, at) : matching(field, value, !caseless, at);
  });
}

function anyOf(values: readonly Literal[], each: (value: Literal) => QueryNode): QueryNode {
  return join('or', values.map(each));
}

function equals(field: string, value: Literal, cased: boolean, at: number): QueryNode {
  return test(field, typeof value === 'string' ? exactly(value, cased) : plain(value), at);
}

/** A text in which `*` and `?` are wildcards. */
function matching(field: string, value: Literal, cased: boolean, at: number): QueryNode {
  if (typeof value !== 'string') return test(field, plain(value), at);
  const pattern = wildcardPattern(value, true);
  if (pattern.shape === 'any') return test(field, { op: 'exists', value: true }, at);
  return test(field, { op: 'string', pattern, cased }, at);
}

/** Builds a test for an expression, which in EQL matches the whole value. */
function expression(field: string, source: string, caseless: boolean, at: number): QueryNode {
  return test(field, { op: 'regex', source: `^(?:${source})$`, flags: caseless ? 'is' : 's' }, at);
}

function plain(value: Exclude<Literal, string>): QueryTest {
  if (value === null) return { op: 'null' };
  return typeof value === 'number' ? { op: 'number', value } : { op: 'boolean', value };
}

function readValues(stream: TokenStream): readonly Literal[] {
  if (!stream.takeSign('(')) return [readLiteral(stream)];
  const values: Literal[] = [];
  while (!stream.takeSign(')')) {
    values.push(readLiteral(stream));
    if (!stream.takeSign(',') && !stream.isSign(')')) throw malformed('"," or ")" is expected in the list', stream.at);
  }
  return values;
}

function readLiteral(stream: TokenStream): Literal {
  const negative = stream.takeSign('-');
  const token = stream.take();
  if (token.kind === 'text') return token.text;
  if (token.kind === 'number') return negative ? -Number(token.text) : Number(token.text);
  const word = token.text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  throw unreadable(`a rule compares a field with a constant, not with ${quoted(token.source)}`, token.at);
}
