import { parseSigma, TARGET_IDS } from '@tripline/sigma';
import type { RuleContent } from '../rules/rule-resource.js';
import { type ConversionSettings, readSettings } from './conversion-settings.js';
import { convertDocument } from './convert-document.js';

/** The conversions of a saved rule. Of a backend that refused it, the notes say why. */
export type SavedConversions = Pick<RuleContent, 'conversions' | 'notes'>;

/** Converts rules of the library to all targets, in their order. Each text holds one rule, or a correlation first. */
export function convertSaved(yamls: readonly string[], settings: ConversionSettings): readonly SavedConversions[] {
  const optionsOf = readSettings(settings);
  return yamls.map((yaml) => {
    const collection = parseSigma(yaml);
    const document = collection.documents.find(({ kind }) => kind !== 'filter');
    if (document === undefined || document.kind === 'filter') {
      throw new Error(`a saved rule cannot be read: ${collection.errors[0]?.message ?? 'it is empty'}`);
    }
    const { conversions, errors, notes } = convertDocument(document, collection, TARGET_IDS, optionsOf);
    const refusals = Object.entries(errors).map(([target, { code, message }]) => [target, [{ code, message }]]);
    return { conversions, notes: { ...notes, ...Object.fromEntries(refusals) } };
  });
}
