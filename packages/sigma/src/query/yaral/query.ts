import type { Logsource, Threshold } from '../../model/rule.js';
import { spanSeconds } from '../grouped.js';
import { malformed, QueryFault, unreadable } from '../query-fault.js';
import {
  conjunctsOf,
  join,
  type ParsedQuery,
  type ParseOptions,
  type QueryCount,
  type QueryNode,
  type QueryRemark,
  type QueryTest,
  type UnreadPart,
} from '../query-tree.js';
import { TokenStream } from '../tokens.js';
import { OF_EVENT, type Relation, readEvents } from './condition.js';
import { tokenizeYaral } from './lexer.js';

const SECTIONS = new Set(['meta', 'events', 'match', 'outcome', 'condition', 'options']);
const OPERATORS: Readonly<Record<string, Threshold['operator']>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '=': 'eq',
  '!=': 'neq',
};

/** A name in the outcome section, or of a placeholder, that the condition may count. */
type Counted = Pick<QueryCount, 'type' | 'fields'> & { readonly variable: string };

/**
 * Parses a YARA-L 2.0 rule: conditions on one event or on several, placeholders that join them, the window of `match`, and counts in the
 * condition. What a rule says of meaning, risk and options is not part of a query.
 */
export function parseYaral(query: string, { partial = false }: ParseOptions = {}): ParsedQuery {
  return new YaralReader(query, partial).whole();
}

class YaralReader {
  readonly #stream: TokenStream;
  readonly #sections = new Map<string, readonly [number, number]>();
  readonly #relations: Relation[] = [];
  readonly #computed = new Set<string>();
  readonly #remarks: QueryRemark[] = [];
  readonly #unread: UnreadPart[] = [];
  readonly #keys: string[] = [];
  #windowSeconds: number | undefined;
  readonly #partial: boolean;

  constructor(query: string, partial: boolean) {
    this.#stream = new TokenStream(tokenizeYaral(query), query.length);
    this.#partial = partial;
  }

