import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createDatabase, type Knex } from '@tripline/service';
import { eventually, startRelay, startTestServers, type TestServers } from '@tripline/stack';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  signedInUser,
  type TestUser,
  untilReady,
} from './support/harness.js';

let servers: TestServers;
let harness: Harness;
let service: Instance;
let user: TestUser;
let admin: Knex;

beforeAll(async () => {
  servers = await startTestServers();
  // Servers of this suite's own, which it may break.
  process.env['TEST_STACK'] = JSON.stringify(servers);
  harness = await createHarness();
  service = await untilReady(harness.start({ LIMIT_CALLS_PER_MINUTE: '1000000' }));
  user = await signedInUser(service, 'enterprise');
  admin = createDatabase({ url: harness.database.adminUrl, connections: 2, applicationName: 'admin' });
});
afterAll(async () => {
  await admin.destroy();
  await harness.close();
  await servers.stop();
});

const read = (at = service) => at.http.get('/v1/rules').set(bearer(user.jwt));
const write = (at = service) => at.http.post('/v1/api-keys').set(bearer(user.jwt)).send({ name: 'a key' });

async function expectAway(sent: ReturnType<typeof read>): Promise<void> {
  const answer = await sent;
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 503,
    body: { success: false, error: expect.objectContaining({ code: 'Unavailable' }) },
  });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

/** That the service works again by itself. */
async function expectBack(at = service): Promise<void> {
  await eventually(async () => (await read(at)).status === 200);
  await untilReady(at);
}

/** Another replica, whose Postgres is at another address. */
const replicaAt = (url: string): Instance => harness.start({ DATABASE_URL: url });

describe('calls are answered with 503 and Retry-After while Postgres', () => {
  test('is stopped', async () => {
    await servers.restartPostgres(async () => {
      await expectAway(read());
      await expectAway(write());
      await service.http.get('/readyz').expect(503);
    });
    await expectBack();
  });

  test('hangs, also those that it had begun with', async () => {
    await servers.pausePostgres(async () => {
      await Promise.all([...Array.from({ length: 12 }, () => expectAway(read())), expectAway(write())]);
      await expectAway(read());
      await service.http.get('/readyz').expect(503);
    });
    await expectBack();
  });

  test('has a name that is not known', async () => {
    const url = new URL(harness.database.databaseUrl);
    url.hostname = 'postgres.invalid';
    await expectAway(read(replicaAt(url.href)));
  });

  test('takes connections and never says a word', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = new URL(harness.database.databaseUrl);
    url.port = String((silent.address() as AddressInfo).port);
    await expectAway(read(replicaAt(url.href)));
    silent.close();
  });

  test('is behind a network that begins to lose everything, and is back when a new path leads there', async () => {
    const relay = await startRelay(harness.database.databaseUrl);
    const replica = replicaAt(relay.url);
    await read(replica).expect(200);
    relay.lose();
    await expectAway(read(replica));
    relay.restore();
    await expectBack(replica);
    relay.close();
  });

  test('has failed over and is read-only: reading works, and writing again once it may', async () => {
    const setReadOnly = async (value: 'on' | 'off') => {
      await admin.raw(`alter system set default_transaction_read_only = ${value}`);
      await admin.raw('select pg_reload_conf()');
      const shown = async () => (await admin.raw('show default_transaction_read_only')).rows[0];
      await eventually(async () => (await shown()).default_transaction_read_only === value);
    };
    await setReadOnly('on');
    await expectAway(write());
    await read().expect(200);
    // The superuser may leave what is only the default.
    await admin.raw('set default_transaction_read_only = off');
    await setReadOnly('off');
    await write().expect(201);
  });

  test.each([
    ['cancels the statement', 'pg_cancel_backend'],
    ['cuts the connection in the middle', 'pg_terminate_backend'],
  ])('%s', async (_what, action) => {
    await admin.transaction(async (trx) => {
      await trx.raw('lock table auth.api_keys in access exclusive mode');
      const answered = expectAway(write());
      await eventually(async () => {
        const { rows } = await admin.raw(
          `select ${action}(pid) as done from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and usename = 'tripline_service'`,
        );
        return rows.length > 0;
      });
      await answered;
    });
    await write().expect(201);
  });

  test('has no connection left for us', async () => {
    await admin.raw('alter role tripline_service connection limit 0');
    await expectAway(read(replicaAt(harness.database.databaseUrl)));
    await admin.raw('alter role tripline_service connection limit -1');
  });

  // A full disk needs a file system of its own, and that needs root: Postgres itself raises what it would raise then.
  test.each([
    ['disk full', '53100'],
    ['out of memory', '53200'],
    ['input or output error', '58030'],
  ])('says: %s', async (_what, sqlState) => {
    await admin.raw(`create function auth.fail() returns trigger language plpgsql as
      $$ begin raise exception 'made to fail' using errcode = '${sqlState}'; end $$`);
    await admin.raw('create trigger failing before insert on auth.api_keys execute function auth.fail()');
    await expectAway(write());
    await admin.raw('drop function auth.fail() cascade');
    await write().expect(201);
  });
});
