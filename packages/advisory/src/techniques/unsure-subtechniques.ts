import { technique } from '@tripline/attack';
import type { TechniqueFinding, UnsureSubtechnique } from '../model.js';
import type { TechniqueEvidence } from './evidence.js';

/** Less likely sub-techniques are left to their parent, which the same words speak for: a wrong one would be wrong beside a right one. */
const LISTED_MIN = 0.45;
/** The same where nothing but words speaks for one that the model has not learnt to tell from its siblings. */
const UNLEARNT_LISTED_MIN = 0.75;
/** What even less speaks for is not shown under the parent either. */
const SHOWN_MIN = 0.15;
/** How far a doubted sub-technique is believed whose parent is not found itself. */
const WITHOUT_PARENT = 0.6;

/** Whether a sub-technique of this confidence is too unsure to be listed by itself. `learnt`: the model has seen it annotated. */
export function doubtful({ id, bySource, hits }: TechniqueEvidence, confidence: number, learnt: boolean): boolean {
  if (technique(id)?.parent === undefined || hits.some((hit) => hit.source === 'written' && hit.id === id))
    return false;
  const seen = bySource.cloud.length > 0 || bySource.command.length > 0;
  return confidence < (learnt || seen ? LISTED_MIN : UNLEARNT_LISTED_MIN);
}

/** The findings, with those that are doubted under their parents; one whose parent is not found stands by itself, with less confidence. */
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
