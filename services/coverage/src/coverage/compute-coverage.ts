import { awsTechniques, techniqueEventRegions } from '@tripline/attack';
import { couldShow } from './service-techniques.js';

/** A detection covers a technique from this confidence on (contract, "Coverage service"). */
const COVERING = 0.6;

/** The detections of one cell and status that notice a technique, with the fields that coverage needs. */
export interface TechniqueSight {
  /** The cell of the detections; both null for declared ones, which count in every region. */
  readonly service: string | null;
  readonly region: string | null;
  readonly status: 'active' | 'degraded' | 'disabled' | 'unknown';
  readonly techniqueId: string;
  /** That of the best of them, 0 to 1. */
  readonly confidence: number;
  /** How many they are. */
  readonly detections: number;
}

/** A cell of the account's grid, as last seen. */
export interface KnownCell {
  readonly service: string;
  readonly region: string;
  readonly isKnown: boolean;
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
  readonly regionsCovered: readonly string[];
  readonly regionsUnknown: readonly string[];
}

/**
 * The coverage of an AWS account. A technique is `covered` when an active detection of confidence 0.6 or more is wherever its events
 * arrive: in every scanned region, or only in `us-east-1` for global services. It is `partial` with a weaker one, with one in some of the
 * regions, or with a degraded one. It is unverified when a region has a cell or a detection whose state could not be read, and nothing that
 * was read covers the technique there.
 * @param sights one row per technique, cell and status, or more; without removed detections
 */
export function computeCoverage(sights: readonly TechniqueSight[], cells: readonly KnownCell[]): TechniqueCoverage[] {
  const regions = [...new Set(cells.map(({ region }) => region))].sort();
  const unread = cells.filter(({ isKnown }) => !isKnown);
  const unreadKeys = new Set(unread.map(cellKey));
  const byTechnique = new Map<string, TechniqueSight[]>();
  for (const sight of sights) {
    const list = byTechnique.get(sight.techniqueId);
    if (list === undefined) byTechnique.set(sight.techniqueId, [sight]);
    else list.push(sight);
  }
  return awsTechniques().map(({ id }) => {
    const events = techniqueEventRegions(id);
    const needed = events === 'all' ? regions : events;
    return oneTechnique(id, byTechnique.get(id) ?? [], { needed, regions, unread, unreadKeys });
  });
}

interface Ground {
  readonly needed: readonly string[];
  readonly regions: readonly string[];
  readonly unread: readonly KnownCell[];
  readonly unreadKeys: ReadonlySet<string>;
}

const cellKey = ({ service, region }: { service: string | null; region: string | null }): string =>
  `${service} ${region}`;

function oneTechnique(techniqueId: string, sights: readonly TechniqueSight[], ground: Ground): TechniqueCoverage {
  const { needed, regions, unread, unreadKeys } = ground;
  const seesIn = (region: string) => (sight: TechniqueSight) => sight.region === null || sight.region === region;
  const active = sights.filter(({ status }) => status === 'active');
  // Not Math.max(...list): as arguments, the detections of a large account overflow the stack.
  const best = (list: readonly TechniqueSight[]): number =>
    list.reduce((most, { confidence }) => Math.max(most, confidence), 0);

  const bestIn = new Map(needed.map((region) => [region, best(active.filter(seesIn(region)))]));
  const regionsCovered = needed.filter((region) => (bestIn.get(region) ?? 0) >= COVERING);
  const regionsUnknown = needed.filter((region) => {
    // A region that no scan has read is as unknown as a cell that could not be read.
    if (!regions.includes(region)) return best(active.filter(seesIn(region))) < COVERING;
    const verified = active.filter((sight) => seesIn(region)(sight) && !unreadKeys.has(cellKey(sight)));
    if (best(verified) >= COVERING) return false;
    return (
      unread.some((cell) => cell.region === region && couldShow(cell.service, techniqueId)) ||
      sights.some((sight) => sight.status === 'unknown' && seesIn(region)(sight))
    );
  });
  const counted = sights.filter(
    ({ region, status }) => status !== 'disabled' && (region === null || needed.includes(region)),
  );
  const effective = counted.filter(({ status }) => status === 'active');
  const degraded = counted.filter(({ status }) => status === 'degraded');
  const isCovered = needed.length > 0 && regionsCovered.length === needed.length;
  const something = best([...effective, ...degraded]);
  const status: CoverageStatus = isCovered ? 'covered' : something > 0 ? 'partial' : 'uncovered';
  return {
    techniqueId,
    status,
    isUnverified: regionsUnknown.length > 0,
    confidence: isCovered ? Math.min(...needed.map((region) => bestIn.get(region) ?? 0)) : something,
    detectionCount: sum(sights),
    effectiveDetectionCount: sum(effective),
    regionsCovered,
    regionsUnknown,
  };
}

const sum = (sights: readonly TechniqueSight[]): number => sights.reduce((all, { detections }) => all + detections, 0);
