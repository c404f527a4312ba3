export type { DatabaseUrls } from './databases.js';
export { freePort } from './ports.js';
export { type RunningPostgres, startPostgres } from './postgres.js';
export { findRedisServer, type RunningRedis, startRedis } from './redis.js';
export { createTestDatabase, type TestDatabase, testRedisUrl } from './test-stack.js';
