import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createDatabase, type Knex } from '@tripline/service';
import { eventually, onFullDisk, startRelay, startTestServers, type TestServers } from '@tripline/stack';
import request from 'supertest';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  signedInUser,
  type TestUser,
  untilReady,
} from './support/harness.js';
import { killProcesses, startProcess } from './support/process.js';
import { newTeam } from './support/teams.js';

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
  service = await untilReady(harness.start());
  user = await signedInUser(service, 'enterprise');
  admin = createDatabase({ url: harness.database.adminUrl, connections: 2, applicationName: 'admin' });
});
afterAll(async () => {
  await killProcesses();
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

  test('hangs, and so are calls already in progress', async () => {
    await servers.pausePostgres(async () => {
      await Promise.all([...Array.from({ length: 12 }, () => expectAway(read())), expectAway(write())]);
      await expectAway(read());
      await service.http.get('/readyz').expect(503);
    });
    await expectBack();
  });

  test('has a host name that does not resolve', async () => {
    const url = new URL(harness.database.databaseUrl);
    url.hostname = 'postgres.invalid';
    await expectAway(read(replicaAt(url.href)));
  });

  test('accepts connections and never answers', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = new URL(harness.database.databaseUrl);
    url.port = String((silent.address() as AddressInfo).port);
    await expectAway(read(replicaAt(url.href)));
    silent.close();
  });

  test('is behind a network that starts to drop every packet, and succeed again over a new path', async () => {
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
      await eventually(() => someCallWaits(`${action}(pid)`));
      await answered;
    });
    await write().expect(201);
  });

  test('has no connection left for us', async () => {
    await admin.raw('alter role tripline_service connection limit 0');
    await expectAway(read(replicaAt(harness.database.databaseUrl)));
    await admin.raw('alter role tripline_service connection limit -1');
  });

  test('has no space left on its disk: reading works, and writing again once there is space', async () => {
    const mounted = await onFullDisk(admin, 'auth.api_keys', async () => {
      await eventually(async () => (await write()).status !== 201);
      await expectAway(write());
      await read().expect(200);
    });
    // Where nobody may mount a small disk, Postgres itself raises what it would raise then.
    if (!mounted) await whileRaising('53100', () => expectAway(write()));
    await write().expect(201);
  });

  test.each([
    ['out of memory', '53200'],
    ['input or output error', '58030'],
  ])('says: %s', async (_what, sqlState) => {
    await whileRaising(sqlState, () => expectAway(write()));
    await write().expect(201);
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

async function whileRaising(sqlState: string, meanwhile: () => Promise<void>): Promise<void> {
  await admin.raw(`create function auth.fail() returns trigger language plpgsql as
    $$ begin raise exception 'made to fail' using errcode = '${sqlState}'; end $$`);
  await admin.raw('create trigger failing before insert on auth.api_keys execute function auth.fail()');
  await meanwhile();
  await admin.raw('drop function auth.fail() cascade');
}

test('a call whose transaction Postgres aborts for a deadlock is retried and succeeds', async () => {
  const team = await newTeam(service);
  let renamed = 0;
  await eventually(async () => {
    renamed += 1;
    const name = `renamed ${renamed}`;
    const call = service.http.patch('/v1/team').set(bearer(team.owner.jwt)).send({ name });
    let answered: Promise<Awaited<typeof call>> | undefined;
    const serviceGaveWay = await admin.transaction(async (other) => {
      // Whoever looks first gives way: that shall not be this transaction.
      await other.raw("set local deadlock_timeout = '10s'");
      await other.raw('lock table auth.audit_log in exclusive mode');
      answered = call.then((answer) => answer);
      await eventually(() => someCallWaits());
      return other('auth.teams')
        .where({ id: team.id })
        .forUpdate()
        .then(
          () => true,
          () => false,
        );
    });
    const answer = await answered;
    expect({ status: answer?.status, name: answer?.body.data.name }).toEqual({ status: 200, name });
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
