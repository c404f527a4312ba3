import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createDatabase, type Knex } from '@tripline/service';
import {
  eventually,
  killProcesses,
  type ServiceProcess,
  startTestServers,
  type TestDatabase,
  type TestServers,
} from '@tripline/stack';
import { onFullDisk } from './full-disk.js';
import { startRelay } from './relay.js';
import { whileTheClockStands } from './standing-clock.js';

/** The parts of an answer that the suite looks at. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

/**
 * A process's app, with calls of somebody who is known to it. Reading and writing are done with different credentials: of one credential, two
 * calls at once wait for the same look-up of whose it is, and so for one answer of Postgres.
 */
interface Replica {
  readonly db: Knex;
  read(): Promise<Answer>;
  /** Makes an API key, of which there may be any number. */
  write(): Promise<Answer>;
  ready(): Promise<Answer>;
  close(): Promise<void>;
}

/** A service on the suite's own servers. */
interface ServiceOnServers {
  readonly database: Pick<TestDatabase, 'databaseUrl' | 'adminUrl'>;
  start(env?: NodeJS.ProcessEnv): Replica;
  startWorker(databaseUrl: string): ServiceProcess;
  /** Something with a name that a transaction of the service changes. */
  named(): Promise<{ table: string; id: string; rename(name: string): Promise<{ status: number; name: unknown }> }>;
  close(): Promise<void>;
}

/** How a service differs from another in the suite. */
export interface AwaySuite {
  /** Opens the service; `TEST_STACK` names the suite's own servers by then. */
  open(): Promise<ServiceOnServers>;
  /** The body of a 503, for `toEqual`. */
  readonly unavailable: object;
  /** The status of a key that was made. */
  readonly written: number;
}

