import { baseEvents, eventsTree } from '../../convert/correlation/base-search.js';
import type { Counting } from '../../convert/correlation/counting.js';
import { membersOf } from '../../convert/correlation/members.js';
import type { ConversionContext } from '../../convert/target.js';
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
 * The rule of a correlation, or of an old aggregation tail, behind the rules of the documents it refers to that count by themselves.
 * Undefined where the language cannot ask for it. `carried` are fields that a rule which reads its detections asks for.
 */
export function compose(
  counting: Counting,
  carried: readonly string[],
  around: readonly Counting[],
  ctx: ConversionContext,
): Composed | undefined {
  const { aggregation, aliases, expression } = counting;
  const asked = [...aggregation.groupBy, ...aggregation.fields, ...carried];
  const before = new Set<string>();
  const sources: Source[] = [];
  for (const member of membersOf(counting, around, ctx, DEPTH_MAX)) {
    const { reference } = member;
    if (member.kind === 'events') {
      sources.push({ kind: 'events', logsource: member.document.logsource, tree: member.tree, reference });
      continue;
    }
    const fields = [...new Set(asked.map(member.nameOf))];
    const inner = compose(member.document, fields, [...around, counting], ctx);
    if (inner === undefined) return undefined;
    for (const text of inner.rules) before.add(text);
    sources.push({ kind: 'detections', rule: member.document, reference, values: inner.values });
  }
  const given = expression === undefined ? {} : { expression };
  return composed({ header: counting, sources, aggregation, aliases, carried, ...given }, [...before], ctx);
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
export function baseSearch(counting: Counting, ctx: ConversionContext): string {
  ctx.note({
    code: 'aggregation_dropped',
    message: `YARA-L cannot count or order events as "${counting.title}" does: the rule is the base search.`,
  });
  const sources = baseEvents(counting, ctx).map(({ logsource, conditions }, index): Source => {
    return { kind: 'events', logsource, tree: eventsTree(conditions), reference: String(index) };
  });
  return writeRule(counting, { events: sourceLines('e', sources, () => [], ctx), outcome: [], condition: '$e' });
}
