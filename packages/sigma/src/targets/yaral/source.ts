import type { ConversionContext } from '../../convert/target.js';
import { joinRendered } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource, SigmaHeader } from '../../model/rule.js';
import { yaralDialect } from '../udm/dialect.js';
import { quoted } from '../udm/literal.js';
import { noteField, type Place, resolveField } from '../udm/place.js';
import { EVENT_TIME, kindOfPath } from '../udm/schema.js';
import { mapOf } from '../udm/scope.js';
import { eventLines, oneExpression } from './events.js';
import { ruleName } from './name.js';

/** One kind of event in a correlation. */
export type Source =
  | { readonly kind: 'events'; readonly logsource: Logsource; readonly tree: Condition; readonly reference: string }
  /** The detections of another rule that counts (composite detection). */
  | {
      readonly kind: 'detections';
      readonly rule: SigmaHeader;
      readonly reference: string;
      /** Where a detection has the values of the fields that the correlation asks for. */
      readonly values: ReadonlyMap<string, string>;
    };

/** Where events and detections have what every one of them has. */
export const COMMON_PATHS = {
  // Of a detection these are all events that it was made of.
  time: { events: EVENT_TIME, detections: `detection.collection_elements.references.event.${EVENT_TIME}` },
  id: { events: 'metadata.id', detections: 'detection.id' },
  origin: { events: 'metadata.log_type', detections: 'detection.detection.rule_name' },
} as const;

/** Whether one event variable can stand for all of the sources: it is of events or of detections. */
export function areOfOneKind(sources: readonly Source[]): boolean {
  return sources.every(({ kind }) => kind === sources[0]?.kind);
}

/** The path of a source's field, with its event variable. */
export function fieldPath(source: Source, field: string, ctx: ConversionContext): string {
  if (source.kind === 'detections') return source.values.get(field) as string;
  const resolved = resolveField(field, mapOf(source.logsource, ctx));
  noteField(field, resolved, ctx);
  return (resolved.places[0] as Place).path;
}

/** Whether a path of an event or a detection holds whole numbers. */
export function isNumeric(path: string): boolean {
  return kindOfPath(path) === 'int' || path.endsWith(VALUES.int);
}

const VALUES = { int: '.int64_seq.int64_vals', string: '.string_seq.string_vals' } as const;

/** Where a detection has the values of an outcome variable, which is a list (language syntax page, "outcome variables in maps"). */
export function outcomePath(name: string, numeric: boolean): string {
  return `detection.detection.variables["${name}"]${numeric ? VALUES.int : VALUES.string}`;
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
  return [`$${variable}.${COMMON_PATHS.origin.detections} = ${quoted(ruleName(source.rule.title, source.rule.id))}`];
}
