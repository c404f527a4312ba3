import { DEPLOY_FORMATS, type DeployFormat, deploy, SigmaError } from '@tripline/sigma';
import { strToU8, zipSync } from 'fflate';
import type { RuleText } from '../../rule/rule-model.js';
import { type ConversionSettings, readSettings } from './conversion-settings.js';
import { readSaved } from './convert-saved.js';
import { techniqueFacts } from './technique-facts.js';

/** The forms in which a saved rule is exported: as Sigma, or in a product's form. */
export const EXPORT_FORMATS = ['sigma', ...DEPLOY_FORMATS] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A saved rule about to be exported. */
export interface ExportedRule extends RuleText {
  readonly title: string;
  /** The number of its version in the library. */
  readonly version: number;
  readonly settings: ConversionSettings;
}

/** One rule in one form, or why it cannot have that form. */
export type ExportOutcome =
  | { readonly ok: true; readonly fileName: string; readonly mediaType: string; readonly text: string }
  | { readonly ok: false; readonly key: string; readonly format: ExportFormat; readonly message: string };

/** Writes one rule in one form, as a file of this name and the form's ending. */
export function exportRule(rule: ExportedRule, format: ExportFormat, name = nameOf(rule, 0)): ExportOutcome {
  if (format === 'sigma') return { ok: true, fileName: `${name}.yml`, mediaType: 'application/yaml', text: rule.yaml };
  const { collection, document } = readSaved(rule);
  if (document === undefined) {
    return { ok: false, key: rule.key, format, message: collection.errors[0]?.message ?? 'the text holds no rule' };
  }
  try {
    const { text, mediaType, fileExtension } = deploy(document, collection, format as DeployFormat, {
      techniqueFacts,
      libraryVersion: rule.version,
      conversion: readSettings(rule.settings),
      ...rule.settings.form,
    });
    return { ok: true, fileName: `${name}.${format}${fileExtension}`, mediaType, text };
  } catch (error) {
    if (error instanceof SigmaError) return { ok: false, key: rule.key, format, message: error.message };
    throw error;
  }
}

/** Why a rule cannot have a form. */
export type RefusedForm = Extract<ExportOutcome, { ok: false }>;

/**
 * Packs many rules in many forms into one zip, with a folder per form. `NOT-EXPORTED.txt` lists rules that cannot have a form, so that
 * nothing is left out silently. The bytes depend only on the rules.
 * @param part whether other parts are added: names then end with whole keys, which no other part has, and the list is left to whoever adds them
 */
export function zipRules(
  rules: readonly ExportedRule[],
  formats: readonly ExportFormat[],
  part = false,
): { readonly zip: Uint8Array; readonly refused: readonly RefusedForm[] } {
  const files: Record<string, Uint8Array> = {};
  const refused: RefusedForm[] = [];
  const names = part ? new Map(rules.map((rule) => [rule, nameOf(rule, KEY_LENGTHS.length - 1)])) : namesOf(rules);
  for (const format of formats) {
    for (const rule of rules) {
      const outcome = exportRule(rule, format, names.get(rule));
      if (outcome.ok) files[`${format}/${outcome.fileName}`] = strToU8(outcome.text);
      else refused.push(outcome);
    }
  }
  if (refused.length > 0 && !part) {
    files[NOT_EXPORTED] = strToU8(notExportedText(rules, refused));
  }
  return { zip: zipSync(files, { mtime: ZIP_TIME }), refused };
}

/** The lines of {@link NOT_EXPORTED}: form, key, title and reason. */
export function notExportedText(rules: readonly ExportedRule[], refused: readonly RefusedForm[]): string {
  const titles = new Map(rules.map(({ key, title }) => [key, title]));
  return refused.map(({ format, key, message }) => `${format}\t${key}\t${titles.get(key)}\t${message}\n`).join('');
}

/** The file of a zip that lists what could not be exported. */
export const NOT_EXPORTED = 'NOT-EXPORTED.txt';
/** The time of every file in a zip, so that equal rules make equal bytes. */
export const ZIP_TIME = new Date(1980, 0, 1);

/** How many characters of the key a file name may end with: the key's first part, more parts, or all of it. */
const KEY_LENGTHS = [8, 13, 18, 23, 36];

/** A name for each of these rules that no other has, ending with only as much of the key as that needs. */
export function namesOf(rules: readonly ExportedRule[]): ReadonlyMap<ExportedRule, string> {
  const steps = new Map(rules.map((rule) => [rule, 0]));
  for (;;) {
    const names = new Map([...steps].map(([rule, step]) => [rule, nameOf(rule, step)]));
    const uses = new Map<string, number>();
    for (const name of names.values()) uses.set(name, (uses.get(name) ?? 0) + 1);
    const shared = [...names].filter(([, name]) => (uses.get(name) ?? 0) > 1);
    if (shared.length === 0) return names;
    // Of rules with the same name, at least one can take more of its key, since whole keys differ.
    for (const [rule] of shared) steps.set(rule, Math.min((steps.get(rule) ?? 0) + 1, KEY_LENGTHS.length - 1));
  }
}

/** A file name that describes the rule: words of the title, and this step's part of the key. */
function nameOf({ key, title }: ExportedRule, step: number): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${words === '' ? 'rule' : words}-${key.slice(0, KEY_LENGTHS[step])}`;
}
