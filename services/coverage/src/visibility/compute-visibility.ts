import { logsShowing, type ShowingLog } from '@tripline/attack';
import type { KnownCell, TechniqueCoverage } from '../coverage/compute-coverage.js';
import { type Arrival, arrivals } from './log-arrival.js';

/** A log that shows a technique, and whether it arrives in each region where it could. */
export interface LogOfTechnique {
  readonly showing: ShowingLog;
  readonly arrivals: ReadonlyMap<string, Arrival>;
}

/** Whether the logs that show a technique arrive. */
export interface TechniqueVisibility {
  readonly techniqueId: string;
  /** Whether in every region that has events of it, a log arrives that shows it. */
  readonly isVisible: boolean;
  /** Whether something that could not be read might make it visible. */
  readonly isUnverified: boolean;
  /** DeTT&CT's score, 0 to 4, of the region that sees least: how many of the logs that show it arrive. */
  readonly score: number;
  readonly regionsNeeded: readonly string[];
  readonly regionsVisible: readonly string[];
  readonly regionsBlind: readonly string[];
  readonly regionsUnknown: readonly string[];
  readonly logs: readonly LogOfTechnique[];
}

/**
 * The visibility of techniques in an account. A technique is visible when in each region where its events arrive, a log arrives that shows
 * it: what a scan read of trails, their selectors and flow logs must say so. A region that could not be read is unknown, not visible.
 */
export function computeVisibility(
  techniques: readonly Pick<TechniqueCoverage, 'techniqueId' | 'regionsNeeded'>[],
  cells: readonly KnownCell[],
): TechniqueVisibility[] {
  const arrivalOf = arrivals(cells);
  return techniques.map(({ techniqueId, regionsNeeded: regions }) => {
    const logs = logsShowing(techniqueId).map((showing) => ({
      showing,
      arrivals: new Map(
        regions
          .map((region) => [region, arrivalOf(showing, region)] as const)
          .filter(([, { state }]) => state !== 'not_needed'),
      ),
    }));
    return visibilityOf(techniqueId, regions, logs);
  });
}

function visibilityOf(
  techniqueId: string,
  regions: readonly string[],
  logs: readonly LogOfTechnique[],
): TechniqueVisibility {
  const statesIn = (region: string): readonly Arrival['state'][] =>
    logs.flatMap(({ arrivals: places }) => places.get(region)?.state ?? []);
  const needed = regions.filter((region) => statesIn(region).length > 0);
  const visible = needed.filter((region) => statesIn(region).includes('arrives'));
  const unknown = needed.filter((region) => !visible.includes(region) && statesIn(region).includes('unknown'));
  const isVisible = needed.length > 0 && visible.length === needed.length;
  return {
    techniqueId,
    isVisible,
    isUnverified: !isVisible && unknown.length > 0,
    score: isVisible ? Math.min(...needed.map((region) => scoreOf(statesIn(region)))) : 0,
    regionsNeeded: needed,
    regionsVisible: visible,
    regionsBlind: needed.filter((region) => !visible.includes(region) && !unknown.includes(region)),
    regionsUnknown: unknown,
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
