import type { PlatformId } from '@tripline/sigma';
import { KINDS } from '../kinds/index.js';
import { type AdvisoryDocument, type Evidence, isUntyped } from '../model.js';
import { draftArtifacts } from './artifacts.js';
import type { RuleDraft } from './rule-draft.js';

/** What to draft; both have been checked and filled in by the caller. */
export interface DraftOptions {
  readonly platforms: ReadonlySet<PlatformId>;
  /** Behaviours below it are not drafted from. */
  readonly minConfidence: number;
}

/** Drafts rules from evidence: one per behaviour and platform, the surest first. Same input, same drafts. */
export function draftRules(doc: AdvisoryDocument, evidence: Evidence, options: DraftOptions): readonly RuleDraft[] {
  const sure = evidence.behaviours.filter(({ confidence }) => confidence >= options.minConfidence);
  const behaviours = sure.filter(isUntyped);
  const { indicators } = evidence;
  const { platforms } = options;
  const drafts: readonly RuleDraft[] = [
    ...KINDS.flatMap(({ draft }) => draft({ doc, behaviours: sure, indicators, platforms })),
    ...draftArtifacts(behaviours),
  ];
  return drafts
    .filter(({ platform, confidence }) => platforms.has(platform) && confidence >= options.minConfidence)
    .sort(surestFirst);
}

/** The order in which kinds stand in their list is none of the answer's. */
function surestFirst(a: RuleDraft, b: RuleDraft): number {
  return b.confidence - a.confidence || (a.behaviour < b.behaviour ? -1 : 1);
}
