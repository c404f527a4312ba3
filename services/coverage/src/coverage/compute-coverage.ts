import { awsTechniques, techniqueEventRegions } from '@tripline/attack';
import type { LogFeed } from '../visibility/log-feed.js';
import { type FailedCheck, reasonsOf } from './coverage-reasons.js';
import { couldShow } from './service-techniques.js';
import type { TechniqueSight } from './technique-sight.js';

/** Stands for every region of the account in what a detection sees. */
const EVERY_REGION = '*';

/** A cell of the account's grid, as last seen. */
export interface KnownCell {
  readonly service: string;
  readonly region: string;
  readonly isKnown: boolean;
  /** When a scan last read it; null if none ever could. */
  readonly readAt: Date | null;
  /** What keeps logs there, as last read; null or absent where it was never read, or is not the service's to tell. */
  readonly feeds?: readonly LogFeed[] | null;
}

export type CoverageStatus = 'covered' | 'partial' | 'uncovered';

/** An account's coverage of one technique. */
export interface TechniqueCoverage {
  readonly techniqueId: string;
  readonly status: CoverageStatus;
  /** Whether something that could not be read might change the status. */
  readonly isUnverified: boolean;
  /** That of the weakest region when covered, of the best detection when partial; 0 when uncovered. */
  readonly confidence: number;
  readonly detectionCount: number;
  readonly effectiveDetectionCount: number;
  /** Where its events arrive, so that it must be noticed in each. */
  readonly regionsNeeded: readonly string[];
  readonly regionsCovered: readonly string[];
  /** Needed regions with a detection that does not cover by itself, or is degraded. */
  readonly regionsPartial: readonly string[];
  readonly regionsUnknown: readonly string[];
  /** Why it is not covered, as sentences. */
  readonly reasons: readonly string[];
}

/**
 * The coverage of an AWS account. A technique is `covered` when, wherever its events arrive (in every scanned region, or only in
 * `us-east-1` for global services), an active detection that covers by itself sees them. It is `partial` with one in some of the regions, a
 * supporting one or a degraded one. It is unverified when a region has a cell or a detection whose state could not be read, and nothing that
 * was read covers the technique there.
 * @param sights one row per technique, cell and state, or more; without removed detections
 * @param failed checks that ask for a detection and fail
 */
export function computeCoverage(
  sights: readonly TechniqueSight[],
  cells: readonly KnownCell[],
  failed: readonly FailedCheck[] = [],
): TechniqueCoverage[] {
  const regions = [...new Set(cells.map(({ region }) => region))].sort();
  const unread = cells.filter(({ isKnown }) => !isKnown);
  const unreadKeys = new Set(unread.map(cellKey));
  const sightsOf = byTechnique(sights);
  const failedOf = byTechnique(failed);
  return awsTechniques().map(({ id }) => {
    const events = techniqueEventRegions(id);
    const needed = events === 'all' ? regions : [...events].sort();
    const ground = { needed, regions, unread, unreadKeys };
    return oneTechnique(id, sightsOf.get(id) ?? [], ground, failedOf.get(id) ?? []);
  });
}

function byTechnique<T extends { readonly techniqueId: string }>(
  rows: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const list = groups.get(row.techniqueId);
    if (list === undefined) groups.set(row.techniqueId, [row]);
    else list.push(row);
  }
  return groups;
}

interface Ground {
  readonly needed: readonly string[];
  readonly regions: readonly string[];
  readonly unread: readonly KnownCell[];
  readonly unreadKeys: ReadonlySet<string>;
}

const cellKey = ({ service, region }: { service: string | null; region: string | null }): string =>
  `${service} ${region}`;

/** Whether the events of a region reach the detections of a sight. */
function sees({ region: own, sees: seen }: TechniqueSight, region: string): boolean {
  if (own === null) return true;
  return seen === null ? own === region : seen.includes(region) || seen.includes(EVERY_REGION);
}

function oneTechnique(
  techniqueId: string,
  sights: readonly TechniqueSight[],
  { needed, regions, unread, unreadKeys }: Ground,
  failed: readonly FailedCheck[],
): TechniqueCoverage {
  const active = sights.filter(({ status }) => status === 'active');
  const coveringIn = (list: readonly TechniqueSight[], region: string): number =>
    most(list.filter((sight) => sees(sight, region)).map(({ covering }) => covering));

  const bestIn = new Map(needed.map((region) => [region, coveringIn(active, region)]));
  const regionsCovered = needed.filter((region) => (bestIn.get(region) ?? 0) > 0);
  const regionsUnknown = needed.filter((region) => {
    // A region that no scan has read is as unknown as a cell that could not be read.
    if (!regions.includes(region)) return coveringIn(active, region) === 0;
    const verified = active.filter((sight) => !unreadKeys.has(cellKey(sight)));
    if (coveringIn(verified, region) > 0) return false;
    return (
      unread.some((cell) => cell.region === region && couldShow(cell.service, techniqueId)) ||
      sights.some((sight) => sight.status === 'unknown' && sees(sight, region))
    );
  });
  const firing = sights.filter(({ status }) => status === 'active' || status === 'degraded');
  const counted = firing.filter((sight) => needed.some((region) => sees(sight, region)));
  const regionsPartial = needed.filter(
    (region) => !regionsCovered.includes(region) && counted.some((sight) => sees(sight, region)),
  );
  const isCovered = needed.length > 0 && regionsCovered.length === needed.length;
  const something = most(counted.map(({ confidence }) => confidence));
  const status: CoverageStatus = isCovered ? 'covered' : something > 0 ? 'partial' : 'uncovered';
  return {
    techniqueId,
    status,
    isUnverified: regionsUnknown.length > 0,
    confidence: isCovered ? Math.min(...bestIn.values()) : something,
    detectionCount: sum(sights),
    effectiveDetectionCount: sum(counted.filter((sight) => sight.status === 'active')),
    regionsNeeded: needed,
    regionsCovered,
    regionsPartial,
    regionsUnknown,
    reasons: isCovered ? [] : reasonsOf({ sights, needed, regionsCovered, regionsPartial, failed }),
  };
}

/** Not Math.max(...list): as arguments, the detections of a large account overflow the stack. */
const most = (list: readonly number[]): number => list.reduce((best, one) => Math.max(best, one), 0);

const sum = (sights: readonly TechniqueSight[]): number => sights.reduce((all, { detections }) => all + detections, 0);
