import type { TargetId } from '../catalogue/targets.js';
import type { Condition } from '../model/condition.js';
import { SigmaError } from '../model/error.js';
import type { RuleCondition, SigmaCollection, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { indexReferences } from '../parse/references.js';
import { targetById } from '../targets/index.js';
import { baseTree } from './base-search.js';
import { resolveMap } from './maps.js';
import { INFORMATIVE_NOTES, type Note } from './note.js';
import type { ConversionContext, ConversionSettings, Target } from './target.js';

/** Options of a conversion; everything has a default. */
export interface ConvertOptions {
  readonly pipeline?: 'default' | 'none';
  /** Makes the first note that loses something an error. */
  readonly strict?: boolean;
  readonly casing?: 'safe' | 'plain';
  /** `each`: one query per condition of the rule. `joined` (default): one query, their OR. */
  readonly conditions?: 'each' | 'joined';
}

/** The outcome for one document and one target. */
export type Conversion =
  | {
      readonly ok: true;
      readonly target: TargetId;
      readonly queries: readonly string[];
      readonly notes: readonly Note[];
    }
  | { readonly ok: false; readonly target: TargetId; readonly error: SigmaError };

/**
 * Converts one rule or correlation of a collection to one target. A correlation's references are looked up in the same collection. Never
 * throws: a fault of the rule, or a loss under `strict`, is in the result.
 */
export function convert(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  targetId: TargetId,
  options: ConvertOptions = {},
): Conversion {
  const target = targetById(targetId);
  const notes: Note[] = [];
  const settings = { pipeline: options.pipeline ?? 'default', casing: options.casing ?? 'safe' } as const;
  const ctx = createContext(notes, settings, collection);
  try {
    const queries =
      document.kind === 'rule'
        ? convertRule(document, target, ctx, options.conditions ?? 'joined')
        : [target.convertCorrelation(document, ctx.referred(document), ctx)];
    if (options.strict === true) {
      const lost = notes.find((note) => !INFORMATIVE_NOTES.has(note.code));
      if (lost !== undefined) {
        const place = lost.part === undefined ? {} : { path: lost.part };
        throw new SigmaError('Strict', `${targetId} cannot say the rule exactly: ${lost.message}`, {
          document: document.document,
          ...place,
        });
      }
    }
    return { ok: true, target: targetId, queries, notes };
  } catch (error) {
    if (error instanceof SigmaError) return { ok: false, target: targetId, error };
    throw error;
  }
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
  const children = rule.conditions
    .map(baseTree)
    .flatMap((tree): readonly Condition[] => (tree.kind === 'or' ? tree.children : [tree]));
  return { source: rule.conditions.map(({ source }) => `(${source})`).join(' or '), tree: { kind: 'or', children } };
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

function createContext(notes: Note[], settings: ConversionSettings, collection: SigmaCollection): ConversionContext {
  return {
    settings,
    fieldMap: resolveMap,
    referred: (correlation) => referredDocuments(correlation, collection),
    note(note) {
      if (
        !notes.some((known) => known.code === note.code && known.message === note.message && known.part === note.part)
      ) {
        notes.push(note);
      }
    },
  };
}
