import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createLifecycle, createLog, startServer } from '@tripline/service';
import supertest from 'supertest';
import { createTestApp } from './support/test-app.js';

const log = createLog({ name: 'test', level: 'silent' });

/** Requests a path through an agent that keeps its connections open. */
function call(port: number, agent: Agent): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, agent, path: '/' }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('a graceful stop', () => {
  test('answers what is in flight, takes nothing new, closes idle connections, and then the pools, last first', async () => {
    const order: string[] = [];
    const lifecycle = createLifecycle(log, { drainSeconds: 0, shutdownSeconds: 30 });
    let arrived: () => void = () => undefined;
    let answer: () => void = () => undefined;
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = await startServer(
      (req, res) => {
        if (req.headers['x-slow'] === undefined) return void res.end('quick');
        arrived();
        answer = () => res.end('done');
      },
      { port: 0 },
    );
    lifecycle.addServer(server);
    lifecycle.onStop('database', async () => order.push('database'));
    lifecycle.onStop('auth', async () => order.push('auth'));
    lifecycle.onStop('broken', async () => {
      order.push('broken');
      throw new Error('cannot close');
    });
    const agent = new Agent({ keepAlive: true });
    await call(server.port, agent);
    const slow = supertest(`http://127.0.0.1:${server.port}`)
      .get('/')
      .set('X-Slow', '1')
      .then((reply) => reply.text);
    await inFlight;
    const stopped = lifecycle.stop('test');
    expect(lifecycle.draining.aborted).toBe(true);
    // Until then it still answers, so that balancers can take notice.
    if (!lifecycle.closing.aborted) await once(lifecycle.closing, 'abort');
    await expect(call(server.port, new Agent())).rejects.toThrow('ECONNREFUSED');
    expect(order).toEqual([]);
    answer();
    expect(await slow).toBe('done');
    await stopped;
    expect(order).toEqual(['broken', 'auth', 'database']);
    agent.destroy();
  });

  test('cuts what is still open at the deadline', async () => {
    let arrived: () => void = () => undefined;
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = await startServer(() => arrived(), { port: 0 });
    const hanging = request({ port: server.port });
    hanging.end();
    const cut = expect(once(hanging, 'close')).rejects.toThrow('socket hang up');
    await inFlight;
    await server.close(50);
    await cut;
  });

  test('takes calls until it has drained, and only then lets streams end', async () => {
    const lifecycle = createLifecycle(log, { drainSeconds: 1, shutdownSeconds: 30 });
    const server = await startServer((_req, res) => void res.end('quick'), { port: 0 });
    lifecycle.addServer(server);
    const stopped = lifecycle.stop('test');
    expect(lifecycle.draining.aborted).toBe(true);
    await call(server.port, new Agent());
    expect(lifecycle.closing.aborted).toBe(false);
    await once(lifecycle.closing, 'abort');
    await expect(call(server.port, new Agent())).rejects.toThrow('ECONNREFUSED');
    await stopped;
  });

  test('stops waiting for a part that cannot be closed', async () => {
    const order: string[] = [];
    const lifecycle = createLifecycle(log, { drainSeconds: 60, shutdownSeconds: 1 });
    lifecycle.onStop('database', async () => order.push('database'));
    lifecycle.onStop('hanging', () => new Promise(() => undefined));
    await lifecycle.stop('test');
    expect(order).toEqual(['database']);
  });

  test('happens once, however often it is asked for', async () => {
    let closed = 0;
    const lifecycle = createLifecycle(log, { drainSeconds: 0, shutdownSeconds: 1 });
    lifecycle.onStop('pool', async () => {
      closed += 1;
    });
    await Promise.all([lifecycle.stop('one'), lifecycle.stop('two')]);
    expect(closed).toBe(1);
  });
});

describe('health', () => {
  const draining = new AbortController();
  let database: () => Promise<unknown> = async () => undefined;
  let redis: () => Promise<unknown> = async () => 'PONG';
  const { app, lines } = createTestApp({
    draining: draining.signal,
    checks: { database: () => database() },
    dispensable: { redis: () => redis() },
    mount: () => undefined,
  });
  const http = supertest(app);

  test('is ready when every check answers', async () => {
    await http.get('/readyz').expect(200, { status: 'ready', checks: { database: 'ok', redis: 'ok' } });
  });

  test('is ready, and says that it is degraded, while something fails that it goes on without', async () => {
    redis = () => Promise.reject(new Error('away'));
    await http.get('/readyz').expect(200, { status: 'ready', checks: { database: 'ok', redis: 'degraded' } });
    let answer = (_pong: unknown): void => undefined;
    redis = () => new Promise((resolve) => (answer = resolve));
    await http.get('/readyz').expect(200, { status: 'ready', checks: { database: 'ok', redis: 'degraded' } });
    answer('PONG');
    redis = async () => 'PONG';
  });

  test('is not ready, but alive, when a check fails', async () => {
    database = () => Promise.reject(new Error('away'));
    await http.get('/readyz').expect(503, { status: 'not ready', checks: { database: 'failing', redis: 'ok' } });
    await http.get('/healthz').expect(200, { status: 'ok', instance: 'test-1' });
  });

  test('says once in the log why it is not ready', async () => {
    await http.get('/readyz').expect(503);
    const warnings = lines.filter((line) => line.includes('not ready'));
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
      { check: 'database', fault: 'away', msg: 'not ready' },
    ]);
  });

  test('answers while a check hangs, and does not start the check again meanwhile', async () => {
    let started = 0;
    database = () => {
      started += 1;
      return new Promise(() => undefined);
    };
    await Promise.all([http.get('/readyz').expect(503), http.get('/readyz').expect(503)]);
    await http.get('/readyz').expect(503);
    expect(started).toBe(1);
  });

  test('is not ready while stopping, and answers close their connections', async () => {
    draining.abort();
    const answer = await http.get('/readyz').expect(503);
    expect(answer.body.status).toBe('stopping');
    expect(answer.headers['connection']).toBe('close');
  });
});
