import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { appendAudit, verifyAudit } from '@tripline/auth';
import { createDatabase } from '@tripline/service';
import { createTestDatabase, eventually, type TestDatabase } from '@tripline/stack';
import { describeProcess } from '@tripline/stack/suites';
import request from 'supertest';

import { killProcesses, startProcess } from '../support/process.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await killProcesses();
  await database.drop();
});

const startService = (env: NodeJS.ProcessEnv = {}) => startProcess('api', database, env);

/** A server that takes connections and never says a word. */
async function startSilentServer(): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('the service as a process', () => {
  test('names every fault of its settings at once and exits 1', async () => {
    const service = startService({ DATABASE_URL: '', JWT_SECRET: 'short', LIMIT_DATABASE_CONNECTIONS: 'many' });
    expect(await service.exited).toBe(1);
    for (const name of ['DATABASE_URL', 'JWT_SECRET', 'LIMIT_DATABASE_CONNECTIONS'])
      expect(service.log()).toContain(name);
  });

  test('answers on its port, shows metrics on the admin port alone, logs a line per call, and stops on SIGTERM with 0', async () => {
    const service = startService();
    const { url, adminUrl } = await service.listening();
    await eventually(async () => (await request(url).get('/readyz')).status === 200);
    await request(adminUrl).get('/readyz').expect(200);
    await request(url).get('/metrics').expect(404);
    const metrics = await request(adminUrl).get('/metrics').expect(200);
    expect(metrics.text).toContain('process="tripline-rules"');
    const login = { email: 'nobody@example.test', password: 'never-in-the-log' };
    await request(url).post('/v1/auth/login?code=never-in-the-log').send(login).expect(400);
    await request(url).post('/v1/auth/login').set('X-Request-Id', 'call-7').send(login).expect(401);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    const line = service
      .log()
      .split('\n')
      .find((each) => each.includes('"requestId":"call-7"') && each.includes('"path":"/v1/auth/login"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ res: { status: 401 } });
    expect(service.log()).not.toContain('never-in-the-log');
  });

  test('writes a library’s warning as a log line', async () => {
    const warnOnSignal = `process.on('SIGUSR2', () => process.emitWarning('this will end', 'DeprecationWarning', 'LIB1'))`;
    const service = startService({
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(warnOnSignal)}"`,
    });
    await service.listening();
    service.child.kill('SIGUSR2');
    await eventually(async () => service.log().includes('this will end'));
    const lines = service
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'this will end',
        warning: { name: 'DeprecationWarning', code: 'LIB1' },
      }),
    );
  });

  test('has a worker that deletes expired documents, and no others', async () => {
    const admin = createDatabase({ url: database.adminUrl, connections: 1, applicationName: 'test' });
    const insert = async (time: string): Promise<string> => {
      const id = randomUUID();
      await admin.raw(
        `insert into rules.generations (id, created_by, input_type, title, sha256, options_sha256, options, engine_version,
           techniques, indicators, skipped, stats, created_at)
         values (?, ?, 'text', 'a title', '', '', '{}', '1', '[]', '[]', '[]', '{}', now())`,
        [id, randomUUID()],
      );
      await admin.raw(
        "insert into rules.documents (generation_id, text, blocks, delete_after) values (?, 'a text', '[]', now() + ?::interval)",
        [id, time],
      );
      return id;
    };
    for (let count = 0; count < 3; count += 1) await insert('-1 second');
    const kept = await insert('1 hour');
    const worker = startProcess('worker', database);
    const { adminUrl } = await worker.listening();
    await request(adminUrl).get('/healthz').expect(200);
    await eventually(async () => (await request(adminUrl).get('/readyz')).status === 200);
    const documents = (): Promise<{ generation_id: string }[]> => admin('rules.documents').select('generation_id');
    await eventually(async () => (await documents()).length < 4);
    expect(await documents()).toEqual([{ generation_id: kept }]);
    expect(await admin('rules.generations').select('id')).toHaveLength(4);
    await admin.destroy();
    worker.child.kill('SIGTERM');
    expect(await worker.exited).toBe(0);
  });

  test('has a worker that seals the audit log and, AUDIT_RETENTION_DAYS after a deletion, leaves it with the id alone', async () => {
    const admin = createDatabase({ url: database.adminUrl, connections: 1, applicationName: 'test' });
    const [teamId, recent, former] = [randomUUID(), randomUUID(), randomUUID()];
    const deleted = (id: string, days: number) =>
      admin.raw(`insert into auth.deleted_users values (?, ?, now() - make_interval(days => ?))`, [
        ...[id, `${id}@example.test`, days],
      ]);
    for (const id of [recent, former]) {
      const actor = { id, email: `${id}@example.test`, teamId, ip: '203.0.113.7' };
      await appendAudit(admin, { action: 'test.happened', actor });
    }
    await admin('auth.audit_unsealed').update({ minute: admin.raw("minute - interval '1 minute'") });
    await deleted(recent, 29);
    await deleted(former, 31);
    const worker = startProcess('worker', database, { AUDIT_RETENTION_DAYS: '30' });
    const { adminUrl } = await worker.listening();
    await eventually(async () => (await admin('auth.audit_seals').where({ owner: teamId })).length === 1);
    await eventually(async () => (await admin('auth.deleted_users').where({ id: former })).length === 0);
    const rows = await admin('auth.audit_log').where({ team_id: teamId }).orderBy('id');
    expect(rows).toMatchObject([
      { actor_id: recent, actor_email: `${recent}@example.test`, ip: '203.0.113.7' },
      { actor_id: former, actor_email: null, ip: null },
    ]);
    const metrics = await request(adminUrl).get('/metrics').expect(200);
    expect(metrics.text).toMatch(/tripline_oldest_unsealed_event_seconds\{[^}]*\} \d/);
    expect(metrics.text).toMatch(/tripline_oldest_bulk_job_seconds\{[^}]*\} 0/);
    expect(await verifyAudit({ teamId }, admin)).toMatchObject({ intact: true, sealedEvents: 2, redactedEvents: 1 });
    await admin.destroy();
    worker.child.kill('SIGTERM');
    expect(await worker.exited).toBe(0);
  });

  /** A call whose body has not fully arrived: in flight for as long as we like. */
  async function startCall(url: string, port: number) {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.on('error', () => undefined);
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(answer)));
    socket.write(
      'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    );
    await request(url).get('/healthz').expect(200);
    return { socket, closed };
  }
  const refusesCalls = (url: string) =>
    request(url)
      .get('/healthz')
      .then(
        () => false,
        () => true,
      );

  test('refuses new calls after SIGTERM, answers the one in flight, and then exits with 0', async () => {
    const service = startService();
    const { url, port } = await service.listening();
    const call = await startCall(url, port);
    service.child.kill('SIGTERM');
    await eventually(() => refusesCalls(url));
    expect(service.exitCode()).toBeNull();
    call.socket.write('}');
    expect(await call.closed).toMatch(/^HTTP\/1.1 400 .*Invalid body/s);
    expect(await service.exited).toBe(0);
  });

  test('ends at once with 1 on a second signal, whatever is in flight', async () => {
    const service = startService();
    const { url, port } = await service.listening();
    const call = await startCall(url, port);
    service.child.kill('SIGTERM');
    await eventually(() => refusesCalls(url));
    service.child.kill('SIGINT');
    expect(await service.exited).toBe(1);
    await call.closed;
  });

  test('stays ready while Redis hangs, says that it is degraded, and goes on serving', async () => {
    const silent = await startSilentServer();
    const service = startService({ REDIS_URL: silent.url });
    const { url } = await service.listening();
    await eventually(async () => (await request(url).get('/readyz')).status === 200);
    const answer = await request(url).get('/readyz').expect(200);
    expect(answer.body).toEqual({ status: 'ready', checks: { database: 'ok', schema: 'ok', redis: 'degraded' } });
    const login = { email: 'nobody@example.test', password: 'wrong' };
    await request(url).post('/v1/auth/login').send(login).expect(401);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    silent.close();
  });
});

describeProcess({ schema: 'rules', startProcess, open: { path: '/v1/backends', status: 200 } });
