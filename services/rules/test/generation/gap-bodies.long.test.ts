import { expectRulesFor, gapBodies } from '../support/gap-bodies.js';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer } from '../support/harness.js';

let app: GenerationHarness;
beforeAll(async () => {
  app = await createGenerationHarness();
});
afterAll(() => app.close());

test.each(gapBodies())('the gap of $techniqueId gets rules of medium level or higher, tagged with it', async (gap) => {
  const { body } = await app.instance.http.post('/v1/generate').set(bearer(app.key)).send(gap).expect(200);
  expectRulesFor(gap, body.data.rules);
});
