import { createMatcher, matchCorrelation, parseSigma, type SigmaEvent } from '@tripline/sigma';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer } from '../support/harness.js';
import { BROUGHT_RULE } from '../support/sample-advisory.js';

let app: GenerationHarness;
beforeAll(async () => {
  app = await createGenerationHarness();
});
afterAll(() => app.close());

interface Brought {
  readonly title: string;
  readonly status: string;
  readonly yaml: string;
  readonly tests: { readonly match: readonly SigmaEvent[]; readonly noMatch: readonly SigmaEvent[] };
}

const bring = async (yaml: string): Promise<readonly [Brought]> =>
  (await app.instance.http.post('/v1/generate').set(bearer(app.key)).send({ inputType: 'sigma', yaml }).expect(200))
    .body.data.rules;

describe('a brought rule', () => {
  test('comes with events that it matches and events that it does not', async () => {
    const [{ yaml, tests }] = await bring(BROUGHT_RULE);
    const [rule] = parseSigma(yaml).documents;
    if (rule?.kind !== 'rule') throw new Error('the answer holds no rule');
    const { matches } = createMatcher(rule);
    expect(tests.match.map(matches)).toEqual([true]);
    expect(tests.noMatch.length).toBeGreaterThan(1);
    for (const event of tests.noMatch) expect(matches(event)).toBe(false);
  });

  test('that counts comes with a list of events that makes it fire and one that does not', async () => {
    const [{ yaml, tests }] = await bring(
      BROUGHT_RULE.replace('condition: selection', 'condition: selection | count() by Computer > 3\n    timeframe: 5m'),
    );
    const collection = parseSigma(yaml);
    const [rule] = collection.documents;
    if (rule?.kind !== 'rule') throw new Error('the answer holds no rule');
    expect(tests.match).toHaveLength(4);
    expect(tests.noMatch).toHaveLength(3);
    expect(matchCorrelation(rule, collection, tests.match).matched).toBe(true);
    expect(matchCorrelation(rule, collection, tests.noMatch).matched).toBe(false);
  });

  test('keeps the status it says it has', async () => {
    const [rule] = await bring(BROUGHT_RULE.replace('status: experimental', 'status: stable'));
    expect(rule.status).toBe('stable');
  });

  test('that is a correlation of a correlation keeps all the rules it rests on', async () => {
    const correlation = (name: string, of: string) =>
      `title: ${name}\nname: ${name}\ncorrelation:\n    type: event_count\n    rules:\n        - ${of}\n    group-by:\n        - Computer\n    timespan: 10m\n    condition:\n        gte: 3\n`;
    const [rule] = await bring(
      [`name: base\n${BROUGHT_RULE}`, correlation('inner', 'base'), correlation('outer', 'inner')].join('---\n'),
    );
    expect(rule.title).toBe('outer');
    expect(rule.yaml.match(/^title: .*$/gm)).toEqual([
      'title: outer',
      'title: Certutil Downloads A File',
      'title: inner',
    ]);
    expect(rule.tests).toEqual({ match: [], noMatch: [] });
  });
});
