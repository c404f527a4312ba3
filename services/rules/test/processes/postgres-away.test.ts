import { describePostgresAway } from '@tripline/stack/suites';
import { newTeam } from '../../../../packages/auth/test/support/teams.js';
import { bearer, createHarness, createKey, signedInUser, untilReady } from '../support/harness.js';
import { startProcess } from '../support/process.js';

describePostgresAway({
  unavailable: { success: false, error: expect.objectContaining({ code: 'Unavailable' }) },
  written: 201,
  async open() {
    const harness = await createHarness();
    const service = await untilReady(harness.start());
    const user = await signedInUser(service, 'enterprise');
    const { key } = await createKey(service, user);
    return {
      database: harness.database,
      start(env) {
        const replica = harness.start(env);
        const { db, http } = replica;
        return {
          db,
          close: () => replica.close(),
          read: async () => http.get('/v1/rules').set(bearer(key)),
          write: async () => http.post('/v1/api-keys').set(bearer(user.jwt)).send({ name: 'a key' }),
          ready: async () => http.get('/readyz'),
        };
      },
      startWorker: (databaseUrl) => startProcess('worker', { databaseUrl }),
      async named() {
        // A replica that has not seen the faults before: its first call would meet connections that Postgres has closed.
        const fresh = await untilReady(harness.start());
        const { id, owner } = await newTeam(fresh);
        return {
          ...{ id, table: 'auth.teams' },
          async rename(name) {
            const { body, status } = await fresh.http.patch('/v1/team').set(bearer(owner.jwt)).send({ name });
            return { status, name: body.data.name };
          },
        };
      },
      close: () => harness.close(),
    };
  },
});
