import { generateFromTechnique } from '@tripline/advisory';
import { awsTechniques, mappingConfidence } from '@tripline/attack';
import type { DetectionSubject } from '@tripline/coverage-service';
import { parseSigma, type SigmaRule, toEventBridgePattern, toMetricFilter } from '@tripline/sigma';
import { mapped, metricFilter } from './support/mapped.js';

/** What a detection needs to cover a technique, by the coverage contract. */
const COVERS = 0.6;

/** The AWS rules that the generator writes for a gap, by technique. */
const generated: readonly (readonly [string, readonly SigmaRule[]])[] = awsTechniques()
  .map(({ id }) => {
    const { rules } = generateFromTechnique(id, { platforms: ['cloud-audit-1'] });
    const documents = rules.flatMap(({ yaml }) => parseSigma(yaml).documents);
    return [id, documents.filter((document): document is SigmaRule => document.kind === 'rule')] as const;
  })
  .filter(([, rules]) => rules.length > 0);

const deployments: readonly (readonly [string, (rule: SigmaRule) => DetectionSubject])[] = [
  [
    'EventBridge rules for all management events',
    (rule) => ({ kind: 'event_pattern', pattern: toEventBridgePattern(rule).text, allManagementEvents: true }),
  ],
  ['metric filters', (rule) => metricFilter(toMetricFilter(rule).text)],
];

describe('the rules generated for a gap', () => {
  it('are there for most AWS techniques', () => {
    expect(generated.length).toBeGreaterThanOrEqual(70);
  });

  it.each(deployments)('cover it when deployed as %s', (_, deploy) => {
    const missed = generated
      .filter(([techniqueId, rules]) => {
        const shown = mapped({ kind: 'fed_by', subjects: rules.map(deploy) });
        return !shown.some(
          (mapping) =>
            mapping.techniqueId === techniqueId &&
            mapping.category === 'detect' &&
            mappingConfidence(mapping) >= COVERS,
        );
      })
      .map(([techniqueId]) => techniqueId);
    expect(missed).toEqual([]);
  });
});
