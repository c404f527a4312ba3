export type { DatabaseUrls } from './databases.js';
export { eventually } from './eventually.js';
export type { LocalStack } from './local-stack.js';
export type { LocalUser } from './local-user.js';
export { type Relay, startRelay } from './relay.js';
export { startTestServers, type TestServers } from './test-servers.js';
export { createTestDatabase, type TestDatabase, testRedisUrl } from './test-stack.js';
export { createTestUser, TEST_PASSWORD } from './test-user.js';
export { startThrowAwayStack, type ThrowAwayStack } from './throw-away-stack.js';
