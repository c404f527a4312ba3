import type { ParsedQuery, QueryCount, UnreadPart } from '../query/query-tree.js';

/** What a source says beside its query, in the words of Elastic's rules. */
export interface RuleBeside {
  /** `query`, `eql`, `esql`, `threshold`, `new_terms`, `machine_learning`, … */
  readonly type?: string | undefined;
  readonly threshold?:
    | {
        readonly field?: string | readonly string[] | null;
        readonly value: number;
        readonly cardinality?: readonly { readonly field: string; readonly value: number }[] | null;
      }
    | null
    | undefined;
  readonly new_terms?: unknown;
  readonly index?: readonly string[] | null | undefined;
  /** How far a run looks back (`now-9m`), and how often it runs (`5m`). */
  readonly from?: string | null | undefined;
  readonly interval?: string | null | undefined;
}

/** What the rule's type adds to its query: a count, and what is not said. */
export function besideQuery(
  { count: own }: ParsedQuery,
  rule: RuleBeside,
): { readonly count?: QueryCount; readonly unread: readonly UnreadPart[] } {
  const unread: UnreadPart[] = [];
  const say = (why: string) => unread.push({ at: 0, end: 0, why });
  const kept = own === undefined ? {} : { count: own };
  if (rule.type === 'new_terms')
    say(
      'a rule of type new_terms finds values that were never seen before, which no correlation of Sigma says; only its query is read',
    );
  if (rule.type !== 'threshold') return { ...kept, unread };
  const count = own ?? thresholdCount(rule, say);
  return { ...(count === undefined ? {} : { count }), unread };
}

function thresholdCount({ threshold }: RuleBeside, say: (why: string) => void): QueryCount | undefined {
  if (threshold === undefined || threshold === null || !Number.isFinite(threshold.value)) {
    say('the rule is of type threshold, and its threshold is not given');
    return undefined;
  }
  const { field, value, cardinality } = threshold;
  const groupBy = (typeof field === 'string' ? [field] : (field ?? [])).filter((name) => name !== '');
  const distinct = (cardinality ?? []).map(
    (each): QueryCount => ({
      groupBy,
      at: 0,
      type: 'value_count',
      fields: [each.field],
      thresholds: [{ operator: 'gte', value: each.value }],
    }),
  );
  // As many distinct values need as many events.
  const isImplied = (cardinality ?? []).some((each) => each.value >= value);
  const events: QueryCount = {
    groupBy,
    at: 0,
    type: 'event_count',
    fields: [],
    thresholds: [{ operator: 'gte', value }],
  };
  const [first, ...others] = isImplied ? distinct : [events, ...distinct];
  return first === undefined || others.length === 0 ? first : { ...first, others };
}

/** The window of a rule's schedule in seconds: how far back it looks; undefined where it does not say. */
export function scheduledSeconds({ from, interval }: RuleBeside): number | undefined {
  const found = /^now-(\d{1,6})([smhd])$/.exec(from ?? '') ?? /^(\d{1,6})([smhd])$/.exec(interval ?? '');
  if (found === null) return undefined;
  const seconds = Number(found[1]) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[found[2] as 's' | 'm' | 'h' | 'd'] as number);
  return seconds > 0 ? seconds : undefined;
}
