import type { LogFeed } from '../cloud/log-feed.js';
import { EVERY_SCOPE } from '../cloud/provider.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';
import { type FailedCheck, reasonsOf } from './coverage-reasons.js';
import type { KnownForward } from './sights/sight-model.js';
import { hangsOn } from './sights/unknown-sights.js';
import type { TechniqueSight } from './technique-sight.js';

/** A cell of the account's grid, as last seen. */
export interface KnownCell {
  readonly service: string;
  readonly scope: string;
  readonly isKnown: boolean;
  /** When a scan last read it; null if none ever could. */
  readonly readAt: Date | null;
  /** What keeps logs there, as last read; null or absent where it was never read, or is not the service's to tell. */
  readonly feeds?: readonly LogFeed[] | null;
  /** What goes from there to other accounts and scopes. */
  readonly forwards?: readonly KnownForward[];
}

export type CoverageStatus = 'covered' | 'partial' | 'uncovered';

/** An account's coverage of one technique. */
export interface TechniqueCoverage {
  readonly techniqueId: string;
  readonly status: CoverageStatus;
  /** Whether something that could not be read might change the status. */
  readonly isUnverified: boolean;
  /** That of the weakest scope when covered, of the best detection when partial; 0 when uncovered. */
  readonly confidence: number;
  readonly detectionCount: number;
  readonly effectiveDetectionCount: number;
  /** Where its events arrive, so that it must be noticed in each. */
  readonly scopesNeeded: readonly string[];
  readonly scopesCovered: readonly string[];
  /** Needed scopes with a detection that does not cover by itself, or is degraded. */
  readonly scopesPartial: readonly string[];
  readonly scopesUnknown: readonly string[];
  /** Why it is not covered, as sentences. */
  readonly reasons: readonly string[];
}

/**
 * The coverage of an account. A technique is `covered` when, wherever its events arrive (in every scanned scope, or only in those that
 * the provider knows), an active detection that covers by itself sees them. It is `partial` with one in some of the scopes, a
 * supporting one or a degraded one. It is unverified when a scope has a cell or a detection whose state could not be read, and nothing that
 * was read covers the technique there.
 * @param facts those of the account's provider
 * @param sights one row per technique, cell and state, or more; without removed detections
 * @param failed checks that ask for a detection and fail
 */
export function computeCoverage(
  facts: ProviderFacts,
  sights: readonly TechniqueSight[],
  cells: readonly KnownCell[],
  failed: readonly FailedCheck[] = [],
): TechniqueCoverage[] {
  const scopes = [...new Set(cells.map(({ scope }) => scope))].sort();
  const unread = cells.filter(({ isKnown }) => !isKnown);
  const sending = cells.filter(({ forwards = [] }) => forwards.some(({ state }) => state !== 'read'));
  const unreadKeys = new Set(unread.map(cellKey));
  const sightsOf = byTechnique(sights);
  const failedOf = byTechnique(failed);
  return facts.techniques().map(({ id }) => {
    const events = facts.eventScopes(id);
    const needed = events === 'all' ? scopes : [...events].sort();
    const ground = { facts, needed, scopes, unread, unreadKeys, sending };
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
  readonly facts: ProviderFacts;
  readonly needed: readonly string[];
  readonly scopes: readonly string[];
  readonly unread: readonly KnownCell[];
  /** Cells that send something to where nobody knows what sees it. */
  readonly sending: readonly KnownCell[];
  readonly unreadKeys: ReadonlySet<string>;
}

const cellKey = ({ service, scope }: { service: string | null; scope: string | null }): string => `${service} ${scope}`;

/** Whether the events of a scope reach the detections of a sight. */
function sees({ scope: own, sees: seen }: TechniqueSight, scope: string): boolean {
  if (seen === null) return own === null || own === scope;
  return seen.includes(scope) || seen.includes(EVERY_SCOPE);
}

function oneTechnique(
  techniqueId: string,
  sights: readonly TechniqueSight[],
  { facts, needed, scopes, unread, unreadKeys, sending }: Ground,
  failed: readonly FailedCheck[],
): TechniqueCoverage {
  const active = sights.filter(({ status }) => status === 'active');
  const coveringIn = (list: readonly TechniqueSight[], scope: string): number =>
    most(list.filter((sight) => sees(sight, scope)).map(({ covering }) => covering));

  const bestIn = new Map(needed.map((scope) => [scope, coveringIn(active, scope)]));
  const scopesCovered = needed.filter((scope) => (bestIn.get(scope) ?? 0) > 0);
  const scopesUnknown = needed.filter((scope) => {
    // A scope that no scan has read is as unknown as a cell that could not be read.
    if (!scopes.includes(scope)) return coveringIn(active, scope) === 0;
    const verified = active.filter((sight) => !unreadKeys.has(cellKey(sight)));
    if (coveringIn(verified, scope) > 0) return false;
    return (
      sending.some((cell) => cell.scope === scope && hangsOn(facts, cell, techniqueId).length > 0) ||
      unread.some((cell) => cell.scope === scope && facts.couldShow(cell.service, techniqueId)) ||
      sights.some((sight) => sight.status === 'unknown' && sees(sight, scope))
    );
  });
  const firing = sights.filter(({ status }) => status === 'active' || status === 'degraded');
  const counted = firing.filter((sight) => needed.some((scope) => sees(sight, scope)));
  const scopesPartial = needed.filter(
    (scope) => !scopesCovered.includes(scope) && counted.some((sight) => sees(sight, scope)),
  );
  const isCovered = needed.length > 0 && scopesCovered.length === needed.length;
  const something = most(counted.map(({ confidence }) => confidence));
  const status: CoverageStatus = isCovered ? 'covered' : something > 0 ? 'partial' : 'uncovered';
  return {
    techniqueId,
    status,
    isUnverified: scopesUnknown.length > 0,
    confidence: isCovered ? Math.min(...bestIn.values()) : something,
    detectionCount: sum(sights),
    effectiveDetectionCount: sum(counted.filter((sight) => sight.status === 'active')),
    scopesNeeded: needed,
    scopesCovered,
    scopesPartial,
    scopesUnknown,
    reasons: isCovered ? [] : reasonsOf(facts.scope.noun, { sights, needed, scopesCovered, scopesPartial, failed }),
  };
}

/** Not Math.max(...list): as arguments, the detections of a large account overflow the stack. */
const most = (list: readonly number[]): number => list.reduce((best, one) => Math.max(best, one), 0);

const sum = (sights: readonly TechniqueSight[]): number => sights.reduce((all, { detections }) => all + detections, 0);
