import { createDatabase, type Knex } from '@tripline/service';
import { eventually, startRelay, startTestServers, type TestServers } from '@tripline/stack';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';

let servers: TestServers;
let harness: Harness;
let service: Instance;
let user: TestUser;
let admin: Knex;

const isReady = async (): Promise<boolean> => (await service.http.get('/readyz')).status === 200;

beforeAll(async () => {
  servers = await startTestServers();
  // Servers of this suite's own, which it may break.
  process.env['TEST_STACK'] = JSON.stringify(servers);
  harness = await createHarness();
  service = harness.start();
  await eventually(isReady);
  user = await newUser(service, 'enterprise');
  admin = createDatabase({ url: harness.database.adminUrl, connections: 2, applicationName: 'admin' });
});
afterAll(async () => {
  await admin.destroy();
  await harness.close();
  await servers.stop();
});

const read = (from = service) => from.http.get(at('/accounts')).set(user.key);
const write = () => service.http.post(at('/keys')).set(user.session).send({ name: 'a key' });

async function expectAway(sent: ReturnType<typeof read>): Promise<void> {
  const { body, headers, status } = await sent;
  expect({ status, body }).toEqual({ status: 503, body: { detail: expect.stringContaining('right now') } });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

async function expectBack(from = service): Promise<void> {
  await eventually(async () => (await read(from)).status === 200);
}

describe('calls are answered with 503 and Retry-After while Postgres', () => {
  test('is stopped', async () => {
    await servers.restartPostgres(async () => {
      await expectAway(read());
      await expectAway(write());
      expect(await isReady()).toBe(false);
    });
    await expectBack();
  });

  test('hangs, also those that it had begun with', async () => {
    await servers.pausePostgres(async () => {
      await Promise.all([...Array.from({ length: 12 }, () => expectAway(read())), expectAway(write())]);
      expect(await isReady()).toBe(false);
    });
    await expectBack();
  });

  test('is behind a network that begins to lose everything', async () => {
    const relay = await startRelay(harness.database.databaseUrl);
    const replica = harness.start({ DATABASE_URL: relay.url });
    await read(replica).expect(200);
    relay.lose();
    await expectAway(read(replica));
    relay.restore();
    await expectBack(replica);
    relay.close();
  });

  test('has a name that is not known', async () => {
    const url = new URL(harness.database.databaseUrl);
    url.hostname = 'postgres.invalid';
    await expectAway(read(harness.start({ DATABASE_URL: url.href })));
  });

  test('has failed over and is read-only: reading works', async () => {
    await admin.raw('alter system set default_transaction_read_only = on');
    await admin.raw('select pg_reload_conf()');
    await eventually(async () => (await write()).status === 503);
    await expectAway(write());
    await read().expect(200);
    await admin.raw('alter system reset default_transaction_read_only');
    await admin.raw('select pg_reload_conf()');
    await eventually(async () => (await write()).status === 200);
  });

  test('cancels the statement', async () => {
    await admin.transaction(async (trx) => {
      await trx.raw('lock table auth.api_keys in access exclusive mode');
      const answered = expectAway(write());
      await eventually(async () => {
        const { rows } = await admin.raw(
          `select pg_cancel_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and usename = 'tripline_service'`,
        );
        return rows.length > 0;
      });
      await answered;
    });
    await write().expect(200);
  });
});
