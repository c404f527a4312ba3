import { attackCopyright, technique } from '@tripline/attack';
import type { Account } from '../accounts/account-model.js';
import type { ProviderName } from '../cloud/provider.js';
import type { TechniqueCoverage } from '../counting/compute-coverage.js';
import type { SnapshotSummary } from '../counting/snapshot-model.js';
import { factsOf } from '../providers/facts-of.js';

const COLOURS = { covered: '#7bc47f', partial: '#f6d365', uncovered: '#f08a8a' } as const;
const UNVERIFIED = '#c9c9c9';

/** What every layer of a snapshot has. */
export const layerFormat = ({ attackVersion }: SnapshotSummary, provider: ProviderName) => ({
  versions: { attack: attackVersion.split('.')[0], navigator: '5.1.0', layer: '4.5' },
  domain: 'enterprise-attack',
  filters: { platforms: factsOf(provider).attackPlatforms },
  sorting: 0,
  hideDisabled: false,
  showTacticRowBackground: false,
  selectTechniquesAcrossTactics: true,
  selectSubtechniquesWithParent: false,
});

/**
 * A snapshot as an ATT&CK Navigator layer (format 4.5): one entry per technique and tactic; the score is the confidence in percent. Each
 * status has a colour, with grey for techniques that are uncovered but not verified.
 */
export function navigatorLayer(
  { name, provider }: Pick<Account, 'name' | 'provider'>,
  snapshot: SnapshotSummary,
  techniques: readonly TechniqueCoverage[],
): object {
  return {
    name: `Detection coverage of ${name}`,
    ...layerFormat(snapshot, provider),
    description: `Tripline, ${snapshot.createdAt.toISOString()}: ${snapshot.covered} of ${snapshot.total} techniques covered. ${attackCopyright()}`,
    techniques: techniques.flatMap((one) =>
      (technique(one.techniqueId)?.tactics ?? []).map((tactic) => ({
        techniqueID: one.techniqueId,
        tactic,
        score: Math.round(one.confidence * 100),
        color: one.status === 'uncovered' && one.isUnverified ? UNVERIFIED : COLOURS[one.status],
        comment: comment(one),
        enabled: true,
        showSubtechniques: true,
        metadata: [
          { name: 'status', value: one.status },
          { name: 'effective detections', value: String(one.effectiveDetectionCount) },
          ...(one.scopesCovered.length === 0 ? [] : [{ name: 'regions', value: one.scopesCovered.join(', ') }]),
        ],
      })),
    ),
    gradient: { colors: [COLOURS.uncovered, COLOURS.partial, COLOURS.covered], minValue: 0, maxValue: 100 },
    legendItems: [
      { label: 'covered', color: COLOURS.covered },
      { label: 'partial', color: COLOURS.partial },
      { label: 'uncovered', color: COLOURS.uncovered },
      { label: 'uncovered, not all could be read', color: UNVERIFIED },
    ],
  };
}

function comment(one: TechniqueCoverage): string {
  const detections = `${one.effectiveDetectionCount} of ${one.detectionCount} detections can fire`;
  return one.isUnverified ? `${detections}; not verified in ${one.scopesUnknown.join(', ')}` : detections;
}
