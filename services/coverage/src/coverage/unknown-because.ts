import type { ProviderFacts } from '../cloud/provider-facts.js';
import type { KnownCell, TechniqueCoverage } from '../counting/compute-coverage.js';
import { forwardSentence, hangsOn } from '../counting/sights/unknown-sights.js';

/** Why a technique's coverage is unverified, as sentences; null where it is not. `cells` are all of the account's grid. */
export function unknownBecause(
  facts: ProviderFacts,
  { isUnverified, scopesUnknown, techniqueId }: TechniqueCoverage,
  cells: readonly KnownCell[],
): string | null {
  if (!isUnverified) return null;
  const scanned = new Set(cells.map(({ scope }) => scope));
  const unread = new Map<string, string[]>();
  for (const { isKnown, scope, service } of cells) {
    if (isKnown || !scopesUnknown.includes(scope) || !facts.couldShow(service, techniqueId)) continue;
    unread.set(service, [...(unread.get(service) ?? []), scope]);
  }
  const explained = new Set([...unread.values()].flat());
  const unscanned = scopesUnknown.filter((scope) => !scanned.has(scope));
  const sent = [
    ...new Set(
      cells
        .filter(({ scope }) => scopesUnknown.includes(scope))
        .flatMap((cell) => hangsOn(facts, cell, techniqueId).map((forward) => forwardSentence(facts, forward))),
    ),
  ];
  const unsure = scopesUnknown.filter((scope) => scanned.has(scope) && !explained.has(scope));
  return [
    ...[...unread].sort().map(([service, scopes]) => `${service} could not be read in ${listed(scopes)}.`),
    ...(unscanned.length > 0 ? [`${listed(unscanned)} was not scanned.`] : []),
    ...sent.sort(),
    ...(sent.length === 0 && unsure.length > 0
      ? [`Whether a detection in ${listed(unsure)} can fire could not be found out.`]
      : []),
  ].join(' ');
}

const listed = (scopes: readonly string[]): string => [...scopes].sort().join(', ');
