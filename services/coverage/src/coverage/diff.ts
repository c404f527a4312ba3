import { technique } from '@tripline/attack';
import type { CoverageStatus, TechniqueCoverage } from '../counting/compute-coverage.js';
import type { TechniqueChange } from './coverage-resources.js';

const RANK: Readonly<Record<CoverageStatus, number>> = { uncovered: 0, partial: 1, covered: 2 };

/** The techniques whose status differs between two snapshots, by id: improved, worsened, and those in only one of them. */
export function diffTechniques(
  from: readonly TechniqueCoverage[],
  to: readonly TechniqueCoverage[],
): { gained: TechniqueChange[]; lost: TechniqueChange[]; added: TechniqueChange[]; dropped: TechniqueChange[] } {
  const before = new Map(from.map((one) => [one.techniqueId, one]));
  const after = new Map(to.map((one) => [one.techniqueId, one]));
  const changes = [...new Set([...before.keys(), ...after.keys()])].sort().map((id): TechniqueChange => {
    const [old, now] = [before.get(id), after.get(id)];
    return {
      technique_id: id,
      name: technique(id)?.name ?? id,
      from: old?.status ?? null,
      to: now?.status ?? null,
      confidence_from: old?.confidence ?? 0,
      confidence_to: now?.confidence ?? 0,
    };
  });
  const step = ({ from: old, to: now }: TechniqueChange): number => (old && now ? RANK[now] - RANK[old] : 0);
  return {
    gained: changes.filter((change) => step(change) > 0),
    lost: changes.filter((change) => step(change) < 0),
    added: changes.filter((change) => change.from === null),
    dropped: changes.filter((change) => change.to === null),
  };
}
