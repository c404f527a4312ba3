import { generateFromTechnique } from '@tripline/advisory';
import { awsGapFacts, awsTechniques, covers } from '@tripline/attack';
import type { DetectionSubject } from '@tripline/coverage-service';
import { parseSigma, platformId, type SigmaRule, toEventBridgePattern, toMetricFilter } from '@tripline/sigma';
import { mapped, metricFilter } from './support/mapped.js';

/** What the generator writes for every technique that an account may miss, on the logs that the gap names or else on CloudTrail. */
const written = awsTechniques().map(({ id }) => {
  const { generation } = awsGapFacts(id, { partial: false });
  const platforms = generation.platforms ?? (['aws'] as const);
  return { id, generation, rules: generateFromTechnique(id, { platforms: platforms.map(platformId) }).rules };
});

/** The rules of the gaps that have one written on CloudTrail, by technique. */
const generated: readonly (readonly [string, readonly SigmaRule[]])[] = written
  .filter(({ generation }) => generation.platforms?.includes('aws') === true)
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
  it('are there, one of medium level or higher, exactly where the gap names platforms to write them for', () => {
    const good = ['medium', 'high', 'critical'];
    const having = written.filter(({ rules }) => rules.some(({ level }) => good.includes(level)));
    expect(having.map(({ id }) => id)).toEqual(
      written.flatMap(({ id, generation }) => (generation.platforms === null ? [] : [id])),
    );
    for (const { generation } of written) {
      if (generation.platforms === null) expect(generation.reason).toMatch(/^[A-Z].{40,}\.$/);
    }
  });

  it('ask for logs of AWS alone, since the account has no others', () => {
    const named = written.flatMap(({ generation: { platforms } }) => platforms ?? []);
    expect(new Set(named)).toEqual(new Set(['aws']));
  });

  it('send nobody to sub-techniques that have no rules either', () => {
    const bodies = new Set(written.flatMap(({ id, generation }) => (generation.platforms === null ? [] : [id])));
    for (const { id, generation } of written) {
      if (generation.reason?.includes('sub-techniques') !== true) continue;
      expect([id, [...bodies].some((other) => other.startsWith(`${id}.`))]).toEqual([id, true]);
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
      expect(shown.filter((mappings) => mappings.some(covers)).length).toBeGreaterThanOrEqual(42);
    },
  );
});
