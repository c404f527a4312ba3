import { createDatabase } from '@tripline/service';
import { createTestDatabase, eventually, type TestDatabase } from '@tripline/stack';
import request from 'supertest';
import { at } from './support/harness.js';
import { killProcesses, startProcess } from './support/process.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await killProcesses();
  await database.drop();
});

describe.each(['api', 'worker'] as const)('the process %s', (program) => {
  test('is not ready on a schema that lacks a step of this release, says which, and is ready once it is there', async () => {
    const database = await createTestDatabase();
    const owner = createDatabase({ url: database.adminUrl, connections: 1, applicationName: 'test' });
    const steps = () => owner('coverage.migrations');
    const newest = await steps().orderBy('position', 'desc').first();
    await steps().where({ position: newest.position }).delete();
    const service = startProcess(program, database);
    const { adminUrl } = await service.listening();
    const answer = await request(adminUrl).get('/readyz').expect(503);
    expect(answer.body).toMatchObject({ status: 'not ready', checks: { schema: 'failing' } });
    await eventually(async () => service.log().includes(`the schema coverage lacks ${newest.name}`));
    await steps().insert(newest);
    await eventually(async () => (await request(adminUrl).get('/readyz')).status === 200);
    await owner.destroy();
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    await database.drop();
  });
});

test('after SIGTERM the service says on both ports that it is stopping, and still takes calls for DRAIN_SECONDS', async () => {
  const service = startProcess('api', database, { DRAIN_SECONDS: '60' });
  const { url, adminUrl } = await service.listening();
  await eventually(async () => (await request(url).get('/readyz')).status === 200);
  service.child.kill('SIGTERM');
  for (const each of [url, adminUrl]) {
    await eventually(async () => (await request(each).get('/readyz')).body.status === 'stopping');
    await request(each).get('/readyz').expect(503);
  }
  const answer = await request(url).get(at('/accounts')).expect(401);
  expect(answer.headers['connection']).toBe('close');
  // Once more ends it at once.
  service.child.kill('SIGTERM');
  expect(await service.exited).toBe(1);
});
