import type { Aggregation, RuleReferenceTree, SigmaCorrelation, SigmaRule, Threshold } from '../model/rule.js';
import type { Deployable } from './counted.js';
import { NotCounted } from './not-counted.js';

type Json = Readonly<Record<string, unknown>>;

/** What a counting rule measures: metric aggregations, and the trigger's condition on them. */
export interface Counting {
  readonly metrics: Json;
  /** Painless variables of the trigger: name → path to the metric. */
  readonly paths: Readonly<Record<string, string>>;
  /** The condition with `{name}` in place of each variable. */
  readonly condition: string;
}

/** Converts one of the rules of a correlation to the monitor's language. */
export type KindOf = (rule: SigmaRule | SigmaCorrelation) => Kind;

/** One kind of event in a temporal rule. */
export interface Kind {
  readonly query: string;
  /** Whether the query matches exactly what the rule does, so that without a hit the rule has not matched. */
  readonly exact: boolean;
}

/** Painless operators for the comparisons. */
export const SIGNS: Readonly<Record<Threshold['operator'], string>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  eq: '==',
  neq: '!=',
};

/**
 * Counts the events of each kind in a temporal correlation (or an old-style `near`). The condition demands all kinds, the number that its
 * thresholds demand, or what its expression says. Absence is demanded only where a query is exact. Order is checked by the first time of a
 * kind and the last time of the next.
 */
export function temporalCounting(aggregation: Aggregation, source: Deployable, kindOf: KindOf): Counting {
  const { document } = source;
  const references = document.kind === 'correlation' ? document.rules : [];
  const kinds = kindsOf(aggregation, source, kindOf);
  const ordered = aggregation.type === 'temporal_ordered';
  const times = { first: { min: { field: '@timestamp' } }, last: { max: { field: '@timestamp' } } };
  const metrics: Record<string, Json> = {};
  const paths: Record<string, string> = {};
  kinds.forEach(({ query }, index) => {
    metrics[`rule_${index}`] = {
      filter: { query_string: { query, analyze_wildcard: true } },
      ...(ordered ? { aggregations: times } : {}),
    };
    paths[`count_${index}`] = `rule_${index}>_count`;
  });
  if (document.kind === 'correlation' && document.expression !== undefined) {
    const condition = expressed(document.expression, references, kinds, false);
    if (condition === undefined) throw new NotCounted('a part of its condition cannot be asked of a monitor exactly');
    return { metrics, paths, condition };
  }
  if (aggregation.thresholds.length > 0) return { metrics, paths, condition: asManyAs(aggregation.thresholds, kinds) };
  // The first and last times of three kinds do not say that one event of each is in order.
  if (ordered && kinds.length > 2) throw new NotCounted('a monitor orders two kinds of events, not more');
  const parts: string[] = [];
  kinds.forEach((_, index) => {
    parts.push(seen(index));
    if (ordered && index > 0) {
      paths[`first_${index - 1}`] = `rule_${index - 1}>first`;
      paths[`last_${index}`] = `rule_${index}>last`;
      parts.push(`{first_${index - 1}} <= {last_${index}}`);
    }
  });
  return { metrics, paths, condition: parts.join(' && ') };
}

function kindsOf({ near }: Aggregation, { document, rules, ctx }: Deployable, kindOf: KindOf): readonly Kind[] {
  if (document.kind === 'correlation') return [...ctx.referred(document).values()].map(kindOf);
  const [rule] = rules;
  if (near === undefined || rule === undefined) return [];
  return near.map((tree) => kindOf({ ...rule, conditions: [{ source: '', tree }] }));
}

/** An extended condition; undefined where a part of it cannot be asked exactly. */
function expressed(
  tree: RuleReferenceTree,
  references: readonly string[],
  kinds: readonly Kind[],
  negated: boolean,
): string | undefined {
  if (tree.kind === 'not') return expressed(tree.child, references, kinds, !negated);
  if (tree.kind === 'reference') {
    const index = references.indexOf(tree.reference);
    if (!negated) return index < 0 ? undefined : seen(index);
    return kinds[index]?.exact === true ? `{count_${index}} == 0` : undefined;
  }
  const parts = tree.children.map((child) => expressed(child, references, kinds, negated));
  const and = (tree.kind === 'and') !== negated;
  if (parts.includes(undefined)) return undefined;
  return parts.length === 1 ? parts[0] : `(${parts.join(and ? ' && ' : ' || ')})`;
}

function asManyAs(thresholds: readonly Threshold[], kinds: readonly Kind[]): string {
  const count = `(${kinds.map((_, index) => `(${seen(index)} ? 1 : 0)`).join(' + ')})`;
  const exact = kinds.every((kind) => kind.exact);
  const parts = thresholds.flatMap(({ operator, value }) => {
    if (exact || operator === 'gt' || operator === 'gte') return [`${count} ${SIGNS[operator]} ${value}`];
    return operator === 'eq' ? [`${count} >= ${value}`] : [];
  });
  if (parts.length === 0) throw new NotCounted('an upper bound needs queries that match exactly what the rules do');
  return parts.join(' && ');
}

function seen(index: number): string {
  return `{count_${index}} > 0`;
}
