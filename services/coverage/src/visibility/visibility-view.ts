import { technique } from '@tripline/attack';
import type { LogFeed, LogGap } from '../cloud/log-feed.js';
import { gapWord } from '../cloud/log-gaps.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';
import type { KnownCell, TechniqueCoverage } from '../counting/compute-coverage.js';
import type { LogOfTechnique, TechniqueVisibility } from '../counting/compute-visibility.js';
import { gapSentence, noLogSentence } from '../counting/visibility-reasons.js';
import { tacticIds } from '../coverage/technique-view.js';
import type {
  LogOfTechniqueResource,
  LogSourceResource,
  TechniqueVisibilityResource,
  Visibility,
} from './visibility-resource.js';

/** A technique of a snapshot with its visibility. */
export interface SeenTechnique {
  readonly visible: TechniqueVisibility;
  readonly coverage: TechniqueCoverage;
  readonly isExcluded: boolean;
}

/** What is said of a technique: the first of excluded, detected, visible and blind that holds. */
export function visibilityOf({ visible, coverage, isExcluded }: SeenTechnique): Visibility {
  if (isExcluded) return 'excluded';
  if (coverage.status === 'covered') return 'detected';
  return visible.isVisible ? 'visible' : 'blind';
}

/** A technique's visibility as the API shows it. @param unknownBecause why its coverage is unverified, if it is */
export function visibilityView(
  facts: ProviderFacts,
  seen: SeenTechnique,
  unknownBecause: string | null,
): TechniqueVisibilityResource {
  const { visible, coverage, isExcluded } = seen;
  const logs = visible.logs.map((log) => logView(facts, log));
  return {
    technique_id: visible.techniqueId,
    name: technique(visible.techniqueId)?.name ?? visible.techniqueId,
    tactics: tacticIds(visible.techniqueId),
    visibility: visibilityOf(seen),
    status: coverage.status,
    unknown_because: unknownBecause,
    excluded: isExcluded,
    unverified: visible.isUnverified,
    score: visible.score,
    regions_needed: visible.scopesNeeded,
    regions_visible: visible.scopesVisible,
    regions_blind: visible.scopesBlind,
    regions_unknown: visible.scopesUnknown,
    logs,
    reasons:
      logs.length === 0
        ? [noLogSentence(visible.techniqueId)]
        : logs.flatMap(({ missing }) => missing.map(({ sentence }) => sentence)),
  };
}

function logView(facts: ProviderFacts, { showing, arrivals }: LogOfTechnique): LogOfTechniqueResource {
  const arrives = new Map<string, string[]>();
  const missing = new Map<string, { gap: LogGap; feed: LogFeed | null; scopes: string[] }>();
  const unknown: string[] = [];
  for (const [scope, arrival] of arrivals) {
    if (arrival.state === 'unknown') unknown.push(scope);
    if (arrival.state === 'arrives') arrives.set(arrival.feed.name, [...(arrives.get(arrival.feed.name) ?? []), scope]);
    if (arrival.state === 'missing') {
      const { gap, feed } = arrival;
      const key = JSON.stringify([gap, feed?.name, feed?.detail]);
      const entry = missing.get(key) ?? { gap, feed, scopes: [] };
      entry.scopes.push(scope);
      missing.set(key, entry);
    }
  }
  return {
    log: showing.log as LogOfTechniqueResource['log'],
    name: showing.name,
    resource_type: showing.resourceType,
    data_components: showing.dataComponents,
    events: showing.events.map(({ source, name }) => `${source} ${name}`),
    arrives: [...arrives].map(([source, scopes]) => ({ source, regions: scopes })),
    missing: [...missing.values()].map(({ gap, feed, scopes }) => ({
      reason: gapWord(facts, gap),
      source: feed?.name ?? null,
      regions: scopes,
      sentence: gapSentence(facts, { gap, source: feed?.name ?? null, detail: feed?.detail ?? null }, showing, scopes),
    })),
    unknown,
  };
}

/** What keeps logs of the account, each once: a trail of every region is listed in each of them. */
export function logSourcesView(facts: ProviderFacts, cells: readonly KnownCell[]): LogSourceResource[] {
  const sources = new Map<string, { feed: LogFeed; scopes: string[] }>();
  for (const { scope, feeds } of cells) {
    for (const feed of feeds ?? []) {
      const key = JSON.stringify(feed);
      const entry = sources.get(key) ?? { feed, scopes: [] };
      entry.scopes.push(scope);
      sources.set(key, entry);
    }
  }
  return [...sources.values()]
    .sort((a, b) => (a.feed.name < b.feed.name ? -1 : 1))
    .map(({ feed, scopes }) => ({
      kind: feed.kind,
      name: feed.name,
      source_arn: feed.arn,
      regions: scopes.sort(),
      seen_regions: feed.seenScopes ?? scopes,
      arrives: feed.gap === null && !feed.idle,
      reason: feed.gap === null ? null : gapWord(facts, feed.gap),
      detail: feed.detail,
      takes: feed.takes.map(({ log, resourceType, whole, leavesOut }) => ({
        log: log as LogSourceResource['takes'][number]['log'],
        resource_type: resourceType,
        whole,
        leaves_out: leavesOut,
      })),
    }));
}
