import { currentId } from '@tripline/attack';
import {
  DEFAULT_TARGET_IDS,
  type DeployFormat,
  deploy,
  type FormChoices,
  platformId,
  platformOfLogsource,
  type SigmaCollection,
  type SigmaCorrelation,
  SigmaError,
  type SigmaRule,
  type TargetId,
} from '@tripline/sigma';
import type { ConvertedRule, DeploymentOutcome, Deployments, RefusedDocument } from '../../rule/converted-rule.js';
import { BUILT_IN, type ConversionSettings, type OptionsOf, readSettings } from './conversion-settings.js';
import { convertDocument } from './convert-document.js';
import { rulesWithin, writtenWithin } from './rule-size.js';
import { type ParsedRule, readSigma, refusedDocuments, type SigmaText, supporting, toIssue } from './sigma-text.js';
import { techniqueFacts } from './technique-facts.js';

/** A caller's Sigma, to be converted. */
export interface SigmaToConvert {
  readonly yaml: string;
  readonly targets?: readonly TargetId[];
  /** Deployable forms to write each rule in, beside its conversions. */
  readonly formats?: readonly DeployFormat[];
  readonly settings?: ConversionSettings;
}

/**
 * Reads, checks and converts a Sigma text of one or many documents. Rules that only serve a correlation are part of that correlation's YAML
 * and not separate rules.
 */
export function convertSigma({
  formats = [],
  settings = BUILT_IN,
  targets = DEFAULT_TARGET_IDS,
  yaml,
}: SigmaToConvert): {
  rules: readonly ConvertedRule[];
  refused: readonly RefusedDocument[];
} {
  const read = readSigma(yaml);
  const { texts, refused } = rulesWithin(read);
  const optionsOf = readSettings(settings);
  const written = writtenWithin(
    texts,
    (text): ConvertedRule => ({
      ...convertText(read, text, targets, optionsOf),
      ...(formats.length === 0
        ? {}
        : {
            deployments: deployDocument(read.collection, text.document, formats, {
              ...settings.form,
              conversion: optionsOf,
            }),
          }),
    }),
  );
  return { rules: written.rules, refused: [...refusedDocuments(read), ...refused, ...written.refused] };
}

/** One rule in each deployable form, or why it cannot have that form. */
function deployDocument(
  collection: SigmaCollection,
  document: SigmaRule | SigmaCorrelation,
  formats: readonly DeployFormat[],
  made: FormChoices & { readonly conversion: OptionsOf },
): Deployments {
  const deployments: Partial<Record<DeployFormat, DeploymentOutcome>> = {};
  for (const format of formats) {
    try {
      const { text, mediaType, notes } = deploy(document, collection, format, { techniqueFacts, ...made });
      deployments[format] = { text, mediaType, notes };
    } catch (error) {
      if (!(error instanceof SigmaError)) throw error;
      deployments[format] = { error: toIssue(error) };
    }
  }
  return deployments;
}

/** Converts one rule or correlation of a text, and says what stands in it. */
export function convertText(
  { collection, findings }: SigmaText,
  { document, key, yaml }: ParsedRule,
  targets: readonly TargetId[],
  optionsOf: OptionsOf,
): ConvertedRule {
  return {
    document: document.document,
    key,
    title: document.title,
    description: document.description ?? '',
    platform: platformOf(document, collection),
    level: document.level ?? 'medium',
    techniques: techniquesOf(document.tags),
    yaml,
    ...convertDocument(document, collection, targets, optionsOf),
    issues: findings
      .filter((finding) => finding.document === document.document && finding.severity !== 'info')
      .map(toIssue),
  };
}

/** The platform of a rule's log source; for a correlation, that of its first rule. */
function platformOf(document: SigmaRule | SigmaCorrelation, collection: SigmaCollection): ConvertedRule['platform'] {
  const rule =
    document.kind === 'rule' ? document : supporting(document, collection).find(({ kind }) => kind === 'rule');
  const platform = rule?.kind === 'rule' ? platformOfLogsource(rule.logsource) : undefined;
  return platform === undefined ? null : platformId(platform);
}

/** Technique ids of `attack.t…` tags, retired ones replaced by their successors. */
function techniquesOf(tags: readonly string[]): string[] {
  const ids = tags.flatMap((tag) => /^attack\.(t\d{4}(?:\.\d{3})?)$/i.exec(tag)?.[1]?.toUpperCase() ?? []);
  return [...new Set(ids.map((id) => currentId(id) ?? id))];
}
