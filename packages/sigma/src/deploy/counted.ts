import { createHash } from 'node:crypto';
import { isUuid } from '../characters.js';
import { baseRules } from '../convert/correlation/base-search.js';
import type { MapFamily, MappedField } from '../convert/maps.js';
import type { Note } from '../convert/note.js';
import type { ConversionContext } from '../convert/target.js';
import type { Aggregation, Level, SigmaCorrelation, SigmaRule, Threshold } from '../model/rule.js';
import type { TargetId } from '../targets/index.js';
import { luceneMap } from '../targets/lucene/resolve.js';
import type { RuleIdentity } from './identity.js';
import { NotCounted } from './not-counted.js';

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
  /** The language of the form's query, where its product takes several. */
  readonly language?: TargetId;
  readonly identity: RuleIdentity;
  readonly ctx: ConversionContext;
}

/** Types of fields that an analyser takes apart, at least some of them, so that the product cannot compare their whole values. */
const ANALYSED: ReadonlySet<string> = new Set(['text', 'script', 'details']);

/** The window of a counting rule that names none, in seconds. */
const DEFAULT_TIMESPAN_SECONDS = 300;

/** Collects what the deployable forms of a document need, in the names that its conversion gives. */
export function deployable(
  document: SigmaRule | SigmaCorrelation,
  ctx: ConversionContext,
  identity: RuleIdentity,
): Deployable {
  const aggregation = aggregationOf(document);
  const referred = document.kind === 'rule' ? new Map() : ctx.referred(document);
  return {
    document,
    rules: document.kind === 'rule' ? [document] : baseRules(document, ctx),
    ...(aggregation === undefined ? {} : { aggregation }),
    isChain: [...referred.values()].some((part) => part.kind === 'correlation' || counts(part)),
    identity,
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

/**
 * The seconds of events that decide whether a document matches: its own window, and those of what it builds on, one after another. 0 for
 * a rule on single events.
 */
export function windowSeconds(document: SigmaRule | SigmaCorrelation, ctx: ConversionContext): number {
  if (document.kind === 'rule') {
    return Math.max(0, ...document.conditions.map(({ aggregation }) => aggregation?.timespanSeconds ?? 0));
  }
  const inner = [...ctx.referred(document).values()].map((part) => windowSeconds(part, ctx));
  return timespanSeconds(document.aggregation) + Math.max(0, ...inner);
}

/** The id under which a product takes the document: its own where it is a UUID, else one from its title, so that a second import replaces the first. */
export function importId({ id, title }: SigmaRule | SigmaCorrelation, product: string): string {
  if (id !== undefined && isUuid(id)) return id.toLowerCase();
  const hex = createHash('sha256')
    .update(`${product}\0${id ?? ''}\0${title}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The native name of a rule's field: of an account, which products take apart, that of its name. */
export function nativeField(field: string, source: Deployable, family: MapFamily): string {
  return nativeFields(field, source, family).at(-1) ?? field;
}

/**
 * The native names that together tell a rule's values of a field apart: two of an account, else one. A correlation's alias stands for the
 * field of the first rule that has one.
 */
export function nativeFields(field: string, source: Deployable, family: MapFamily): readonly string[] {
  const found = place(field, source, family);
  if (found === undefined) return [field];
  if (source.aggregation !== undefined && ANALYSED.has(found.type))
    throw new NotCounted(`${found.names.join(', ')} is analysed text, by which the product cannot group`);
  return found.type === 'account' ? found.names : found.names.slice(0, 1);
}

/** Whether the product can tell events apart by a field's whole values; analysed text has none. */
export function hasWholeValues(field: string, source: Deployable, family: MapFamily): boolean {
  return !ANALYSED.has(place(field, source, family)?.type ?? '');
}

function place(field: string, { document, rules, ctx }: Deployable, family: MapFamily): MappedField | undefined {
  const aliases = document.kind === 'correlation' ? document.aliases.get(field) : undefined;
  for (const rule of rules) {
    const own = [rule.id, rule.name, rule.title].map((reference) => reference && aliases?.get(reference));
    const named = own.find((name) => typeof name === 'string' && name !== '');
    if (aliases !== undefined && named === undefined) continue;
    return luceneMap(ctx.fieldMap(family, rule.logsource), family).field(named ?? field);
  }
  return undefined;
}

/** Notes on the fields that a form counts by, of which no map knows where they are. */
export function unplacedFields(source: Deployable, family: MapFamily): readonly Note[] {
  const { aggregation, ctx } = source;
  if (aggregation === undefined || ctx.settings.pipeline === 'none') return [];
  return [...new Set([...aggregation.groupBy, ...aggregation.fields])].flatMap((name): readonly Note[] => {
    const found = place(name, source, family);
    if (found === undefined || found.mapped) return [];
    const message = `No map knows the field ${name}; the rule counts by ${found.names.join(', ')}. If your events name it otherwise, map it by field_name_mapping in a pipeline.`;
    return [{ code: 'unmapped_field', message, part: 'correlation' }];
  });
}

/** The index patterns of the rules' events; every index where a map names none. */
export function indexPatterns({ rules, ctx }: Deployable, family: MapFamily): readonly string[] {
  const patterns = new Set<string>();
  for (const rule of rules) {
    for (const pattern of (luceneMap(ctx.fieldMap(family, rule.logsource), family).scope.index ?? '*').split(','))
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
