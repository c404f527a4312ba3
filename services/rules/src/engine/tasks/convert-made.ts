import { DEFAULT_TARGET_IDS, type TargetId } from '@tripline/sigma';
import type { PlacedIssue } from '../../openapi/shared-fields.js';
import { type ConversionSettings, type PipelineText, readSettings } from './conversion-settings.js';
import { convertRead, readSaved, type SavedConversions } from './convert-saved.js';
import { provePipeline } from './prove-pipeline.js';
import { RULE_YAML_BYTES_MAX } from './rule-size.js';

/** What the rules that a task makes are converted with. What is left out stays as making them gave it: the six backends by the built-in maps. */
export interface MadeSettings {
  /** The pipelines that the caller sent as texts, with the fields they stood in: they are tried first, and nothing is made where one is at fault. */
  readonly texts: readonly SentPipeline[];
  /** The backends beside the six, which come by name. */
  readonly others: readonly TargetId[];
  /** For the versions to be saved. */
  readonly saved?: ConversionSettings;
  /** For the answer alone, in these backends or all. */
  readonly shown?: ConversionSettings & { readonly targets?: readonly TargetId[] };
}

/** A pipeline as the caller sent it. */
export interface SentPipeline extends PipelineText {
  readonly field: string;
}

/** The conversions of a rule that was made; none for a rule that cannot be read, or is too large to be saved. */
export interface MadeConversions {
  readonly saved?: SavedConversions;
  readonly shown?: SavedConversions;
}

/** What is wrong with a pipeline that the caller sent, and the field it stood in. */
export interface FaultyPipeline {
  readonly field: string;
  readonly fault: PlacedIssue;
}

/** The first of the pipelines that cannot be used. */
export function firstFaulty(texts: readonly SentPipeline[]): FaultyPipeline | undefined {
  for (const { field, ...text } of texts) {
    const outcome = provePipeline(text);
    if (!outcome.ok) return { field, fault: outcome.fault };
  }
  return undefined;
}

/** The conversions of the rules that were made, in their order. Each rule's text is read once. */
export function convertMade(
  rules: readonly { readonly key: string; readonly yaml: string }[],
  { others, saved, shown }: MadeSettings,
): readonly MadeConversions[] {
  if (saved === undefined && shown === undefined) return rules.map(() => ({}));
  const { targets, ...shownSettings } = shown ?? { pipelines: [] };
  const savedOptions = saved === undefined ? undefined : readSettings(saved);
  const shownOptions = shown === undefined ? undefined : readSettings(shownSettings);
  const all = [...DEFAULT_TARGET_IDS, ...others];
  const inAnswer = targets === undefined ? all : all.filter((id) => targets.includes(id));
  return rules.map((rule) => {
    if (Buffer.byteLength(rule.yaml) > RULE_YAML_BYTES_MAX) return {};
    const { collection, document } = readSaved(rule);
    if (document === undefined) return {};
    return {
      ...(savedOptions === undefined ? {} : { saved: convertRead(document, collection, all, savedOptions) }),
      ...(shownOptions === undefined ? {} : { shown: convertRead(document, collection, inAnswer, shownOptions) }),
    };
  });
}
