import { randomUUID } from 'node:crypto';
import { describeHostileBodies } from '@tripline/stack/suites';
import { newTeam } from '../../../packages/auth/test/support/teams.js';
import { ADMIN_TOKEN, bearer, createHarness, type Harness, type Instance } from './support/harness.js';

let harness: Harness;
let service: Instance;
let jwt: string;
const pipeline = randomUUID();
let webhook: string;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({ WEBHOOK_KEY: 'vN3xQ8mLr5TzK1cYbW7hUe0sGd9JfPa2' });
  const { owner } = await newTeam(service, 'enterprise');
  jwt = owner.jwt;
  // Saving one would need an engine.
  const [now, text] = [new Date(), 'name: fields'];
  await service.db('rules.pipelines').insert({
    ...{ id: pipeline, created_by: owner.id, name: 'fields', text, sha256: '', is_default: false },
    ...{ created_at: now, updated_at: now },
  });
  const made = { url: 'https://hooks.example.com/', events: ['generation.finished'] };
  webhook = (await service.http.post('/v1/webhooks').set(bearer(jwt)).send(made).expect(201)).body.data.id;
});
afterAll(() => harness.close());

describeHostileBodies({
  document: async () => (await service.http.get('/openapi.json').expect(200)).body,
  parameter(template) {
    if (template.startsWith('/v1/webhooks/')) return webhook;
    return template.startsWith('/v1/pipelines/') ? pipeline : undefined;
  },
  // The report must be signed first.
  unreached: ['reportLeakedKeys'],
  async send({ body, method, path, schemes }) {
    const credential = schemes.includes('adminToken') ? ADMIN_TOKEN : schemes.length > 0 ? jwt : undefined;
    return service.http[method as 'post'](path)
      .set('Content-Type', 'application/json')
      .set(credential === undefined ? {} : bearer(credential))
      .send(body);
  },
});
