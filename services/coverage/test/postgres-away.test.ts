import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createDatabase, type Knex } from '@tripline/service';
import { eventually, onFullDisk, startRelay, startTestServers, type TestServers } from '@tripline/stack';
import request from 'supertest';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';
import { killProcesses, startProcess } from './support/process.js';

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
  await killProcesses();
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

  test('hangs, and so are calls already in progress', async () => {
    await servers.pausePostgres(async () => {
      await Promise.all([...Array.from({ length: 12 }, () => expectAway(read())), expectAway(write())]);
      expect(await isReady()).toBe(false);
    });
    await expectBack();
  });

  test('is behind a network that starts to drop every packet', async () => {
    const relay = await startRelay(harness.database.databaseUrl);
    const replica = harness.start({ DATABASE_URL: relay.url });
    await read(replica).expect(200);
    relay.lose();
    await expectAway(read(replica));
    relay.restore();
    await expectBack(replica);
    relay.close();
  });

  test('accepts connections and never answers', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = new URL(harness.database.databaseUrl);
    url.port = String((silent.address() as AddressInfo).port);
    await expectAway(read(harness.start({ DATABASE_URL: url.href })));
    silent.close();
  });

  test('has a host name that does not resolve', async () => {
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

  test.each([
    ['cancels the statement', 'pg_cancel_backend'],
    ['cuts the connection in the middle', 'pg_terminate_backend'],
  ])('%s', async (_what, action) => {
    await admin.transaction(async (trx) => {
      await trx.raw('lock table auth.api_keys in access exclusive mode');
      const answered = expectAway(write());
      await eventually(() => someCallWaits(`${action}(pid)`));
      await answered;
    });
    await write().expect(200);
  });

  test('has no connection left for us', async () => {
    await admin.raw('alter role tripline_service connection limit 0');
    await expectAway(read(harness.start()));
    await admin.raw('alter role tripline_service connection limit -1');
  });

  test('has no space left on its disk: reading works, and writing again once there is space', async () => {
    const mounted = await onFullDisk(admin, 'auth.api_keys', async () => {
      await eventually(async () => (await write()).status !== 200);
      await expectAway(write());
      await read().expect(200);
    });
    // Where nobody may mount a small disk, Postgres itself raises what it would raise then.
    if (!mounted) {
      await admin.raw(`create function auth.fail() returns trigger language plpgsql as
        $$ begin raise exception 'made to fail' using errcode = '53100'; end $$`);
      await admin.raw('create trigger failing before insert on auth.api_keys execute function auth.fail()');
      await expectAway(write());
      await admin.raw('drop function auth.fail() cascade');
    }
    await write().expect(200);
  });
});

/** Whether a statement of the service waits for a lock; `action` is done to each that does. */
async function someCallWaits(action = 'true'): Promise<boolean> {
  const { rows } = await admin.raw(
    `select ${action} from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and usename = 'tripline_service'`,
  );
  return rows.length > 0;
}

test('a call whose transaction Postgres aborts for a deadlock is retried and succeeds', async () => {
  const account = { name: 'an account', provider: 'aws', external_account_id: '111122223333' };
  const { body: made } = await service.http.post(at('/accounts')).set(user.key).send(account).expect(200);
  let renamed = 0;
  await eventually(async () => {
    renamed += 1;
    const name = `renamed ${renamed}`;
    const call = service.http
      .patch(at(`/accounts/${made.id}`))
      .set(user.key)
      .send({ name });
    let answered: Promise<Awaited<typeof call>> | undefined;
    const serviceGaveWay = await admin.transaction(async (other) => {
      // Whoever looks first gives way: that shall not be this transaction.
      await other.raw("set local deadlock_timeout = '10s'");
      await other.raw('lock table auth.audit_log in exclusive mode');
      answered = call.then((answer) => answer);
      await eventually(() => someCallWaits());
      return other('coverage.cloud_accounts')
        .where({ id: made.id })
        .forUpdate()
        .then(
          () => true,
          () => false,
        );
    });
    const answer = await answered;
    expect({ status: answer?.status, name: answer?.body.name }).toEqual({ status: 200, name });
    return serviceGaveWay;
  });
});

describe('the worker reports not ready, keeps running, and becomes ready again by itself', () => {
  test.each([
    ['after Postgres was stopped', (meanwhile: () => Promise<void>) => servers.restartPostgres(meanwhile)],
    ['after Postgres hung', (meanwhile: () => Promise<void>) => servers.pausePostgres(meanwhile)],
  ])('%s', async (_what, away) => {
    const { adminUrl, exitCode } = await readyWorker();
    await away(async () => {
      await eventually(async () => (await request(adminUrl).get('/readyz')).status === 503);
      await request(adminUrl).get('/healthz').expect(200);
    });
    await eventually(async () => (await request(adminUrl).get('/readyz')).status === 200);
    expect(exitCode()).toBeNull();
  });

  test('after the network to Postgres lost everything', async () => {
    const relay = await startRelay(harness.database.databaseUrl);
    const { adminUrl, exitCode } = await readyWorker(relay.url);
    relay.lose();
    await eventually(async () => (await request(adminUrl).get('/readyz')).status === 503);
    relay.restore();
    await eventually(async () => (await request(adminUrl).get('/readyz')).status === 200);
    expect(exitCode()).toBeNull();
    relay.close();
  });
});

test('the worker says that it is stopping until it has ended, and ends though Postgres hangs', async () => {
  const worker = await readyWorker();
  await servers.pausePostgres(async () => {
    worker.child.kill('SIGTERM');
    const said = new Set<string>();
    await eventually(async () => {
      await fetch(`${worker.adminUrl}/readyz`).then(
        async (answer) => said.add(((await answer.json()) as { status: string }).status),
        () => undefined,
      );
      return worker.exitCode() !== null;
    });
    expect(said).toContain('stopping');
    expect(await worker.exited).toBe(0);
  });
});

/** A worker process that has found everything it needs. */
async function readyWorker(databaseUrl = harness.database.databaseUrl) {
  const worker = startProcess('worker', { databaseUrl });
  const { adminUrl } = await worker.listening();
  await eventually(async () => (await request(adminUrl).get('/readyz')).status === 200);
  return { ...worker, adminUrl };
}
