import type { Threshold } from '../../model/rule.js';
import { QueryFault, unreadable } from '../query-fault.js';
import type { QueryCount, UnreadPart } from '../query-tree.js';
import type { Token, TokenStream } from '../tokens.js';
import { entryOf } from '../word-table.js';
import type { Relation } from './condition.js';
import type { Together } from './steps.js';

const OPERATORS: Readonly<Record<string, Threshold['operator']>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '=': 'eq',
  '!=': 'neq',
};
const AGGREGATES: Readonly<Record<string, QueryCount['type']>> = {
  count_distinct: 'value_count',
  sum: 'value_sum',
  count: 'event_count',
};

/** A name in the outcome section, or of a placeholder, that the condition may count. */
type Counted = Pick<QueryCount, 'type' | 'fields'> & { readonly variable: string };

/** A test of a count in the condition section. */
export interface CountTest {
  readonly of: Counted;
  readonly threshold: Threshold;
  readonly at: number;
}

/** The parts of a rule that its condition section speaks of. */
export interface Spoken {
  /** The variables of its events. */
  readonly events: readonly string[];
  readonly relations: readonly Relation[];
  /** The tokens of the outcome section. */
  readonly outcome: readonly Token[];
  readonly partial: boolean;
}

/** Reads the condition section, in which every event must occur: its counts, and what was left out where the caller takes a part. */
export function readCounts(
  stream: TokenStream,
  spoken: Spoken,
): { readonly counts: readonly CountTest[]; readonly unread: readonly UnreadPart[] } {
  const reader = new CountReader(spoken);
  reader.read(stream);
  return reader;
}

class CountReader {
  readonly counts: CountTest[] = [];
  readonly unread: UnreadPart[] = [];
  readonly #occurring = new Set<string>();
  readonly #spoken: Spoken;

  constructor(spoken: Spoken) {
    this.#spoken = spoken;
  }

  read(stream: TokenStream): void {
    const start = stream.tokens[stream.position]?.at ?? 0;
    while (!stream.done) {
      this.#kept(stream);
      if (stream.done) break;
      if (!stream.takeWord('and')) throw unreadable('only events that must all be there are a correlation', stream.at);
    }
    const missing = this.#spoken.events.find(
      (event) => !this.#occurring.has(event) && this.counts.every(({ of }) => of.variable !== event),
    );
    if (missing !== undefined) throw unreadable(`the condition does not ask for $${missing}`, start);
  }

  /** Reads a part. Where the caller takes a part of the rule, one that cannot be read is left out. */
  #kept(stream: TokenStream): void {
    const { at } = stream;
    try {
      this.#part(stream);
    } catch (error) {
      if (!this.#spoken.partial || !(error instanceof QueryFault) || error.code !== 'UnreadableQuery') throw error;
      this.unread.push({ at, end: at, why: error.message });
      while (!stream.done && !stream.isWord('and')) stream.take();
    }
  }

  #part(stream: TokenStream): void {
    const token = stream.take();
    if (token.text === '(') {
      this.#group(stream.part(stream.position, stream.skipGroup()));
      return;
    }
    if (token.text.startsWith('!') || token.text === 'not')
      throw unreadable('the rule asks for an event that is not there, which no correlation says', token.at);
    const sign = stream.peek();
    const operator = sign?.kind === 'sign' ? OPERATORS[sign.text] : undefined;
    if (operator === undefined) {
      const name = token.text.slice(1);
      if (!this.#spoken.events.includes(name)) throw unreadable(`${token.text} is a value, not an event`, token.at);
      this.#occurring.add(name);
      return;
    }
    stream.take();
    this.#count(token, { operator, value: Number.parseFloat(stream.take().text) });
  }

  #group(inner: TokenStream): void {
    while (!inner.done) {
      this.#part(inner);
      if (!inner.done && !inner.takeWord('and'))
        throw unreadable('only events that must all be there are a correlation', inner.at);
    }
  }

  /** `#event > 5`, `#placeholder > 5` or `$outcome > 5`. That there is one at all is no count. */
  #count(token: Token, threshold: Threshold): void {
    const name = token.text.slice(1);
    const { at } = token;
    const isNumber = token.text.startsWith('#');
    if (isNumber && this.#spoken.events.includes(name)) {
      this.#occurring.add(name);
      if (!isTrivial(threshold))
        this.counts.push({ of: { type: 'event_count', fields: [], variable: name }, threshold, at });
      return;
    }
    const of = isNumber ? this.#placeholder(name) : outcomeOf(name, this.#spoken.outcome);
    if (of === undefined || !Number.isFinite(threshold.value))
      throw unreadable(`the condition compares ${token.text}, which the rule computes`, at);
    if (!isTrivial(threshold) || of.type !== 'event_count') this.counts.push({ of, threshold, at });
  }

  /** `#name`: how many values the placeholder has. */
  #placeholder(name: string): Counted | undefined {
    const bound = this.#spoken.relations.find((relation) => relation.kind === 'bound' && relation.name === name);
    return bound?.kind === 'bound'
      ? { type: 'value_count', fields: [bound.field], variable: bound.variable }
      : undefined;
  }
}

/** Whether a count is one that every group of events has. */
function isTrivial({ operator, value }: Threshold): boolean {
  return (operator === 'gt' && value === 0) || (operator === 'gte' && value === 1);
}

/** `$name = count_distinct($e.field)` of the outcome section. */
function outcomeOf(name: string, tokens: readonly Token[]): Counted | undefined {
  const start = tokens.findIndex(({ text }, index) => text === `$${name}` && tokens[index + 1]?.text === '=');
  if (start < 0) return undefined;
  const [called, open, argument, close] = tokens.slice(start + 2, start + 6);
  const field = /^\$(\w+)\.(\S+)$/.exec(argument?.text ?? '');
  if (called === undefined || open?.text !== '(' || field === null || close?.text !== ')') return undefined;
  const type = entryOf(AGGREGATES, called.text);
  if (type === undefined) return undefined;
  return { type, fields: type === 'event_count' ? [] : [field[2] as string], variable: field[1] as string };
}

/** The count of a correlation on one event. @throws QueryFault where the condition has several */
export function countOf(
  counts: readonly CountTest[],
  event: string,
  { relations, keys, windowSeconds }: Together,
): { readonly count?: QueryCount } {
  const [first] = counts;
  if (first === undefined) return {};
  const other = counts.find(({ of }) => of.type !== first.of.type || of.fields.join() !== first.of.fields.join());
  if (other !== undefined)
    throw unreadable('a correlation of Sigma has one count; the condition has several', other.at);
  return {
    count: {
      type: first.of.type,
      fields: first.of.fields,
      groupBy: keys.map((key) => keyField(key, event, relations)),
      ...(windowSeconds === undefined ? {} : { windowSeconds }),
      thresholds: counts.map(({ threshold }) => threshold),
      at: first.at,
    },
  };
}

/** The field of an event that a match variable has the value of. */
function keyField(key: string, event: string, relations: readonly Relation[]): string {
  const bound = relations.find((each) => each.kind === 'bound' && each.name === key && each.variable === event);
  if (bound?.kind === 'bound') return bound.field;
  throw unreadable(`$${key} is not the value of a field of $${event}`, 0);
}
