import { startTestServers } from './test-servers.js';
import type { TestStack } from './test-stack.js';

declare global {
  var triplineTestStop: (() => Promise<void>) | undefined;
}

/**
 * Jest's global set-up for the services' tests: servers for this run, with a template database that every suite clones. The workers find
 * them by `TEST_STACK` in the environment.
 * @public Jest calls it.
 */
export default async function setUp(): Promise<void> {
  const { adminUrl, password, redisUrl, stop } = await startTestServers();
  globalThis.triplineTestStop = stop;
  const stack: TestStack = { adminUrl, password, redisUrl };
  process.env['TEST_STACK'] = JSON.stringify(stack);
}
