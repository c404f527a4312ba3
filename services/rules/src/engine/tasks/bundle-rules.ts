import { type BundleItem, type BundleOutcome, bundle, type DeployFormat } from '@tripline/sigma';
import { strToU8, zipSync } from 'fflate';
import { readSettings } from './conversion-settings.js';
import { readSaved } from './convert-saved.js';
import {
  type ExportedRule,
  type ExportFormat,
  exportRule,
  NOT_EXPORTED,
  namesOf,
  notExportedText,
  type RefusedForm,
  ZIP_TIME,
} from './export-rules.js';
import { techniqueFacts } from './technique-facts.js';

/** The one file that a product takes of many rules. */
export interface Bundle {
  /** Undefined where no rule can have the form. */
  readonly file: BundledFile | undefined;
  readonly exported: number;
  readonly refused: readonly RefusedForm[];
}

/** A file to download. */
interface BundledFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** How many of the rules can have a form, and why the others cannot. */
export interface CheckedForm {
  readonly format: ExportFormat;
  readonly can: number;
  readonly refused: readonly RefusedForm[];
}

/**
 * Writes many rules as what a product takes: its one file as it is; several files as a zip, with `NOT-EXPORTED.txt` where some cannot. The
 * bytes depend only on the rules.
 */
export function bundleRules(rules: readonly ExportedRule[], format: ExportFormat): Bundle {
  const { files, refused } = filesOf(rules, format);
  const exported = rules.length - refused.length;
  const [only] = files;
  if (only === undefined) return { file: undefined, exported, refused };
  if (files.length === 1) return { file: only, exported, refused };
  const zipped = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  if (refused.length > 0) zipped[NOT_EXPORTED] = strToU8(notExportedText(rules, refused));
  const zip = zipSync(zipped, { mtime: ZIP_TIME });
  return { file: { name: `tripline-${format}.zip`, mediaType: 'application/zip', bytes: zip }, exported, refused };
}

/** Says of each form how many of the rules can have it. */
export function checkRules(rules: readonly ExportedRule[], formats: readonly ExportFormat[]): readonly CheckedForm[] {
  return formats.map((format) => {
    const { refused } = filesOf(rules, format);
    return { format, can: rules.length - refused.length, refused };
  });
}

function filesOf(
  rules: readonly ExportedRule[],
  format: ExportFormat,
): { readonly files: readonly BundledFile[]; readonly refused: readonly RefusedForm[] } {
  if (format === 'sigma') {
    const names = namesOf(rules);
    const files = rules.flatMap((rule) => {
      const outcome = exportRule(rule, 'sigma', names.get(rule));
      return outcome.ok ? [{ name: outcome.fileName, mediaType: outcome.mediaType, bytes: strToU8(outcome.text) }] : [];
    });
    return { files, refused: [] };
  }
  return deployed(rules, format);
}

function deployed(rules: readonly ExportedRule[], format: DeployFormat): ReturnType<typeof filesOf> {
  const refused: RefusedForm[] = [];
  const read: { readonly rule: ExportedRule; readonly item: BundleItem }[] = [];
  for (const rule of rules) {
    const { collection, document } = readSaved(rule);
    if (document === undefined) {
      const message = collection.errors[0]?.message ?? 'the text holds no rule';
      refused.push({ ok: false, key: rule.key, format, message });
      continue;
    }
    const conversion = readSettings(rule.settings);
    read.push({ rule, item: { document, collection, libraryVersion: rule.version, conversion } });
  }
  const { files, outcomes } = bundle(
    format,
    read.map(({ item }) => item),
    // All rules of one export are made with the caller's one choice.
    { techniqueFacts, ...rules[0]?.settings.form },
  );
  for (const [at, outcome] of outcomes.entries()) {
    const message = refusalOf(outcome);
    if (message !== undefined) refused.push({ ok: false, key: read[at]?.rule.key ?? '', format, message });
  }
  return { files, refused };
}

const refusalOf = (outcome: BundleOutcome): string | undefined => (outcome.ok ? undefined : outcome.error.message);
