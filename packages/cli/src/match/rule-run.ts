import {
  type CorrelationMatch,
  countedRules,
  createRuleIndex,
  logsourceOfEvent,
  matchCorrelation,
  type RuleIndex,
  type SigmaCollection,
  type SigmaCorrelation,
  type SigmaEvent,
  type SigmaRule,
  withRuleFields,
} from '@tripline/sigma';
import type { EventPlace } from '../events/read-events.js';
import { fieldsOfRule } from './rule-fields.js';

/** Most events that are kept for correlations, which are decided when all events have been read. */
const KEPT_MAX = 200_000;

/** A correlation, or a rule that counts, when all events have been read. */
export interface CountedMatch<Document> extends CorrelationMatch {
  readonly document: Document;
  /** The places of the events by which the windows name them. */
  readonly places: readonly EventPlace[];
  /** Where events were no longer kept, if they were too many. The windows are those of the events before. */
  readonly keptUntil: EventPlace | undefined;
}

/** Runs rules and correlations of one collection over a stream of events. */
export class RuleRun<Document extends SigmaRule | SigmaCorrelation> {
  private readonly single: readonly Document[];
  private readonly counting: readonly Counting<Document>[];
  /** By the number of a rule in the index, above those of `single`: the documents that count it. */
  private readonly countedBy: ReadonlyMap<number, readonly Counting<Document>[]>;
  private readonly rules: readonly SigmaRule[];
  /** The rules that each kept event satisfies. */
  private readonly satisfied = new WeakMap<SigmaEvent, ReadonlySet<SigmaRule>>();
  private readonly index: RuleIndex;
  private kept = 0;
  private keptUntil: EventPlace | undefined;

  /** Throws a `SigmaError` where a correlation refers to a rule that the collection does not have. */
  constructor(
    documents: readonly Document[],
    private readonly collection: SigmaCollection,
  ) {
    this.single = documents.filter((document) => !counts(document));
    this.counting = documents.filter(counts).map((document) => ({ document, events: [], places: [] }));
    const byRule = new Map<SigmaRule, Counting<Document>[]>();
    for (const one of this.counting) {
      for (const rule of countedRules(one.document, collection)) {
        if (byRule.get(rule)?.push(one) === undefined) byRule.set(rule, [one]);
      }
    }
    const first = this.single.length;
    this.countedBy = new Map([...byRule.values()].map((counting, at) => [first + at, counting]));
    this.rules = [...(this.single as readonly SigmaRule[]), ...byRule.keys()];
    this.index = createRuleIndex(this.rules);
  }

  /** The numbers of the rules that an event satisfies, those that only count among them. Equal runs give equal numbers. */
  numbersOf(event: SigmaEvent): readonly number[] {
    return this.index.matches(event);
  }

  /** The fields that the rules ask for. */
  fields(): ReadonlySet<string> {
    return new Set(this.rules.flatMap(fieldsOfRule));
  }

  /** Whether any of the rules is one that something counts, so that the event must be kept. */
  isCounted(numbers: readonly number[]): boolean {
    return numbers.some((number) => this.countedBy.has(number));
  }

  /** The rules among the numbers that fire by themselves. */
  firing(numbers: readonly number[]): readonly Document[] {
    return numbers.filter((number) => number < this.single.length).map((number) => this.single[number] as Document);
  }

  /** The rules that the event satisfies by itself. */
  add(event: SigmaEvent, place: EventPlace): readonly Document[] {
    const numbers = this.numbersOf(event);
    if (numbers.length === 0) return NONE;
    if (this.isCounted(numbers)) this.keep(event, place, numbers);
    return this.firing(numbers);
  }

  /** What counts, when all events have been added. */
  *finish(): Generator<CountedMatch<Document>> {
    for (const { document, events, places } of this.counting) {
      const match = matchCorrelation(document, this.collection, events, {
        isFor: (event, rule) => this.satisfied.get(event)?.has(rule) === true,
      });
      yield { ...match, document, places, keptUntil: this.keptUntil };
    }
  }

  /** Keeps an event for what counts it. */
  keep(event: SigmaEvent, { path, line }: EventPlace, numbers: readonly number[]): void {
    const place = { path, line };
    if (this.kept >= KEPT_MAX) {
      this.keptUntil ??= place;
      return;
    }
    this.kept++;
    const seen = withRuleFields(event, logsourceOfEvent(event));
    this.satisfied.set(seen, new Set(numbers.map((number) => this.rules[number] as SigmaRule)));
    for (const { events, places } of new Set(numbers.flatMap((number) => this.countedBy.get(number) ?? []))) {
      events.push(seen);
      places.push(place);
    }
  }
}

interface Counting<Document> {
  readonly document: Document;
  readonly events: SigmaEvent[];
  readonly places: EventPlace[];
}

const NONE: readonly never[] = [];

/** Whether a document is decided over many events: a correlation, or a rule with an aggregation tail. */
export function counts(document: SigmaRule | SigmaCorrelation): boolean {
  return document.kind === 'correlation' || document.conditions.some(({ aggregation }) => aggregation !== undefined);
}
