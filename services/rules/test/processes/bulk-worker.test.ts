import { eventually } from '@tripline/stack';
import { bearer, createHarness, type Harness, type Instance, signedInUser } from '../support/harness.js';
import { killProcesses, startProcess } from '../support/process.js';
import { insertRules } from '../support/rule-rows.js';

let harness: Harness;
let service: Instance;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
});
afterAll(async () => {
  await killProcesses();
  await harness.close();
});

test('a job whose worker is killed is carried on by the next one, nothing of it done twice', async () => {
  const user = await signedInUser(service, 'pro');
  for (let thousand = 0; thousand < 5; thousand++) {
    await insertRules(
      service.db,
      Array.from({ length: 1_000 }, () => ({ createdBy: user.id })),
    );
  }
  const body = { action: 'delete', filter: {}, expected: 5_000 };
  const { jobId } = (await service.http.post('/v1/rules/bulk').set(bearer(user.jwt)).send(body).expect(202)).body.data;
  const job = async () =>
    (await service.http.get(`/v1/rules/bulk/${jobId}`).set(bearer(user.jwt)).expect(200)).body.data;
  const first = startProcess('worker', harness.database);
  await eventually(async () => (await job()).done > 0);
  first.child.kill('SIGKILL');
  await first.exited;
  const { done, state } = await job();
  expect(state).toBe('running');
  expect(done).toBeLessThan(5_000);
  const second = startProcess('worker', harness.database);
  await eventually(async () => (await job()).state === 'done');
  expect(await job()).toMatchObject({ total: 5_000, done: 5_000, notDone: [] });
  expect(await service.db('rules.rules').where({ created_by: user.id })).toEqual([]);
  const binned = await service.db('rules.deleted_rules').where({ bulk_job_id: jobId }).select('id');
  expect(binned).toHaveLength(5_000);
  expect(await service.db('auth.audit_log').where({ actor_id: user.id, action: 'rule.deleted' })).toHaveLength(1);
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
});
