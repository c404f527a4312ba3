import { createTestDatabase, eventually, type TestDatabase } from '@tripline/stack';
import request from 'supertest';
import { type Balancer, startBalancer } from '../support/balancer.js';
import { bearer } from '../support/harness.js';
import { killProcesses, type ServiceProcess, startProcess } from '../support/process.js';

let database: TestDatabase;
let balancer: Balancer;

beforeAll(async () => {
  database = await createTestDatabase();
  balancer = await startBalancer();
});
afterAll(async () => {
  balancer.close();
  await killProcesses();
  await database.drop();
});

async function startReplica(): Promise<ServiceProcess> {
  const replica = startProcess('api', database, { DRAIN_SECONDS: '8' });
  const { url } = await replica.listening();
  balancer.add(url);
  await eventually(async () => (await request(url).get('/readyz')).status === 200);
  return replica;
}

/** Calls one after the other until told to stop; each looks a key up in Postgres. */
async function call(statuses: number[], stopped: AbortSignal): Promise<void> {
  const unknownKey = bearer(`tripline_live_${'k'.repeat(43)}`);
  while (!stopped.aborted) {
    const answer = await fetch(`${balancer.url}/v1/rules`, { headers: unknownKey });
    await answer.text();
    statuses.push(answer.status);
  }
}

test('a replica behind a balancer that asks for its readiness is replaced without one failed call', async () => {
  const [old] = await Promise.all([startReplica(), startReplica()]);
  await eventually(async () => (await fetch(`${balancer.url}/healthz`)).ok);
  const statuses: number[] = [];
  const enough = new AbortController();
  const callers = Promise.all([call(statuses, enough.signal), call(statuses, enough.signal)]);
  await eventually(async () => statuses.length > 20);
  old.child.kill('SIGTERM');
  expect(await old.exited).toBe(0);
  const whenGone = statuses.length;
  await eventually(async () => statuses.length > whenGone + 20);
  enough.abort();
  await callers;
  expect(new Set(statuses)).toEqual(new Set([401]));
});
