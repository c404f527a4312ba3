import { parsePipeline, parseSigma, SigmaError, targetsOfPipeline } from '@tripline/sigma';
import type { PlacedIssue } from '../../openapi/shared-fields.js';
import type { PipelineText } from './conversion-settings.js';
import { convertDocument } from './convert-document.js';
import { SAMPLE_RULES } from './sample-rules.js';
import { toIssue } from './sigma-text.js';

/** A pipeline that was read, with what sample rules did not become; or what is wrong with it, and where. */
export type PipelineOutcome =
  | { readonly ok: true; readonly trial: readonly PlacedIssue[] }
  | { readonly ok: false; readonly fault: PlacedIssue };

/**
 * Reads a pipeline and tries it on sample rules of common log sources. A pipeline may refuse rules, so that a sample that becomes no query is
 * no fault; one that becomes a query in no language at all for another reason is.
 */
export function provePipeline({ builtInMaps, name, text }: PipelineText): PipelineOutcome {
  try {
    const pipeline = parsePipeline(text, { file: name });
    const targets = targetsOfPipeline(pipeline);
    const trial: PlacedIssue[] = [];
    let converted = 0;
    for (const yaml of SAMPLE_RULES) {
      const collection = parseSigma(yaml);
      const document = collection.documents[0];
      if (document === undefined || document.kind === 'filter') throw new Error('a sample rule cannot be read');
      const { conversions, errors } = convertDocument(document, collection, targets, () => ({
        pipeline: builtInMaps ? 'default' : 'none',
        pipelines: [pipeline],
      }));
      converted += Object.keys(conversions).length;
      for (const [target, issue] of Object.entries(errors)) {
        const message = `The sample "${document.title}" becomes no ${target} query: ${issue.message}`;
        // Its places are the sample's, not the pipeline's.
        trial.push({ code: issue.code, severity: issue.code === REFUSED ? 'info' : 'warning', message });
      }
    }
    const [first] = trial.filter(({ code }) => code !== REFUSED);
    if (converted === 0 && first !== undefined) return { ok: false, fault: { ...first, severity: 'error' } };
    return { ok: true, trial };
  } catch (error) {
    if (error instanceof SigmaError) return { ok: false, fault: toIssue(error) };
    throw error;
  }
}

/** The code of a refusal that the pipeline's author wrote. */
const REFUSED = 'RefusedByPipeline';
