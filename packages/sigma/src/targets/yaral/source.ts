import { baseTree } from '../../convert/base-search.js';
import type { ConversionContext } from '../../convert/target.js';
import { joinRendered } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource, SigmaCorrelation, SigmaHeader, SigmaRule } from '../../model/rule.js';
import { yaralDialect } from '../udm/dialect.js';
import { quoted } from '../udm/literal.js';
import { noteField, type Place, resolveField } from '../udm/place.js';
import { mapOf } from '../udm/scope.js';
import { eventLines, oneExpression } from './events.js';
import { ruleName } from './name.js';

/** The events of a rule. */
interface EventSource {
  readonly kind: 'events';
  readonly logsource: Logsource;
  readonly tree: Condition;
  readonly reference: string;
}

/** One kind of event in a correlation. */
export type Source =
  | EventSource
  /** The detections of another rule that counts (composite detection). */
  | {
      readonly kind: 'detections';
      readonly rule: SigmaHeader;
      readonly reference: string;
      /** The events that it counts, where it is a rule with its own aggregation. */
      readonly events?: EventSource;
    };

/** The sources of a document that a correlation refers to; a rule with several conditions is an alternative of them. */
export function sourceOf(document: SigmaRule | SigmaCorrelation, reference: string): Source {
  if (document.kind === 'correlation') return { kind: 'detections', rule: document, reference };
  const [first] = document.conditions;
  const only = document.conditions.length === 1 ? first : undefined;
  const tree: Condition =
    only === undefined ? { kind: 'or', children: document.conditions.map(baseTree) } : baseTree(only);
  const events: EventSource = { kind: 'events', logsource: document.logsource, tree, reference };
  return only?.aggregation === undefined ? events : { kind: 'detections', rule: document, reference, events };
}

/**
 * Sources that one event variable can stand for: either events or detections. Beside events, a counting rule is represented by the events
 * it counts.
 */
export function ofOneKind(sources: readonly Source[], ctx: ConversionContext): readonly Source[] {
  if (sources.every(({ kind }) => kind === 'detections')) return sources;
  return sources.map((source) => {
    if (source.kind === 'events' || source.events === undefined) return source;
    ctx.note({
      code: 'aggregation_approximated',
      message: `The events of "${source.rule.title}" are counted, not its detections, which cannot stand beside events.`,
    });
    return source.events;
  });
}

/** The path of a source's field, with its event variable. */
export function fieldPath(source: Source, field: string, ctx: ConversionContext): string {
  if (source.kind === 'detections') {
    const place = resolveField(field, mapOf({}, ctx)).places[0] as Place;
    return `detection.collection_elements.references.event.${place.path}`;
  }
  const resolved = resolveField(field, mapOf(source.logsource, ctx));
  noteField(field, resolved, ctx);
  return (resolved.places[0] as Place).path;
}

/**
 * The lines that say that an event variable is one of the sources. `bind` gives the placeholder assignments of a source; they are inside
 * the alternative where sources differ in them.
 */
export function sourceLines(
  variable: string,
  sources: readonly Source[],
  bind: (source: Source) => readonly string[],
  ctx: ConversionContext,
): readonly string[] {
  const [first] = sources;
  if (first === undefined) return [];
  const bindings = sources.map(bind);
  const shared = bindings.every((lines) => lines.join('\n') === (bindings[0] ?? []).join('\n'));
  if (sources.length === 1) return [...predicates(variable, first, ctx), ...(bindings[0] ?? [])];
  const { syntax } = yaralDialect(variable);
  const alternatives = sources.map((source, index) =>
    oneExpression([...predicates(variable, source, ctx), ...(shared ? [] : (bindings[index] ?? []))], syntax),
  );
  const joined = joinRendered('or', alternatives, syntax);
  const text = typeof joined === 'object' ? `(${joined.text})` : String(joined);
  return [text, ...(shared ? (bindings[0] ?? []) : [])];
}

function predicates(variable: string, source: Source, ctx: ConversionContext): readonly string[] {
  if (source.kind === 'events') return eventLines(variable, source.logsource, source.tree, ctx);
  ctx.note({
    code: 'aggregation_approximated',
    message: `The rule builds on the detections of "${source.rule.title}": deploy that rule too (composite detection).`,
  });
  return [`$${variable}.detection.detection.rule_name = ${quoted(ruleName(source.rule.title, source.rule.id))}`];
}
