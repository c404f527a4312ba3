import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { eventually } from '@tripline/stack';
import request from 'supertest';
import { type PageServer, servePages } from '../support/generation-harness.js';
import { bearer, createHarness, type Harness, type Instance, signedInUser, untilReady } from '../support/harness.js';
import { killProcesses, startProcess } from '../support/process.js';

let harness: Harness;
let living: Instance;
let pages: PageServer;
const held: ServerResponse[] = [];

beforeAll(async () => {
  harness = await createHarness();
  living = await untilReady(harness.start());
  pages = await servePages((_req, res) => void held.push(res));
});
afterAll(async () => {
  await killProcesses();
  await pages.close();
  await harness.close();
});

test('a process that is killed gives its places back within 10 s, and its reserved generations within a minute', async () => {
  const user = await signedInUser(living, 'free');
  const doomed = startProcess('api', harness.database, { FETCH_ALLOW_HOSTS: pages.host });
  const worker = startProcess('worker', harness.database, { SIGNUP: 'closed' });
  const [{ url }] = await Promise.all([doomed.listening(), worker.listening()]);
  await eventually(async () => (await request(url).get('/readyz')).status === 200);
  const usage = async () => (await living.http.get('/v1/me').set(bearer(user.jwt)).expect(200)).body.data.usage;
  // Two at work and one that waits, each but the last with a generation of the day.
  const lost = [0, 1, 2].map(() =>
    request(url)
      .post('/v1/generate')
      .set(bearer(user.jwt))
      .send({ inputType: 'url', url: `${pages.url}/never` })
      .then(
        () => 'answered',
        () => 'cut',
      ),
  );
  await eventually(async () => {
    const use = await usage();
    return use.requestsAtWork === 2 && use.requestsWaiting === 1 && use.generationsToday === 2;
  });
  doomed.child.kill('SIGKILL');
  await once(doomed.child, 'exit');
  const killed = performance.now();
  expect(await Promise.all(lost)).toEqual(['cut', 'cut', 'cut']);
  /** When the last request was sent that still saw what is waited for, after the kill: however slow the answers are, they add nothing. */
  const lastSeen = async (isGone: () => Promise<boolean>): Promise<number> => {
    let last = killed;
    await eventually(async () => {
      const sent = performance.now();
      if (await isGone()) return true;
      last = sent;
      return false;
    });
    return last - killed;
  };
  const placesBack = await lastSeen(async () => {
    const { requestsAtWork, requestsWaiting } = await usage();
    return requestsAtWork === 0 && requestsWaiting === 0;
  });
  const generationsBack = await lastSeen(async () => (await usage()).generationsToday === 0);
  // Times are the guarantee here: leases run by the clocks of Redis and Postgres, not by the speed of this machine.
  expect(placesBack).toBeLessThan(10_000);
  expect(generationsBack).toBeLessThan(60_000);
});
