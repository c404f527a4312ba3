import { baseTree } from '../../convert/base-search.js';
import type { ConversionContext } from '../../convert/target.js';
import type { Condition } from '../../model/condition.js';
import { SigmaError } from '../../model/error.js';
import type { Aggregation, SigmaCorrelation, SigmaHeader, SigmaRule } from '../../model/rule.js';
import { countingRule } from './counting.js';
import { type Correlated, writeRule } from './rule-text.js';
import { type Source, sourceLines } from './source.js';
import { temporalRule } from './temporal.js';

/** Rules of which each reads only detections of those before it; the last is the document's own. */
export interface Composed {
  readonly rules: readonly string[];
  /** Where a detection has the values of the fields that were asked for. */
  readonly values: ReadonlyMap<string, string>;
}

/** Most rules that build on one another (composite detections page). */
const DEPTH_MAX = 10;

/**
 * The rule of a condition with an old aggregation tail, or undefined where the language cannot ask for it. `carried` are fields that a rule
 * which reads its detections asks for.
 */
export function composeAggregation(
  header: SigmaRule,
  tree: Condition,
  aggregation: Aggregation,
  carried: readonly string[],
  ctx: ConversionContext,
): Composed | undefined {
  const { logsource } = header;
  const sources = (aggregation.near ?? [tree]).map(
    (part, index): Source => ({ kind: 'events', logsource, tree: part, reference: String(index) }),
  );
  return composed({ header, sources, aggregation, aliases: new Map(), carried }, [], ctx);
}

/**
 * The rule of a correlation behind the rules of the documents it refers to that count by themselves, or undefined where the language
 * cannot ask for it.
 */
export function composeCorrelation(
  correlation: SigmaCorrelation,
  carried: readonly string[],
  around: readonly SigmaCorrelation[],
  ctx: ConversionContext,
): Composed | undefined {
  const circular = around.includes(correlation);
  if (circular || around.length >= DEPTH_MAX) {
    const message = circular
      ? `the correlation "${correlation.title}" refers to itself`
      : `correlations refer to each other more than ${DEPTH_MAX} levels deep`;
    throw new SigmaError('InvalidCorrelation', message, {
      document: correlation.document,
      path: 'correlation.rules',
    });
  }
  const { aggregation, aliases } = correlation;
  const asked = [...aggregation.groupBy, ...aggregation.fields, ...carried];
  const before = new Set<string>();
  const sources: Source[] = [];
  for (const [reference, document] of ctx.referred(correlation)) {
    const events = eventsOf(document, reference);
    if (events !== undefined) {
      sources.push(events);
      continue;
    }
    const fields = [...new Set(asked.map((field) => aliases.get(field)?.get(reference) ?? field))];
    const inner = composeInner(document, fields, [...around, correlation], ctx);
    if (inner === undefined) return undefined;
    for (const text of inner.rules) before.add(text);
    sources.push({ kind: 'detections', rule: document, reference, values: inner.values });
  }
  const { expression } = correlation;
  const given = expression === undefined ? {} : { expression };
  return composed({ header: correlation, sources, aggregation, aliases, carried, ...given }, [...before], ctx);
}

/** The rule whose detections stand for a document that counts by itself. */
function composeInner(
  document: SigmaRule | SigmaCorrelation,
  fields: readonly string[],
  around: readonly SigmaCorrelation[],
  ctx: ConversionContext,
): Composed | undefined {
  if (document.kind === 'correlation') return composeCorrelation(document, fields, around, ctx);
  const [only] = document.conditions;
  if (only?.aggregation === undefined || document.conditions.length > 1) return undefined;
  return composeAggregation(document, only.tree, only.aggregation, fields, ctx);
}

/** The events of a rule; undefined for a document that counts by itself. */
function eventsOf(document: SigmaRule | SigmaCorrelation, reference: string): Source | undefined {
  if (document.kind === 'correlation' || document.conditions.some(({ aggregation }) => aggregation !== undefined))
    return undefined;
  return { kind: 'events', logsource: document.logsource, tree: anyOf(document), reference };
}

function composed(correlated: Correlated, before: readonly string[], ctx: ConversionContext): Composed | undefined {
  const { type } = correlated.aggregation;
  const write = type === 'temporal' || type === 'temporal_ordered' ? temporalRule : countingRule;
  const written = write(correlated, ctx);
  if (written === undefined) return undefined;
  for (const source of correlated.sources) {
    if (source.kind === 'events') continue;
    ctx.note({
      code: 'query_syntax',
      message: `"${correlated.header.title}" reads the detections of "${source.rule.title}", which stands before it: save each as a rule of its own.`,
    });
  }
  return { rules: [...before, written.text], values: written.values };
}

/** Every event that any of the rules would match, where no rule can ask for what is counted. */
export function baseSearch(header: SigmaHeader, rules: readonly SigmaRule[], ctx: ConversionContext): string {
  ctx.note({
    code: 'aggregation_dropped',
    message: `YARA-L cannot count or order events as "${header.title}" does: the rule is the base search.`,
  });
  const sources = rules.map((rule, index): Source => {
    return { kind: 'events', logsource: rule.logsource, tree: anyOf(rule), reference: String(index) };
  });
  return writeRule(header, { events: sourceLines('e', sources, () => [], ctx), outcome: [], condition: '$e' });
}

/** The condition of a rule on single events; several are alternatives. */
function anyOf({ conditions }: SigmaRule): Condition {
  const trees = conditions.map(baseTree);
  return trees.length === 1 ? (trees[0] as Condition) : { kind: 'or', children: trees };
}
