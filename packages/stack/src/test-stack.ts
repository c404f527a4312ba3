import { randomBytes } from 'node:crypto';
import { createDatabase, type DatabaseUrls, dropDatabase, roleUrls } from './databases.js';

/** What the global set-up passes to the test workers. */
export interface TestStack {
  readonly adminUrl: string;
  readonly password: string;
  readonly redisUrl: string;
}

/** The database that the set-up migrates once and every suite clones. */
export const TEMPLATE_DATABASE = 'tripline_template';

/** How many databases a Redis has by default. */
const REDIS_DATABASES = 16;

/**
 * How long Postgres may be silent in a suite that is not about its silence, in milliseconds: other work on the machine must not look like a server
 * that is gone. Processes that tests start keep their own bound.
 */
export const PATIENT_MS = 30_000;

/** A suite's own database. */
export interface TestDatabase extends DatabaseUrls {
  /** The superuser's address of the same database, for tests that must change or read more than the roles may. */
  readonly adminUrl: string;
  drop(): Promise<void>;
}

/** Clones the migrated template for one suite; `drop` removes it even while it has connections. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, password } = testStack();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await createDatabase(adminUrl, name, TEMPLATE_DATABASE);
  const own = new URL(adminUrl);
  own.pathname = `/${name}`;
  return { ...roleUrls(adminUrl, name, password), adminUrl: own.href, drop: () => dropDatabase(adminUrl, name) };
}

/**
 * The address of a Redis database that no other suite uses at the same time, so that queues and counts stay apart. Data of earlier suites
 * is still there.
 */
export function testRedisUrl(): string {
  return `${testStack().redisUrl}/${Number(process.env['JEST_WORKER_ID'] ?? 1) % REDIS_DATABASES}`;
}

function testStack(): TestStack {
  const text = process.env['TEST_STACK'];
  if (text === undefined)
    throw new Error('TEST_STACK is not set: run the tests with npm test, or jest with the project "services"');
  return JSON.parse(text) as TestStack;
}
