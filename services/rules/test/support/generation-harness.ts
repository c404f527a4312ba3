import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine, type Engine, type EngineLimits } from '@tripline/rules-service';
import { createMetrics } from '@tripline/service';
import { createHarness, createKey, type Harness, type Instance, signedInUser, type TestUser } from './harness.js';

/** A running app with real worker threads, and a paying user with a key. */
export interface GenerationHarness {
  readonly harness: Harness;
  readonly instance: Instance;
  readonly user: TestUser;
  readonly key: string;
  /** Another replica over the same database with limits or settings of its own. */
  start(env?: NodeJS.ProcessEnv, limits?: Partial<EngineLimits>): Instance;
  close(): Promise<void>;
}

/** Time for a document on any machine: what tests of the limit itself need they set. */
const LIMITS: EngineLimits = { threads: 1, queue: 8, timeoutSeconds: 120, memoryMb: 512, freeWorkNiceness: 0 };

let commonEngine: Engine | undefined;
/**
 * The engine of every suite that sets no limits of its own, for all files that a test process runs: its threads take more than a second of the
 * processor to load. Idle threads do not keep the process alive.
 */
export function sharedEngine(): Engine {
  commonEngine ??= createEngine(LIMITS, createMetrics('test'));
  return commonEngine;
}

export async function createGenerationHarness(env: NodeJS.ProcessEnv = {}): Promise<GenerationHarness> {
  const harness = await createHarness();
  const engines: Engine[] = [];
  const start = (more: NodeJS.ProcessEnv = {}, limits?: Partial<EngineLimits>) => {
    if (limits === undefined) return harness.start({ ...env, ...more }, sharedEngine());
    const engine = createEngine({ ...LIMITS, ...limits }, createMetrics('test'));
    engines.push(engine);
    return harness.start({ ...env, ...more }, engine);
  };
  const instance = start();
  const user = await signedInUser(instance, 'enterprise');
  const { key } = await createKey(instance, user);
  return {
    harness,
    instance,
    user,
    key,
    start,
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
      await harness.close();
    },
  };
}

/** A web server on the loopback for one test file. */
export interface PageServer {
  readonly url: string;
  readonly host: string;
  close(): Promise<void>;
}

export async function servePages(listener: RequestListener): Promise<PageServer> {
  const server: Server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
