import { eventsTree } from '../../convert/correlation/base-search.js';
import { membersOf } from '../../convert/correlation/members.js';
import type { ConversionContext } from '../../convert/target.js';
import type { Condition } from '../../model/condition.js';
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
  const { aggregation, aliases } = correlation;
  const asked = [...aggregation.groupBy, ...aggregation.fields, ...carried];
  const before = new Set<string>();
  const sources: Source[] = [];
  for (const member of membersOf(correlation, around, ctx, DEPTH_MAX)) {
    const { reference } = member;
    if (member.kind === 'events') {
      sources.push({ kind: 'events', logsource: member.document.logsource, tree: member.tree, reference });
      continue;
    }
    const fields = [...new Set(asked.map(member.nameOf))];
    const inner =
      member.kind === 'correlation'
        ? composeCorrelation(member.document, fields, [...around, correlation], ctx)
        : composeAggregation(member.document, member.tree, member.aggregation, fields, ctx);
    if (inner === undefined) return undefined;
    for (const text of inner.rules) before.add(text);
    sources.push({ kind: 'detections', rule: member.document, reference, values: inner.values });
  }
  const { expression } = correlation;
  const given = expression === undefined ? {} : { expression };
  return composed({ header: correlation, sources, aggregation, aliases, carried, ...given }, [...before], ctx);
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
    return { kind: 'events', logsource: rule.logsource, tree: eventsTree(rule.conditions), reference: String(index) };
  });
  return writeRule(header, { events: sourceLines('e', sources, () => [], ctx), outcome: [], condition: '$e' });
}
