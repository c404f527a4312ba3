import { attackCopyright, technique } from '@tripline/attack';
import type { Account } from '../accounts/account-model.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';
import type { SnapshotSummary } from '../counting/snapshot-model.js';
import { gapSentence } from '../counting/visibility-reasons.js';
import { layerFormat } from '../coverage/navigator-layer.js';
import { factsOf } from '../providers/facts-of.js';
import type { Visibility } from './visibility-resource.js';
import { type SeenTechnique, visibilityOf } from './visibility-view.js';

const COLOURS: Readonly<Record<Visibility, string>> = {
  visible: '#7fb3e6',
  detected: '#7bc47f',
  blind: '#f08a8a',
  excluded: '#d9d9d9',
};

/**
 * What could be seen as an ATT&CK Navigator layer (format 4.5), to be laid beside that of detection: one entry per technique and tactic; the
 * score is DeTT&CT's of visibility, and the colour tells visible, detected, blind and excluded apart.
 */
export function visibilityLayer(
  { name, provider }: Pick<Account, 'name' | 'provider'>,
  snapshot: SnapshotSummary,
  techniques: readonly SeenTechnique[],
): object {
  const visible = techniques.filter((one) => visibilityOf(one) === 'visible').length;
  return {
    name: `Visibility of ${name}`,
    ...layerFormat(snapshot, provider),
    description: `Tripline, ${snapshot.createdAt.toISOString()}: ${visible} of ${snapshot.total} techniques visible and not detected. ${attackCopyright()}`,
    techniques: techniques.flatMap((one) =>
      (technique(one.visible.techniqueId)?.tactics ?? []).map((tactic) => ({
        techniqueID: one.visible.techniqueId,
        tactic,
        score: one.visible.score,
        color: COLOURS[visibilityOf(one)],
        comment: comment(factsOf(provider), one),
        enabled: true,
        showSubtechniques: true,
        metadata: [
          { name: 'visibility', value: visibilityOf(one) },
          ...(one.visible.scopesVisible.length === 0
            ? []
            : [{ name: 'regions', value: one.visible.scopesVisible.join(', ') }]),
        ],
      })),
    ),
    gradient: { colors: [COLOURS.blind, COLOURS.visible], minValue: 0, maxValue: 4 },
    legendItems: Object.entries(COLOURS).map(([label, color]) => ({ label, color })),
  };
}

/** The logs of a technique that are missing. */
function comment(facts: ProviderFacts, { visible }: SeenTechnique): string {
  const sentences = visible.logs.flatMap(({ showing, arrivals }) => {
    for (const [scope, arrival] of arrivals) {
      if (arrival.state !== 'missing') continue;
      const { gap, feed } = arrival;
      return [gapSentence(facts, { gap, source: feed?.name ?? null, detail: feed?.detail ?? null }, showing, [scope])];
    }
    return [];
  });
  return sentences.length === 0 ? `score ${visible.score} of 4` : sentences.join(' ');
}