/** Every way in which Postgres can be away: calls are answered with 503 in time, and the worker lives on. */
export function describePostgresAway({ open, unavailable, written }: AwaySuite): void {
  let servers: TestServers;
  let service: ServiceOnServers;
  let replica: Replica;
  let admin: Knex;

  beforeAll(async () => {
    servers = await startTestServers();
    // Servers of this suite's own, which it may break.
    process.env['TEST_STACK'] = JSON.stringify(servers);
    service = await open();
    replica = service.start();
    await eventually(async () => (await replica.ready()).status === 200);
    admin = createDatabase({ url: service.database.adminUrl, connections: 2, applicationName: 'admin' });
  });
  afterAll(async () => {
    await killProcesses();
    await admin.destroy();
    await service.close();
    await servers.stop();
  });

  const expectAway = async (sent: Promise<Answer>): Promise<void> => {
    const { body, headers, status } = await sent;
    expect({ status, body }).toEqual({ status: 503, body: unavailable });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  };
  /** That the service works again by itself. */
  const expectBack = async (at = replica): Promise<void> => {
    await eventually(async () => (await at.read()).status === 200);
    await eventually(async () => (await at.ready()).status === 200);
  };
  const expectNotReady = async (): Promise<void> => expect((await replica.ready()).status).toBe(503);
  const expectWritten = async (): Promise<void> => expect((await replica.write()).status).toBe(written);
  /** Another replica, whose Postgres is at another address. */
  const replicaAt = (change: (url: URL) => void): Replica => {
    const url = new URL(service.database.databaseUrl);
    change(url);
    return service.start({ DATABASE_URL: url.href });
  };
  /** Whether a statement of the service waits for a lock; `action` is done to each that does. */
  const someCallWaits = async (action = 'true'): Promise<boolean> => {
    const { rows } = await admin.raw(
      `select ${action} from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and usename = 'tripline_service'`,
    );
    return rows.length > 0;
  };
  const whileRaising = async (sqlState: string, meanwhile: () => Promise<void>): Promise<void> => {
    await admin.raw(`create function auth.fail() returns trigger language plpgsql as
      $$ begin raise exception 'made to fail' using errcode = '${sqlState}'; end $$`);
    await admin.raw('create trigger failing before insert on auth.api_keys execute function auth.fail()');
    await meanwhile();
    await admin.raw('drop function auth.fail() cascade');
  };
  const readyWorker = async (databaseUrl = service.database.databaseUrl) => {
    const worker = service.startWorker(databaseUrl);
    const { adminUrl } = await worker.listening();
    const isReady = async (): Promise<boolean> => (await fetch(`${adminUrl}/readyz`)).status === 200;
    await eventually(isReady);
    return { ...worker, adminUrl, isReady };
  };

  describe('calls are answered with 503 and Retry-After while Postgres', () => {
    test('is stopped', async () => {
      await servers.restartPostgres(async () => {
        await expectAway(replica.read());
        await expectAway(replica.write());
        await expectNotReady();
      });
      await expectBack();
    });

    test('hangs, and so are calls already in progress', async () => {
      await servers.pausePostgres(async () => {
        const reads = Array.from({ length: 12 }, () => expectAway(replica.read()));
        await Promise.all([...reads, expectAway(replica.write())]);
        await expectAway(replica.read());
        await expectNotReady();
      });
      await expectBack();
    });

    test('has a host name that does not resolve', async () => {
      await expectAway(replicaAt((url) => (url.hostname = 'postgres.invalid')).read());
    });

    test('accepts connections and never answers, before the clock has advanced by 5 s', async () => {
      const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      await whileTheClockStands(async (clock) => {
        const lost = replicaAt((url) => (url.port = String((silent.address() as AddressInfo).port)));
        try {
          const answered = expectAway(lost.read());
          await clock.standsUntil(() => waiting(lost.db) > 0);
          await clock.goesOn(5_000);
          await answered;
        } finally {
          await clock.goesOnUntil(lost.close());
          silent.close();
        }
      });
    });

    test('is behind a network that starts to drop every packet, before the clock has advanced by 5 s', async () => {
      const relay = await startRelay(service.database.databaseUrl);
      await whileTheClockStands(async (clock) => {
        const lost = service.start({ DATABASE_URL: relay.url });
        try {
          // A call that waits for Redis, by a timer, would not reach Postgres while the clock stands.
          await clock.goesOnUntil(eventually(async () => (await lost.ready()).status === 200));
          expect((await lost.read()).status).toBe(200);
          // What this call left to do, if anything, would otherwise be counted with the next two.
          await clock.standsUntil(() => waiting(lost.db) === 0);
          relay.lose();
          const answered = Promise.all([expectAway(lost.read()), expectAway(lost.write())]);
          await clock.standsUntil(() => waiting(lost.db) > 1);
          await clock.goesOn(5_000);
          await answered;
        } finally {
          relay.close();
          await clock.goesOnUntil(lost.close());
        }
      });
    });

    test('is behind a network that drops every packet, and succeed again over a new path', async () => {
      const relay = await startRelay(service.database.databaseUrl);
      const other = service.start({ DATABASE_URL: relay.url });
      expect((await other.read()).status).toBe(200);
      relay.lose();
      await expectAway(other.read());
      relay.restore();
      await expectBack(other);
      relay.close();
    });

    test('has failed over and is read-only: reading works, and writing again once it may', async () => {
      const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
        await admin.raw(`alter system set default_transaction_read_only = ${value}`);
        await admin.raw('select pg_reload_conf()');
      };
      await setReadOnly('on');
      // Each of the server's processes reads its settings when it gets to it, and one that has not yet still writes.
      await eventually(async () => (await replica.write()).status !== written);
      await expectAway(replica.write());
      expect((await replica.read()).status).toBe(200);
      // The superuser may leave what is only the default.
      await admin.raw('set default_transaction_read_only = off');
      await setReadOnly('off');
      await eventually(async () => (await replica.write()).status === written);
    });

    test.each([
      ['cancels the statement', 'pg_cancel_backend'],
      ['cuts the connection in the middle', 'pg_terminate_backend'],
    ])('%s', async (_what, action) => {
      await admin.transaction(async (trx) => {
        await trx.raw('lock table auth.api_keys in access exclusive mode');
        const answered = expectAway(replica.write());
        await eventually(() => someCallWaits(`${action}(pid)`));
        await answered;
      });
      await expectWritten();
    });

    test('has no connection left for us', async () => {
      await admin.raw('alter role tripline_service connection limit 0');
      await expectAway(service.start().read());
      await admin.raw('alter role tripline_service connection limit -1');
    });

    test('has no space left on its disk: reading works, and writing again once there is space', async () => {
      const mounted = await onFullDisk(admin, 'auth.api_keys', async () => {
        await eventually(async () => (await replica.write()).status !== written);
        await expectAway(replica.write());
        expect((await replica.read()).status).toBe(200);
      });
      // Where nobody may mount a small disk, Postgres itself raises what it would raise then.
      if (!mounted) await whileRaising('53100', () => expectAway(replica.write()));
      await expectWritten();
    });

    test.each([
      ['out of memory', '53200'],
      ['input or output error', '58030'],
    ])('says: %s', async (_what, sqlState) => {
      await whileRaising(sqlState, () => expectAway(replica.write()));
      await expectWritten();
    });
  });

  test('a call whose transaction Postgres aborts for a deadlock is retried and succeeds', async () => {
    const { id, rename, table } = await service.named();
    let renamed = 0;
    await eventually(async () => {
      renamed += 1;
      const name = `renamed ${renamed}`;
      let answered: ReturnType<typeof rename> | undefined;
      const serviceGaveWay = await admin.transaction(async (other) => {
        // Whoever looks first gives way: that shall not be this transaction.
        await other.raw("set local deadlock_timeout = '10s'");
        await other.raw('lock table auth.audit_log in exclusive mode');
        answered = rename(name);
        await eventually(() => someCallWaits());
        return other(table)
          .where({ id })
          .forUpdate()
          .then(
            () => true,
            () => false,
          );
      });
      expect(await answered).toEqual({ status: 200, name });
      return serviceGaveWay;
    });
  });

  describe('the worker reports not ready, keeps running, and becomes ready again by itself', () => {
    test.each([
      ['after Postgres was stopped', (meanwhile: () => Promise<void>) => servers.restartPostgres(meanwhile)],
      ['after Postgres hung', (meanwhile: () => Promise<void>) => servers.pausePostgres(meanwhile)],
    ])('%s', async (_what, away) => {
      const { adminUrl, exitCode, isReady } = await readyWorker();
      await away(async () => {
        await eventually(async () => !(await isReady()));
        expect((await fetch(`${adminUrl}/healthz`)).status).toBe(200);
      });
      await eventually(isReady);
      expect(exitCode()).toBeNull();
    });

    test('after the network to Postgres lost everything', async () => {
      const relay = await startRelay(service.database.databaseUrl);
      const { exitCode, isReady } = await readyWorker(relay.url);
      relay.lose();
      await eventually(async () => !(await isReady()));
      relay.restore();
      await eventually(isReady);
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
}

/** How many wait for a connection, or for an answer on one. */
function waiting(db: Knex): number {
  const { pool } = db.client as { pool: { numUsed(): number; numPendingAcquires(): number } };
  return pool.numUsed() + pool.numPendingAcquires();
}
