import {
  type Conversion,
  convert,
  type Note,
  type SigmaCollection,
  type SigmaCorrelation,
  SigmaError,
  type SigmaRule,
  type TargetId,
} from '@tripline/sigma';
import type { PlacedIssue } from '../../openapi/shared-fields.js';
import type { ConvertedRule } from '../../rule/converted-rule.js';
import type { OptionsOf } from './conversion-settings.js';
import { toIssue } from './sigma-text.js';

/**
 * Most characters of one query. Without pipelines no query comes near it; a pipeline could make one of any length of each rule, and queries
 * are saved.
 */
const QUERY_CHARACTERS_MAX = 1_000_000;

/** One rule in some languages: its queries and their notes, and why it has none in the others. */
export type Conversions = Pick<ConvertedRule, 'conversions' | 'notes' | 'errors'>;

/** Converts one rule or correlation of a collection. */
export function convertDocument(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  targets: readonly TargetId[],
  optionsOf: OptionsOf,
): Conversions {
  const conversions: Partial<Record<TargetId, string>> = {};
  const notes: Partial<Record<TargetId, readonly Note[]>> = {};
  const errors: Partial<Record<TargetId, PlacedIssue>> = {};
  for (const target of targets) {
    const conversion = convertOnce(document, collection, target, optionsOf);
    if (conversion.ok) {
      conversions[target] = conversion.queries.join('\n');
      notes[target] = conversion.notes;
    } else {
      errors[target] = toIssue(conversion.error);
    }
  }
  return { conversions, notes, errors };
}

function convertOnce(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  target: TargetId,
  optionsOf: OptionsOf,
): Conversion {
  try {
    const conversion = convert(document, collection, target, optionsOf(target));
    const length = conversion.ok ? conversion.queries.reduce((sum, query) => sum + query.length + 1, 0) : 0;
    if (length <= QUERY_CHARACTERS_MAX) return conversion;
    throw new SigmaError(
      'TooLarge',
      `the query would have ${length} characters, and one may have ${QUERY_CHARACTERS_MAX}`,
    );
  } catch (error) {
    if (error instanceof SigmaError) return { ok: false, target, error };
    throw error;
  }
}
