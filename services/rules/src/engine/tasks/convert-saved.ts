import {
  DEFAULT_TARGET_IDS,
  parseSigma,
  type SigmaCollection,
  type SigmaCorrelation,
  type SigmaRule,
  type TargetId,
} from '@tripline/sigma';
import type { RuleText } from '../../rule/rule-model.js';
import type { RuleContent } from '../../rule/rule-resource.js';
import { type ConversionSettings, type OptionsOf, readSettings } from './conversion-settings.js';
import { convertDocument } from './convert-document.js';

/** The conversions of a saved rule. Of a backend that refused it, the notes say why. */
export type SavedConversions = Pick<RuleContent, 'conversions' | 'notes'>;

/** A rule of the library about to be converted. */
export interface ConversionInput extends RuleText {
  /** The backends that it is converted to beside the six that every rule has. */
  readonly others?: readonly TargetId[];
}

/** Converts rules of the library, in their order; null for one that this release cannot read. */
export function convertSaved(
  rules: readonly ConversionInput[],
  settings: ConversionSettings,
): readonly (SavedConversions | null)[] {
  const optionsOf = readSettings(settings);
  return rules.map((rule) => {
    const { collection, document } = readSaved(rule);
    if (document === undefined) return null;
    return convertRead(document, collection, [...DEFAULT_TARGET_IDS, ...(rule.others ?? [])], optionsOf);
  });
}

/** Converts a rule that was read. */
export function convertRead(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  targets: readonly TargetId[],
  optionsOf: OptionsOf,
): SavedConversions {
  const { conversions, errors, notes } = convertDocument(document, collection, targets, optionsOf);
  const refusals = Object.entries(errors).map(([target, { code, message }]) => [target, [{ code, message }]]);
  return { conversions, notes: { ...notes, ...Object.fromEntries(refusals) } };
}

/** The rule in its text: the document with its id, else the first. */
export function readSaved({ key, yaml }: RuleText): {
  readonly collection: SigmaCollection;
  readonly document: SigmaRule | SigmaCorrelation | undefined;
} {
  const collection = parseSigma(yaml);
  const rules = collection.documents.filter((document) => document.kind !== 'filter');
  return { collection, document: rules.find(({ id }) => id?.toLowerCase() === key) ?? rules[0] };
}
