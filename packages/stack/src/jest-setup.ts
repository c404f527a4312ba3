import { startTestServers } from './test-servers.js';
import type { TestStack } from './test-stack.js';

declare global {
  var triplineTestStop: (() => Promise<void>) | undefined;
}

/**
 * Jest's global set-up of the services' tests: servers of the run's own, whose template database every suite clones. `TEST_STACK` in the
 * environment tells the workers.
 */
export default async function setUp(): Promise<void> {
  const { adminUrl, password, redisUrl, stop } = await startTestServers();
  globalThis.triplineTestStop = stop;
  const stack: TestStack = { adminUrl, password, redisUrl };
  process.env['TEST_STACK'] = JSON.stringify(stack);
}
