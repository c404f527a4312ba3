import type { PlatformName } from '@tripline/sigma';
import { KINDS } from '../kinds/index.js';
import type { AdvisoryDocument, Evidence } from '../model.js';
import type { RuleDraft } from './rule-draft.js';

/** What to draft; both have been checked and filled in by the caller. */
export interface DraftOptions {
  readonly platforms: ReadonlySet<PlatformName>;
  /** Behaviours with a lower confidence give no drafts. */
  readonly minConfidence: number;
}

/** Drafts rules from evidence: one per behaviour and platform, the surest first. The same input gives the same drafts. */
export function draftRules(doc: AdvisoryDocument, evidence: Evidence, options: DraftOptions): readonly RuleDraft[] {
  const sure = evidence.behaviours.filter(({ confidence }) => confidence >= options.minConfidence);
  const { indicators } = evidence;
  const { platforms } = options;
  const drafting = { doc, behaviours: sure, indicators, platforms };
  return KINDS.flatMap(({ draft }) => draft(drafting))
    .filter(({ platform, confidence }) => platforms.has(platform) && confidence >= options.minConfidence)
    .sort(surestFirst);
}

/** Sorts by confidence, so that the order of the kinds does not show in the answer. */
function surestFirst(a: RuleDraft, b: RuleDraft): number {
  return b.confidence - a.confidence || (a.behaviour < b.behaviour ? -1 : 1);
}
