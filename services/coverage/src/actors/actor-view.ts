import { type ThreatActor, threatActor, threatActors } from '@tripline/attack';
import type { TechniqueCoverage } from '../counting/compute-coverage.js';
import { isUnknown } from '../counting/unknown-techniques.js';
import { countedTechniques } from '../providers/facts-of.js';
import type { ActorCoverageResource, ActorName, ActorResource } from './actor-resource.js';

/** The actors whose id, name or an alias contains a text, in any letter case; all without one. */
export function findActors(q: string | undefined): readonly ThreatActor[] {
  if (q === undefined) return threatActors();
  const wanted = q.toLowerCase();
  return threatActors().filter(({ aliases, id, name }) =>
    [id, name, ...aliases].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** The chosen actors that ATT&CK still has. */
export const actorsOf = (ids: readonly string[]): ThreatActor[] => ids.flatMap((id) => threatActor(id) ?? []);

/** An actor in short. */
export const actorNameView = ({ id, kind, name }: ThreatActor): ActorName => ({ id, kind, name });

/** An actor as the API shows it. */
export function actorView(actor: ThreatActor): ActorResource {
  const counted = countedTechniques();
  return {
    ...actorNameView(actor),
    aliases: actor.aliases,
    technique_count: actor.techniques.length,
    cloud_technique_count: actor.techniques.filter((id) => counted.has(id)).length,
  };
}

/** What a snapshot's techniques cover of an actor. */
export function actorCoverageView(
  actor: ThreatActor,
  techniques: readonly TechniqueCoverage[],
  excluded: ReadonlySet<string>,
): ActorCoverageResource {
  const used = new Set(actor.techniques);
  const own = techniques.filter(({ techniqueId }) => used.has(techniqueId));
  const of = (status: TechniqueCoverage['status']) => own.filter((one) => one.status === status);
  const covered = of('covered').length;
  const unknown = own.filter(isUnknown).map(({ techniqueId }) => techniqueId);
  return {
    ...actorNameView(actor),
    total_techniques: own.length,
    covered_techniques: covered,
    partial_techniques: of('partial').length,
    uncovered_techniques: of('uncovered').length,
    unknown_techniques: unknown.length,
    excluded_techniques: own.filter(({ techniqueId }) => excluded.has(techniqueId)).length,
    coverage_percent: own.length === 0 ? 0 : Math.round((1000 * covered) / own.length) / 10,
    uncovered: of('uncovered').flatMap(({ techniqueId }) => (excluded.has(techniqueId) ? [] : techniqueId)),
    unknown: unknown.filter((id) => !excluded.has(id)),
  };
}
