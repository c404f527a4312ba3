import { eventsTree } from './convert/correlation/base-search.js';
import { type DataPlace, type FieldMaps, fieldMapsFor } from './convert/field-maps.js';
import { resolveMap } from './convert/maps.js';
import { INFORMATIVE_NOTES, type Note } from './convert/note.js';
import { stackMapsOf } from './convert/stacks.js';
import type { ConversionContext, IndexMacro, ReferredDocuments, Target } from './convert/target.js';
import { widenRegexes } from './convert/widen-regex.js';
import { SigmaError } from './model/error.js';
import type { RuleCondition, SigmaCollection, SigmaCorrelation, SigmaRule } from './model/rule.js';
import { indexReferences } from './parse/references.js';
import { leavesOfSubject } from './pipeline/leaves.js';
import type { ProcessingPipeline } from './pipeline/model.js';
import type { GivenNames } from './pipeline/run.js';
import { PipelineSession } from './pipeline/session.js';
import type { TargetDescriptor } from './targets/descriptor.js';
import { describedTarget, isFor, type TargetId } from './targets/index.js';

/** Options of a conversion; everything has a default. */
export interface ConvertOptions extends DataPlace {
  /** Whether the built-in maps name the fields and the scope that `pipelines` leave open: `default`, or `none`. */
  readonly pipeline?: 'default' | 'none';
  /** Processing pipelines, applied in the order of their priorities before the built-in maps. */
  readonly pipelines?: readonly ProcessingPipeline[];
  /** The id of one of the target's named stacks (`listStacks`); the target's default without one. */
  readonly stack?: string;
  /** Makes the first note that loses something an error. */
  readonly strict?: boolean;
  readonly casing?: 'safe' | 'plain';
  /** Where SPL and KQL count: in windows that begin at an event (`sliding`, default), or in windows of the clock (`fixed`, with a note). */
  readonly windows?: 'sliding' | 'fixed';
  /** SPL: names a macro for the index of each log source, so that one file says where the events are. */
  readonly indexMacro?: IndexMacro;
  /** `each`: one query per condition of the rule. `joined` (default): one query, their OR. */
  readonly conditions?: 'each' | 'joined';
}

/** The outcome for one document and one target. */
export type Conversion<Id extends TargetId = TargetId> =
  | {
      readonly ok: true;
      readonly target: Id;
      readonly queries: readonly string[];
      readonly notes: readonly Note[];
    }
  | { readonly ok: false; readonly target: Id; readonly error: SigmaError };

/**
 * Converts one rule or correlation of a collection to one target. A correlation's references are looked up in the same collection. Never
 * throws: a fault of the rule, or a loss under `strict`, is in the result.
 */
export function convert<Id extends TargetId>(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  targetId: Id,
  options: ConvertOptions = {},
): Conversion<Id> {
  try {
    const open = openConversion(document, collection, targetId, options);
    const queries = open.queries();
    if (options.strict === true) {
      const lost = open.notes.find((note) => !INFORMATIVE_NOTES.has(note.code));
      if (lost !== undefined) {
        const place = lost.part === undefined ? {} : { path: lost.part };
        throw new SigmaError('Strict', `${targetId} cannot say the rule exactly: ${lost.message}`, {
          document: document.document,
          ...place,
        });
      }
    }
    return { ok: true, target: targetId, queries, notes: open.notes };
  } catch (error) {
    if (error instanceof SigmaError) return { ok: false, target: targetId, error };
    throw error;
  }
}

/** A conversion whose pipelines have run, before its queries are written. */
export interface OpenConversion {
  /** The document as the pipelines leave it. */
  readonly subject: SigmaRule | SigmaCorrelation;
  readonly ctx: ConversionContext;
  /** What the conversion has noted so far. */
  readonly notes: readonly Note[];
  /** Writes the queries. */
  queries(): readonly string[];
}

/**
 * Begins a conversion; `convert` is this and its queries. The deployable forms also ask it for the document and the field maps.
 * @throws SigmaError for a document, a pipeline or an option that the target cannot follow
 */
