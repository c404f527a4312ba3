import { eventually } from '@tripline/stack';
import { describePostgresAway } from '@tripline/stack/suites';
import { at, createHarness, newUser } from '../support/harness.js';
import { startProcess } from '../support/process.js';

describePostgresAway({
  unavailable: { detail: expect.stringContaining('right now') },
  written: 200,
  async open() {
    const harness = await createHarness();
    const service = harness.start();
    const { key, session } = await newUser(service, 'enterprise');
    return {
      database: harness.database,
      start(env) {
        const replica = harness.start(env);
        const { db, http } = replica;
        return {
          db,
          close: () => replica.close(),
          read: async () => http.get(at('/accounts')).set(key),
          write: async () => http.post(at('/keys')).set(session).send({ name: 'a key' }),
          ready: async () => http.get('/readyz'),
        };
      },
      startWorker: (databaseUrl) => startProcess('worker', { databaseUrl }),
      async named() {
        // A replica that has not seen the faults before: its first call would meet connections that Postgres has closed.
        const fresh = harness.start();
        await eventually(async () => (await fresh.http.get('/readyz')).status === 200);
        const account = { name: 'an account', provider: 'aws', external_account_id: '111122223333' };
        const { body } = await fresh.http.post(at('/accounts')).set(key).send(account).expect(200);
        return {
          ...{ id: body.id, table: 'coverage.cloud_accounts' },
          async rename(name) {
            const answer = await fresh.http
              .patch(at(`/accounts/${body.id}`))
              .set(key)
              .send({ name });
            return { status: answer.status, name: answer.body.name };
          },
        };
      },
      close: () => harness.close(),
    };
  },
});
