import { generateFromTechnique } from '@tripline/advisory';
import { awsTechniques, covers, gapFacts } from '@tripline/attack';
import type { DetectionSubject } from '@tripline/coverage-service';
import { parseSigma, type SigmaRule, toEventBridgePattern, toMetricFilter } from '@tripline/sigma';
import { mapped, metricFilter } from './support/mapped.js';

/** What the generator writes on CloudTrail for every technique that an account may miss. */
const written = awsTechniques().map(({ id }) => ({
  id,
  generation: gapFacts(id, { partial: false }).generation,
  rules: generateFromTechnique(id, { platforms: ['cloud-audit-1'] }).rules,
}));

/** The rules of the gaps that have a body to generate with, by technique. */
const generated: readonly (readonly [string, readonly SigmaRule[]])[] = written
  .filter(({ generation }) => generation.body !== null)
  .map(({ id, rules }) => {
    const documents = rules.flatMap(({ yaml }) => parseSigma(yaml).documents);
    return [id, documents.filter((document): document is SigmaRule => document.kind === 'rule')] as const;
  });

const deployments: readonly (readonly [string, (rule: SigmaRule) => DetectionSubject])[] = [
  [
    'EventBridge rules for all management events',
    (rule) => ({ kind: 'event_pattern', pattern: toEventBridgePattern(rule).text, allManagementEvents: true }),
  ],
  ['metric filters', (rule) => metricFilter(toMetricFilter(rule).text)],
];

describe('the rules generated for a gap', () => {
  it('are there, one of medium level or higher, exactly where the gap has a body to generate them with', () => {
    const good = ['medium', 'high', 'critical'];
    const having = written.filter(({ rules }) => rules.some(({ level }) => good.includes(level)));
    expect(having.map(({ id }) => id)).toEqual(generated.map(([id]) => id));
    for (const { generation } of written) {
      if (generation.body === null) expect(generation.reason).toMatch(/^[A-Z].{40,}\.$/);
      else expect(generation.body.options.targetProviders).toEqual(['cloud-audit-1']);
    }
  });

  it.each(deployments)(
    'show it when deployed as %s, and cover it where a public source says so of a call that few make',
    (_, deploy) => {
      const shown = generated.map(([techniqueId, rules]) => {
        const mappings = mapped({ kind: 'fed_by', subjects: rules.map(deploy) });
        return mappings.filter((mapping) => mapping.techniqueId === techniqueId && mapping.category === 'detect');
      });
      expect(shown.every((mappings) => mappings.length > 0)).toBe(true);
      expect(shown.filter((mappings) => mappings.some(covers)).length).toBeGreaterThanOrEqual(20);
    },
  );
});