export function openConversion(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  targetId: TargetId,
  options: ConvertOptions,
): OpenConversion {
  const described = describedTarget(targetId);
  const { writer } = described;
  const notes: Note[] = [];
  const settings = {
    pipeline: options.pipeline ?? 'default',
    casing: options.casing ?? 'safe',
    windows: options.windows ?? 'sliding',
    indexMacro: options.indexMacro,
  } as const;
  const note = noteOnce(notes);
  const { stack } = options;
  const mapsWith = (names: GivenNames | undefined): FieldMaps =>
    fieldMapsFor(described, { stack, place: options, names, builtIn: settings.pipeline !== 'none' }, note);
  const places = mapsWith(undefined);
  const session = createSession(options.pipelines ?? [], collection, described, places, note);
  const fieldMap = session === undefined ? places : mapsWith(session.names);
  const stackMap = stack === undefined ? resolveMap : stackMapsOf(described, stack);
  const asWritten = (each: SigmaRule | SigmaCorrelation): SigmaRule | SigmaCorrelation =>
    writer.backtracks === true || each.kind === 'correlation' ? each : widenRegexes(each, note);
  const referred = (correlation: SigmaCorrelation): ReferredDocuments => {
    const original = (session?.original(correlation) ?? correlation) as SigmaCorrelation;
    return new Map(
      [...referredDocuments(original, collection)].map(([reference, found]) => [
        reference,
        asWritten(session?.transform(found) ?? found),
      ]),
    );
  };
  // No spreads here: these objects are made for each conversion, and a spread takes a tenth of a simple one's time.
  const ctx: ConversionContext = { settings, fieldMap, stackMap, note, referred };
  const subject = asWritten(session?.transform(document) ?? document);
  if (session !== undefined && settings.pipeline === 'none') noteUnnamed(session, note);
  return {
    subject,
    ctx,
    notes,
    queries() {
      const written =
        subject.kind === 'rule'
          ? convertRule(subject, writer, ctx, options.conditions ?? 'joined')
          : [writer.convertCorrelation(subject, ctx)];
      return session === undefined ? written : written.map((query) => session.postprocess(query, subject));
    },
  };
}

function convertRule(
  rule: SigmaRule,
  target: Target,
  ctx: ConversionContext,
  conditions: 'each' | 'joined',
): readonly string[] {
  if (conditions === 'each' || rule.conditions.length === 1) {
    return rule.conditions.map((condition) => target.convertCondition(rule, condition, ctx));
  }
  return [target.convertCondition(rule, joinConditions(rule, ctx), ctx)];
}

/** The OR of several conditions. An aggregation cannot be ORed with anything, so only its base search is used, with a note. */
function joinConditions(rule: SigmaRule, ctx: ConversionContext): RuleCondition {
  if (rule.conditions.some((condition) => condition.aggregation !== undefined)) {
    ctx.note({
      code: 'aggregation_dropped',
      message: 'The rule has several conditions, of which one counts; the query holds their base searches.',
    });
  }
  const source = rule.conditions.map((condition) => `(${condition.source})`).join(' or ');
  return { source, tree: eventsTree(rule.conditions) };
}

function referredDocuments(
  correlation: SigmaCorrelation,
  collection: SigmaCollection,
): ReadonlyMap<string, SigmaRule | SigmaCorrelation> {
  const index = indexReferences(collection.documents);
  const referred = new Map<string, SigmaRule | SigmaCorrelation>();
  for (const reference of correlation.rules) {
    const found = index.get(reference);
    if (found === undefined) {
      throw new SigmaError(
        'UnknownRule',
        `the correlation refers to "${reference}", which no rule of the collection has as name or id`,
        {
          document: correlation.document,
          path: 'correlation.rules',
        },
      );
    }
    referred.set(reference, found);
  }
  return referred;
}

/** The pipelines that are for the target, ready to run; undefined without any. */
function createSession(
  pipelines: readonly ProcessingPipeline[],
  collection: SigmaCollection,
  target: TargetDescriptor,
  places: FieldMaps,
  note: (note: Note) => void,
): PipelineSession | undefined {
  if (pipelines.length === 0) return undefined;
  const skipped = pipelines.filter((pipeline) => !isFor(pipeline, target));
  for (const { name } of skipped) {
    note({
      code: 'pipeline_skipped',
      message: `The pipeline "${name}" allows other backends than ${target.id} and was not applied.`,
    });
  }
  const applied = pipelines.filter((pipeline) => !skipped.includes(pipeline));
  if (applied.length === 0) return undefined;
  return new PipelineSession(
    applied,
    (correlation) => (correlation.kind === 'rule' ? [] : [...referredDocuments(correlation, collection).values()]),
    (logsource, field) => places(target.family, logsource).fields.get(field)?.names[0] ?? field,
  );
}

/** Adds notes to a list; equal ones are kept once. */
function noteOnce(notes: Note[]): (note: Note) => void {
  const kept = new Set<string>();
  return (note) => {
    const { code, message, part } = note;
    kept.add(JSON.stringify([code, message, part]));
    if (kept.size > notes.length) notes.push(note);
  };
}

/** Notes the fields that the pipelines leave under the rule's names, where they name others and no map comes after them. */
function noteUnnamed(session: PipelineSession, note: (note: Note) => void): void {
  const { mapped, added } = session.names;
  if (mapped.size === 0) return;
  for (const leaf of session.documents().flatMap(leavesOfSubject)) {
    if (leaf.kind !== 'field' || mapped.has(leaf.field) || added.has(leaf.field)) continue;
    note({
      code: 'unmapped_field',
      message: `No pipeline maps the field ${leaf.field}; it stands under its own name.`,
    });
  }
}
