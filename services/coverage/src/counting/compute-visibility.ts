import type { ProviderFacts, ShowingLog } from '../cloud/provider-facts.js';
import type { KnownCell, TechniqueCoverage } from './compute-coverage.js';
import { type Arrival, arrivals } from './log-arrival.js';

/** A log that shows a technique, and whether it arrives in each scope where it could. */
export interface LogOfTechnique {
  readonly showing: ShowingLog;
  readonly arrivals: ReadonlyMap<string, Arrival>;
}

/** Whether the logs that show a technique arrive. */
export interface TechniqueVisibility {
  readonly techniqueId: string;
  /** Whether in every scope that has events of it, a log arrives that shows it. */
  readonly isVisible: boolean;
  /** Whether something that could not be read might make it visible. */
  readonly isUnverified: boolean;
  /** DeTT&CT's score, 0 to 4, of the scope that sees least: how many of the logs that show it arrive. */
  readonly score: number;
  readonly scopesNeeded: readonly string[];
  readonly scopesVisible: readonly string[];
  readonly scopesBlind: readonly string[];
  readonly scopesUnknown: readonly string[];
  readonly logs: readonly LogOfTechnique[];
}

/**
 * The visibility of techniques in an account. A technique is visible when in each scope where its events arrive, a log arrives that shows
 * it: what a scan read of trails, their selectors and flow logs must say so. A scope that could not be read is unknown, not visible.
 */
export function computeVisibility(
  facts: ProviderFacts,
  techniques: readonly Pick<TechniqueCoverage, 'techniqueId' | 'scopesNeeded'>[],
  cells: readonly KnownCell[],
): TechniqueVisibility[] {
  const arrivalOf = arrivals(facts, cells);
  return techniques.map(({ techniqueId, scopesNeeded: scopes }) => {
    const logs = facts.logsShowing(techniqueId).map((showing) => ({
      showing,
      arrivals: new Map(
        scopes
          .map((scope) => [scope, arrivalOf(showing, scope)] as const)
          .filter(([, { state }]) => state !== 'not_needed'),
      ),
    }));
    return visibilityOf(techniqueId, scopes, logs);
  });
}

function visibilityOf(
  techniqueId: string,
  scopes: readonly string[],
  logs: readonly LogOfTechnique[],
): TechniqueVisibility {
  const statesIn = (scope: string): readonly Arrival['state'][] =>
    logs.flatMap(({ arrivals: places }) => places.get(scope)?.state ?? []);
  const needed = scopes.filter((scope) => statesIn(scope).length > 0);
  const visible = needed.filter((scope) => statesIn(scope).includes('arrives'));
  const unknown = needed.filter((scope) => !visible.includes(scope) && statesIn(scope).includes('unknown'));
  const isVisible = needed.length > 0 && visible.length === needed.length;
  return {
    techniqueId,
    isVisible,
    isUnverified: !isVisible && unknown.length > 0,
    score: isVisible ? Math.min(...needed.map((scope) => scoreOf(statesIn(scope)))) : 0,
    scopesNeeded: needed,
    scopesVisible: visible,
    scopesBlind: needed.filter((scope) => !visible.includes(scope) && !unknown.includes(scope)),
    scopesUnknown: unknown,
    logs,
  };
}

/** The score that DeTT&CT gives for the share of a technique's data sources that are there: below half 1, below three quarters 2, below all 3. */
function scoreOf(states: readonly Arrival['state'][]): number {
  const share = states.filter((state) => state === 'arrives').length / states.length;
  if (share === 0) return 0;
  if (share < 0.5) return 1;
  if (share < 0.75) return 2;
  return share < 1 ? 3 : 4;
}
