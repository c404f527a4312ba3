import { type ThreatActor, technique } from '@tripline/attack';
import { actorNameView } from '../actors/actor-view.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';
import type { KnownCell } from '../counting/compute-coverage.js';
import { tacticIds } from '../coverage/technique-view.js';
import { unknownBecause } from '../coverage/unknown-because.js';
import type { SeenTechnique } from '../visibility/visibility-view.js';
import type { MatrixCell, MatrixTechnique } from './matrix-resource.js';

/** What the cells of a matrix are told from, beside the technique. */
interface Ground {
  readonly facts: ProviderFacts;
  /** All cells of the account's grid. */
  readonly cells: readonly KnownCell[];
  readonly actors: readonly ThreatActor[];
}

/** Techniques as the matrix has them: each sub-technique below its parent, or by itself where the parent is not among them. */
export function matrixView(seen: readonly SeenTechnique[], ground: Ground): MatrixTechnique[] {
  const actors = ground.actors.map((actor) => ({ name: actorNameView(actor), uses: new Set(actor.techniques) }));
  const cellOf = ({ coverage, isExcluded, visible }: SeenTechnique): MatrixCell => ({
    technique_id: coverage.techniqueId,
    name: technique(coverage.techniqueId)?.name ?? coverage.techniqueId,
    tactics: tacticIds(coverage.techniqueId),
    status: coverage.status,
    unverified: coverage.isUnverified,
    unknown_because: unknownBecause(ground.facts, coverage, ground.cells),
    excluded: isExcluded,
    visible: visible.isUnverified ? null : visible.isVisible,
    used_by: actors.flatMap(({ name, uses }) => (uses.has(coverage.techniqueId) ? name : [])),
    confidence: coverage.confidence,
    detection_count: coverage.detectionCount,
    effective_detection_count: coverage.effectiveDetectionCount,
  });
  const shown = new Set(seen.map(({ coverage }) => coverage.techniqueId));
  const parentOf = ({ coverage }: SeenTechnique): string | null => technique(coverage.techniqueId)?.parent ?? null;
  const children = new Map<string, SeenTechnique[]>();
  for (const one of seen) {
    const parent = parentOf(one);
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), one]);
  }
  return seen.flatMap((one) => {
    const parent = parentOf(one);
    if (parent !== null && shown.has(parent)) return [];
    const below = children.get(one.coverage.techniqueId) ?? [];
    return [{ ...cellOf(one), parent_id: parent, sub_techniques: below.map(cellOf) }];
  });
}