  whole(): ParsedQuery {
    this.#divide();
    const range = this.#sections.get('events');
    if (range === undefined) throw malformed('the rule has no section "events:"', 0);
    const tree = readEvents(this.#stream.part(...range), { relations: this.#relations, computed: this.#computed });
    const byEvent = this.#byEvent(tree);
    this.#match();
    const counts = this.#condition([...byEvent.keys()]);
    const found = { remarks: this.#remarks, unread: this.#unread, ...this.#named() };
    const events = [...byEvent];
    const [only] = events;
    if (only === undefined) throw unreadable('the rule tests nothing of its events', 0);
    if (events.length === 1) return { ...found, tree: only[1], ...this.#counted(counts, only[0]) };
    if (counts.length > 0)
      throw unreadable('a correlation counts events or joins several kinds of them, not both', counts[0]?.at ?? 0);
    return { ...found, tree: { kind: 'constant', value: true }, steps: this.#steps(events) };
  }

  /** `rule NAME { section: … }`; a text that begins with a section alone is read as its inside. */
  #divide(): void {
    const { tokens } = this.#stream;
    const open = tokens.findIndex(({ text, kind }) => kind === 'sign' && text === '{');
    if (open < 0) throw malformed('a rule begins with "rule NAME {"', 0);
    let name: string | undefined;
    let start = open + 1;
    const close = tokens.length - (tokens.at(-1)?.text === '}' ? 1 : 0);
    for (let index = open + 1; index <= close; index++) {
      const token = tokens[index];
      const isHead =
        index < close && token?.kind === 'word' && SECTIONS.has(token.text) && tokens[index + 1]?.text === ':';
      if (!isHead && index < close) continue;
      if (name !== undefined) this.#sections.set(name, [start, index]);
      name = token?.text;
      start = index + 2;
    }
  }

  /** What `meta` says of the log, in Sigma's words. */
  #named(): { readonly named?: Logsource } {
    const [from, to] = this.#sections.get('meta') ?? [0, 0];
    const said: Record<string, string> = {};
    for (let index = from; index + 2 < to; index++) {
      const [key, sign, value] = this.#stream.tokens.slice(index, index + 3);
      if (sign?.text === '=' && value?.kind === 'text' && ['product', 'category', 'service'].includes(key?.text ?? ''))
        said[(key as { text: string }).text] = value.text.toLowerCase();
    }
    return Object.keys(said).length === 0 ? {} : { named: said };
  }

  /** The conditions of each event. One that speaks of several events joins them, which only placeholders may. */
  #byEvent(tree: QueryNode): Map<string, QueryNode> {
    const parts = new Map<string, QueryNode[]>();
    const variables = (variable: string) => {
      const found = parts.get(variable) ?? [];
      parts.set(variable, found);
      return found;
    };
    for (const part of conjunctsOf(tree)) {
      const named = new Set(variablesOf(part));
      const [variable = ''] = named;
      if (named.size > 1)
        throw unreadable('a condition speaks of several events at once, which no rule can', placeOf(part));
      if (named.size === 1) variables(variable).push(ofOneEvent(part));
    }
    for (const relation of this.#relations)
      if (relation.kind === 'bound' && !parts.has(relation.variable)) variables(relation.variable);
    return new Map([...parts].map(([variable, each]) => [variable, join('and', each)]));
  }

  /** `$a, $b over 5m`, with `after $e` or `before $e`. */
  #match(): void {
    const range = this.#sections.get('match');
    if (range === undefined) return;
    const stream = this.#stream.part(...range);
    while (!stream.done && !stream.isWord('over') && !stream.isWord('by')) {
      const key = stream.take();
      if (key.kind === 'word') this.#keys.push(key.text.slice(1));
    }
    if (stream.done) return;
    stream.take();
    stream.takeWord('every');
    const span = stream.take();
    this.#windowSeconds = spanSeconds(
      span.text + (span.kind === 'number' && /^\d+$/.test(span.text) && !stream.done ? stream.take().text : ''),
    );
    if (stream.isWord('before') || stream.isWord('after')) {
      stream.take();
      const pivot = stream.take();
      this.#remarks.push({
        code: 'search_settings',
        message: 'The window hangs on one of the events; the rule’s is any window of its length.',
        at: pivot.at,
      });
    }
  }

  /** The counts of the condition section, in which every event must occur. */
  #condition(events: readonly string[]): readonly CountTest[] {
    const range = this.#sections.get('condition');
    if (range === undefined) throw malformed('the rule has no section "condition:"', 0);
    const stream = this.#stream.part(...range);
    const counts: CountTest[] = [];
    const named = new Set<string>();
    while (!stream.done) {
      const at = stream.at;
      try {
        this.#conditionPart(stream, events, counts, named);
      } catch (error) {
        if (!this.#partial || !(error instanceof QueryFault) || error.code !== 'UnreadableQuery') throw error;
        this.#unread.push({ at, end: at, why: error.message });
        while (!stream.done && !stream.isWord('and')) stream.take();
      }
      if (stream.done) break;
      if (!stream.takeWord('and')) throw unreadable('only events that must all be there are a correlation', stream.at);
    }
    const missing = events.find((event) => !named.has(event) && counts.every(({ of }) => of.variable !== event));
    if (missing !== undefined)
      throw unreadable(`the condition does not ask for $${missing}`, this.#stream.tokens[range[0]]?.at ?? 0);
    return counts;
  }

  #conditionPart(stream: TokenStream, events: readonly string[], counts: CountTest[], named: Set<string>): void {
    const token = stream.take();
    if (token.text === '(') {
      const inner = stream.part(stream.position, stream.skipGroup());
      while (!inner.done) {
        this.#conditionPart(inner, events, counts, named);
        if (!inner.done && !inner.takeWord('and'))
          throw unreadable('only events that must all be there are a correlation', inner.at);
      }
      return;
    }
    if (token.text === '!' || token.text.startsWith('!') || token.text === 'not')
      throw unreadable('the rule asks for an event that is not there, which no correlation says', token.at);
    const name = token.text.slice(1);
    const operator = stream.peek();
    if (operator === undefined || OPERATORS[operator.text] === undefined || operator.kind !== 'sign') {
      if (!events.includes(name)) throw unreadable(`${token.text} is a value, not an event`, token.at);
      named.add(name);
      return;
    }
    stream.take();
    const value = Number.parseFloat(stream.take().text);
    const threshold: Threshold = { operator: OPERATORS[operator.text] as Threshold['operator'], value };
    const isTrivial = (threshold.operator === 'gt' && value === 0) || (threshold.operator === 'gte' && value === 1);
    if (token.text.startsWith('#') && events.includes(name)) {
      named.add(name);
      if (!isTrivial) counts.push({ of: { type: 'event_count', fields: [], variable: name }, threshold, at: token.at });
      return;
    }
    const of = token.text.startsWith('#') ? this.#placeholder(name) : this.#outcome(name);
    if (of === undefined || !Number.isFinite(value))
      throw unreadable(`the condition compares ${token.text}, which the rule computes`, token.at);
    if (!isTrivial || of.type !== 'event_count') counts.push({ of, threshold, at: token.at });
  }

  /** `#name`: how many values the placeholder has. */
  #placeholder(name: string): Counted | undefined {
    const bound = this.#relations.find((relation) => relation.kind === 'bound' && relation.name === name);
    return bound?.kind === 'bound'
      ? { type: 'value_count', fields: [bound.field], variable: bound.variable }
      : undefined;
  }

  /** `$name = count_distinct($e.field)` of the outcome section. */
  #outcome(name: string): Counted | undefined {
    const range = this.#sections.get('outcome');
    if (range === undefined) return undefined;
    const { tokens } = this.#stream;
    for (let index = range[0]; index < range[1]; index++) {
      if (tokens[index]?.text !== `$${name}` || tokens[index + 1]?.text !== '=') continue;
      const [called, open, argument, close] = tokens.slice(index + 2, index + 6);
      const field = /^\$(\w+)\.(\S+)$/.exec(argument?.text ?? '');
      if (called === undefined || open?.text !== '(' || field === null || close?.text !== ')') return undefined;
      const type = ({ count_distinct: 'value_count', sum: 'value_sum', count: 'event_count' } as const)[called.text];
      if (type === undefined) return undefined;
      return { type, fields: type === 'event_count' ? [] : [field[2] as string], variable: field[1] as string };
    }
    return undefined;
  }

  #counted(counts: readonly CountTest[], event: string): { readonly count?: QueryCount } {
    const [first] = counts;
    if (first === undefined) return {};
    const other = counts.find(({ of }) => of.type !== first.of.type || of.fields.join() !== first.of.fields.join());
    if (other !== undefined)
      throw unreadable('a correlation of Sigma has one count; the condition has several', other.at);
    return {
      count: {
        type: first.of.type,
        fields: first.of.fields,
        groupBy: this.#keys.map((key) => this.#keyField(key, event)),
        ...(this.#windowSeconds === undefined ? {} : { windowSeconds: this.#windowSeconds }),
        thresholds: counts.map(({ threshold }) => threshold),
        at: first.at,
      },
    };
  }

  /** The field of an event that a match variable has the value of. */
  #keyField(key: string, event: string): string {
    const bound = this.#relations.find((each) => each.kind === 'bound' && each.name === key && each.variable === event);
    if (bound?.kind === 'bound') return bound.field;
    throw unreadable(`$${key} is not the value of a field of $${event}`, 0);
  }

  /** Several events: their order, and the values that they share. */
  #steps(events: readonly (readonly [string, QueryNode])[]): NonNullable<ParsedQuery['steps']> {
    const names = events.map(([name]) => name);
    const order = this.#order(names);
    const keys = this.#shared(names);
    const place = new Map(events);
    return {
      ordered: order !== undefined,
      ...(this.#windowSeconds === undefined ? {} : { windowSeconds: this.#windowSeconds }),
      steps: (order ?? names).map((name) => ({
        tree: place.get(name) as QueryNode,
        by: keys.map((key) => key.get(name) as string),
        at: 0,
      })),
    };
  }

  /** The values that all events share: placeholders that each has, and fields that are equal. */
  #shared(names: readonly string[]): readonly ReadonlyMap<string, string>[] {
    const groups = new Map<string, Map<string, string>>();
    let equal = 0;
    for (const relation of this.#relations) {
      if (relation.kind === 'bound') {
        const group = groups.get(relation.name) ?? new Map<string, string>();
        groups.set(relation.name, group.has(relation.variable) ? group : group.set(relation.variable, relation.field));
      } else if (relation.kind === 'equal') groups.set(`\0${equal++}`, new Map([relation.left, relation.right]));
    }
    const keys: ReadonlyMap<string, string>[] = [];
    for (const [name, group] of groups) {
      if (names.every((event) => group.has(event))) keys.push(group);
      else if (group.size > 1 || this.#keys.includes(name))
        throw unreadable('some of the events share a value that others do not have, which no correlation says', 0);
    }
    return keys;
  }

  /** The order of events, where times put all of them in a row. */
  #order(names: readonly string[]): readonly string[] | undefined {
    const before = this.#relations.filter((relation) => relation.kind === 'before');
    if (before.length === 0) return undefined;
    const rest = new Set(names);
    const order: string[] = [];
    while (rest.size > 0) {
      const free = [...rest].filter((name) =>
        before.every(({ earlier, later }) => later !== name || !rest.has(earlier)),
      );
      const [next] = free;
      if (next === undefined || free.length > 1)
        throw unreadable('the order of the events is not one row', before[0]?.at ?? 0);
      order.push(next);
      rest.delete(next);
    }
    return order;
  }
}

interface CountTest {
  readonly of: Counted;
  readonly threshold: Threshold;
  readonly at: number;
}

function variablesOf(node: QueryNode): readonly string[] {
  if (node.kind === 'constant') return [];
  if (node.kind === 'test') return [(node.field ?? '').split(OF_EVENT)[0] as string];
  return node.kind === 'not' ? variablesOf(node.child) : node.children.flatMap(variablesOf);
}

/** The condition with the fields of one event. */
function ofOneEvent(node: QueryNode): QueryNode {
  switch (node.kind) {
    case 'constant':
      return node;
    case 'not':
      return { kind: 'not', child: ofOneEvent(node.child) };
    case 'test':
      return { ...node, field: (node.field ?? '').split(OF_EVENT)[1] as string, test: referring(node.test) };
    default:
      return { kind: node.kind, children: node.children.map(ofOneEvent) };
  }
}

function referring(test: QueryTest): QueryTest {
  return test.op === 'fieldref' ? { ...test, field: test.field.replace(OF_EVENT, '') } : test;
}

function placeOf(node: QueryNode): number {
  if (node.kind === 'test') return node.at;
  if (node.kind === 'constant') return 0;
  return placeOf(node.kind === 'not' ? node.child : (node.children[0] as QueryNode));
}
