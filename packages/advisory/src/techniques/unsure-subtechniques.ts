import { technique } from '@tripline/attack';
import type { TechniqueFinding, UnsureSubtechnique } from '../model.js';
import type { TechniqueEvidence } from './evidence.js';

/**
 * Sub-techniques below this confidence are left to their parent, which the same words support; a wrong one would stand beside a right one.
 */
const LISTED_MIN = 0.45;
/** The same limit where only words support a sub-technique that the model has not learnt to tell from its siblings. */
const UNLEARNT_LISTED_MIN = 0.75;
/** Below this confidence a sub-technique is not shown under its parent either. */
const SHOWN_MIN = 0.15;
/** The factor for an unsure sub-technique whose parent is not found. */
const WITHOUT_PARENT = 0.6;

/** Whether a sub-technique of this confidence is too unsure to be listed by itself. `learnt`: the model was trained on examples of it. */
export function doubtful({ id, bySource, hits }: TechniqueEvidence, confidence: number, learnt: boolean): boolean {
  if (technique(id)?.parent === undefined || hits.some((hit) => hit.source === 'written' && hit.id === id))
    return false;
  const seen = bySource.cloud.length > 0 || bySource.command.length > 0;
  return confidence < (learnt || seen ? LISTED_MIN : UNLEARNT_LISTED_MIN);
}

/** The findings, with unsure sub-techniques under their parents. One whose parent is not found is listed with less confidence. */
export function underParents(
  findings: ReadonlyMap<string, TechniqueFinding>,
  doubted: ReadonlySet<string>,
): readonly TechniqueFinding[] {
  const unsure = new Map<string, UnsureSubtechnique[]>();
  const listed: TechniqueFinding[] = [];
  for (const finding of findings.values()) {
    const { id, name, confidence } = finding;
    if (!doubted.has(id)) {
      listed.push(finding);
      continue;
    }
    const parent = technique(id)?.parent ?? id;
    if (!findings.has(parent)) {
      listed.push({ ...finding, confidence: Math.round(confidence * WITHOUT_PARENT * 1000) / 1000 });
    } else if (confidence >= SHOWN_MIN) {
      unsure.set(parent, [...(unsure.get(parent) ?? []), { id, name, confidence }]);
    }
  }
  return listed.map((finding) => {
    const below = unsure.get(finding.id);
    if (below === undefined) return finding;
    return {
      ...finding,
      subtechniqueUnsure: below.sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1)),
    };
  });
}
