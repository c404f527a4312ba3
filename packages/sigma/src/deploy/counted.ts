import { type MapFamily, resolveMap } from '../convert/maps.js';
import type { Aggregation, Level, SigmaCollection, SigmaCorrelation, SigmaRule, Threshold } from '../model/rule.js';
import { indexReferences } from '../parse/references.js';
import { luceneMap } from '../targets/lucene/resolve.js';

/** A rule or correlation with what its deployable forms need. */
export interface Deployable {
  readonly document: SigmaRule | SigmaCorrelation;
  /** The rules whose events it involves: itself, or those that the correlation refers to. */
  readonly rules: readonly SigmaRule[];
  readonly aggregation?: Aggregation;
}

/** The window of a counting rule that names none, in seconds. */
const DEFAULT_TIMESPAN_SECONDS = 300;

/** Collects what the deployable forms of a document need. References to missing documents are left out. */
export function deployable(document: SigmaRule | SigmaCorrelation, collection: SigmaCollection): Deployable {
  const [only] = document.kind === 'rule' && document.conditions.length === 1 ? document.conditions : [];
  const aggregation = document.kind === 'rule' ? only?.aggregation : document.aggregation;
  return {
    document,
    rules: document.kind === 'rule' ? [document] : referredRules(document, collection),
    ...(aggregation === undefined ? {} : { aggregation }),
  };
}

function referredRules(correlation: SigmaCorrelation, collection: SigmaCollection): readonly SigmaRule[] {
  const index = indexReferences(collection.documents.filter((document) => document.kind !== 'filter'));
  const rules: SigmaRule[] = [];
  const seen = new Set<SigmaRule | SigmaCorrelation>([correlation]);
  const queue: (SigmaRule | SigmaCorrelation)[] = [correlation];
  for (const document of queue) {
    if (document.kind === 'rule') rules.push(document);
    else {
      for (const reference of document.rules) {
        const referred = index.get(reference);
        if (referred === undefined || seen.has(referred)) continue;
        seen.add(referred);
        queue.push(referred);
      }
    }
  }
  return rules;
}

/** The window of a counting rule in seconds. */
export function timespanSeconds(aggregation: Aggregation): number {
  return aggregation.timespanSeconds ?? DEFAULT_TIMESPAN_SECONDS;
}

/** The native name of a rule's field; a correlation's alias stands for the field of the first rule that has one. */
export function nativeField(field: string, { document, rules }: Deployable, family: MapFamily): string {
  const aliases = document.kind === 'correlation' ? document.aliases.get(field) : undefined;
  for (const rule of rules) {
    const own = [rule.id, rule.name, rule.title].map((reference) => reference && aliases?.get(reference));
    const named = own.find((name) => typeof name === 'string' && name !== '');
    if (aliases !== undefined && named === undefined) continue;
    return luceneMap(resolveMap(family, rule.logsource)).field(named ?? field).names[0] ?? field;
  }
  return field;
}

/** The index patterns of the rules' events; every index where a map names none. */
export function indexPatterns({ rules }: Deployable, family: MapFamily): readonly string[] {
  const patterns = new Set<string>();
  for (const rule of rules) {
    for (const pattern of (luceneMap(resolveMap(family, rule.logsource)).scope.index ?? '*').split(','))
      patterns.add(pattern);
  }
  return patterns.size === 0 ? ['*'] : [...patterns];
}

/** The smallest count that satisfies every threshold; undefined for thresholds without a lower bound (`lt`, `eq`, `neq`). */
export function leastCount(thresholds: readonly Threshold[]): number | undefined {
  let least = 1;
  for (const { operator, value } of thresholds) {
    if (operator !== 'gt' && operator !== 'gte') return undefined;
    least = Math.max(least, operator === 'gt' ? Math.floor(value) + 1 : Math.ceil(value));
  }
  return least;
}

/** Elastic's risk scores for its severities; `informational` gets the lower end of the lowest. */
export const RISK_SCORES: Readonly<Record<Level, number>> = {
  informational: 5,
  low: 21,
  medium: 47,
  high: 73,
  critical: 99,
};
