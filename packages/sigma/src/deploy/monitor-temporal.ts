import { convert } from '../convert/convert.js';
import { INFORMATIVE_NOTES } from '../convert/note.js';
import type {
  Aggregation,
  RuleReferenceTree,
  SigmaCollection,
  SigmaCorrelation,
  SigmaRule,
  Threshold,
} from '../model/rule.js';
import { indexReferences } from '../parse/references.js';
import type { Deployable } from './counted.js';

type Json = Readonly<Record<string, unknown>>;

/** What a counting rule measures: metric aggregations, and the trigger's condition on them. */
export interface Counting {
  readonly metrics: Json;
  /** Painless variables of the trigger: name → path to the metric. */
  readonly paths: Readonly<Record<string, string>>;
  /** The condition with `{name}` in place of each variable. */
  readonly condition: string;
}

/** One kind of event in a temporal rule. */
interface Kind {
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
export function temporalCounting(aggregation: Aggregation, source: Deployable, collection: SigmaCollection): Counting {
  const { document } = source;
  const references = document.kind === 'correlation' ? document.rules : [];
  const kinds = kindsOf(aggregation, source, collection);
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
    const said = expressed(document.expression, references, kinds, false);
    return { metrics, paths, condition: said ?? anyOf(kinds) };
  }
  if (aggregation.thresholds.length > 0) return { metrics, paths, condition: asManyAs(aggregation.thresholds, kinds) };
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

function kindsOf({ near }: Aggregation, { document, rules }: Deployable, collection: SigmaCollection): readonly Kind[] {
  const [rule] = rules;
  if (document.kind === 'rule') {
    if (near === undefined || rule === undefined) return [];
    return near.map((tree) => kindOf({ ...rule, conditions: [{ source: '', tree }] }, collection));
  }
  const index = indexReferences(collection.documents);
  return document.rules.flatMap((reference) => {
    const referred = index.get(reference);
    return referred === undefined ? [] : [kindOf(referred, collection)];
  });
}

function kindOf(document: SigmaRule | SigmaCorrelation, collection: SigmaCollection): Kind {
  const converted = convert(document, collection, 'siem_dql');
  if (!converted.ok) return { query: '*:*', exact: false };
  return {
    query: converted.queries[0] ?? '*:*',
    exact: converted.notes.every(({ code }) => INFORMATIVE_NOTES.has(code)),
  };
}

/** An extended condition; undefined where no part of it can be expressed without missing events. */
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
  const said = parts.filter((part) => part !== undefined);
  if (said.length === 0 || (!and && said.length < parts.length)) return undefined;
  return said.length === 1 ? said[0] : `(${said.join(and ? ' && ' : ' || ')})`;
}

function asManyAs(thresholds: readonly Threshold[], kinds: readonly Kind[]): string {
  const count = `(${kinds.map((_, index) => `(${seen(index)} ? 1 : 0)`).join(' + ')})`;
  const exact = kinds.every((kind) => kind.exact);
  const parts = thresholds.flatMap(({ operator, value }) => {
    if (exact || operator === 'gt' || operator === 'gte') return [`${count} ${SIGNS[operator]} ${value}`];
    return operator === 'eq' ? [`${count} >= ${value}`] : [];
  });
  return parts.length === 0 ? anyOf(kinds) : parts.join(' && ');
}

function anyOf(kinds: readonly Kind[]): string {
  return kinds.map((_, index) => seen(index)).join(' || ');
}

function seen(index: number): string {
  return `{count_${index}} > 0`;
}
