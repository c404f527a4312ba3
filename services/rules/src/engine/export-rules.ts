import { DEPLOY_FORMATS, type DeployFormat, deploy, parseSigma, SigmaError } from '@tripline/sigma';
import { strToU8, zipSync } from 'fflate';
import { techniqueFacts } from './technique-facts.js';

/** The forms a saved rule is exported in: as Sigma, or as a product takes it. */
export const EXPORT_FORMATS = ['sigma', ...DEPLOY_FORMATS] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A saved rule about to be exported. */
export interface ExportedRule {
  readonly key: string;
  readonly title: string;
  readonly yaml: string;
}

/** One rule in one form, or why it cannot have that form. */
export type ExportOutcome =
  | { readonly ok: true; readonly fileName: string; readonly mediaType: string; readonly text: string }
  | { readonly ok: false; readonly key: string; readonly format: ExportFormat; readonly message: string };

/** Writes one rule in one form. */
export function exportRule(rule: ExportedRule, format: ExportFormat): ExportOutcome {
  if (format === 'sigma')
    return { ok: true, fileName: `${baseName(rule)}.yml`, mediaType: 'application/yaml', text: rule.yaml };
  const collection = parseSigma(rule.yaml);
  // The first document of a saved rule is the rule; what follows a correlation are the rules it refers to.
  const document = collection.documents[0];
  if (document === undefined || document.kind === 'filter') {
    return { ok: false, key: rule.key, format, message: collection.errors[0]?.message ?? 'the text holds no rule' };
  }
  try {
    const { text, mediaType, fileExtension } = deploy(document, collection, format as DeployFormat, { techniqueFacts });
    return { ok: true, fileName: `${baseName(rule)}.${format}${fileExtension}`, mediaType, text };
  } catch (error) {
    if (error instanceof SigmaError) return { ok: false, key: rule.key, format, message: error.message };
    throw error;
  }
}

/**
 * Packs many rules in many forms into one zip, a folder per form. What a rule cannot be is listed in `NOT-EXPORTED.txt`, so that nothing is left
 * out in silence. The bytes depend on the rules alone.
 */
export function zipRules(rules: readonly ExportedRule[], formats: readonly ExportFormat[]): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  const refused: string[] = [];
  for (const format of formats) {
    for (const rule of rules) {
      const outcome = exportRule(rule, format);
      if (outcome.ok) files[`${format}/${outcome.fileName}`] = strToU8(outcome.text);
      else refused.push(`${format}\t${rule.key}\t${rule.title}\t${outcome.message}`);
    }
  }
  if (refused.length > 0) files['NOT-EXPORTED.txt'] = strToU8(`${refused.join('\n')}\n`);
  return zipSync(files, { mtime: new Date(1980, 0, 1) });
}

/** A file name that says what the rule is and belongs to it alone: words of the title and the key's first part. */
function baseName({ key, title }: ExportedRule): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${words === '' ? 'rule' : words}-${key.slice(0, 8)}`;
}
