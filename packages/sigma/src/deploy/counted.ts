import { baseRules } from '../convert/base-search.js';
import type { MapFamily } from '../convert/maps.js';
import type { ConversionContext } from '../convert/target.js';
import type { Aggregation, Level, SigmaCorrelation, SigmaRule, Threshold } from '../model/rule.js';
import { luceneMap } from '../targets/lucene/resolve.js';

/** A rule or correlation with what its deployable forms need. */
export interface Deployable {
  readonly document: SigmaRule | SigmaCorrelation;
  /** The rules whose events it involves: itself, or those that the correlation refers to. */
  readonly rules: readonly SigmaRule[];
  /** What it counts; undefined for a rule on single events. */
  readonly aggregation?: Aggregation;
  /** Whether what it counts is more than events of single conditions: another correlation, or a rule that itself counts. */
  readonly isChain: boolean;
  /** How the query departs from the rule, in a few words; undefined where it does not. */
  readonly mark?: string;
  readonly ctx: ConversionContext;
}

/** The window of a counting rule that names none, in seconds. */
const DEFAULT_TIMESPAN_SECONDS = 300;

/** Collects what the deployable forms of a document need, in the names that its conversion gives. */
export function deployable(document: SigmaRule | SigmaCorrelation, ctx: ConversionContext): Deployable {
  const aggregation = aggregationOf(document);
  const referred = document.kind === 'rule' ? new Map() : ctx.referred(document);
  return {
    document,
    rules: document.kind === 'rule' ? [document] : baseRules(referred, ctx),
    ...(aggregation === undefined ? {} : { aggregation }),
    isChain: [...referred.values()].some((part) => part.kind === 'correlation' || counts(part)),
    ctx,
  };
}

/** What a document counts. Of a rule with several conditions nothing can be counted, since they are alternatives. */
function aggregationOf(document: SigmaRule | SigmaCorrelation): Aggregation | undefined {
  if (document.kind === 'correlation') return document.aggregation;
  return document.conditions.length === 1 ? document.conditions[0]?.aggregation : undefined;
}

function counts({ conditions }: SigmaRule): boolean {
  return conditions.some(({ aggregation }) => aggregation !== undefined);
}

/** The window of a counting rule in seconds. */
export function timespanSeconds(aggregation: Aggregation): number {
  return aggregation.timespanSeconds ?? DEFAULT_TIMESPAN_SECONDS;
}

/** The native name of a rule's field; a correlation's alias stands for the field of the first rule that has one. */
export function nativeField(field: string, { document, rules, ctx }: Deployable, family: MapFamily): string {
  const aliases = document.kind === 'correlation' ? document.aliases.get(field) : undefined;
  for (const rule of rules) {
    const own = [rule.id, rule.name, rule.title].map((reference) => reference && aliases?.get(reference));
    const named = own.find((name) => typeof name === 'string' && name !== '');
    if (aliases !== undefined && named === undefined) continue;
    return luceneMap(ctx.fieldMap(family, rule.logsource)).field(named ?? field).names[0] ?? field;
  }
  return field;
}

/** The index patterns of the rules' events; every index where a map names none. */
export function indexPatterns({ rules, ctx }: Deployable, family: MapFamily): readonly string[] {
  const patterns = new Set<string>();
  for (const rule of rules) {
    for (const pattern of (luceneMap(ctx.fieldMap(family, rule.logsource)).scope.index ?? '*').split(','))
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
