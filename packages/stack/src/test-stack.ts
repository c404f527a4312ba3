import { randomBytes } from 'node:crypto';
import { createDatabase, type DatabaseUrls, dropDatabase, roleUrls } from './databases.js';

/** What the global set-up tells the test workers. */
export interface TestStack {
  readonly adminUrl: string;
  readonly password: string;
  readonly redisUrl: string;
}

/** The database the set-up migrates once and every suite clones. */
export const TEMPLATE_DATABASE = 'tripline_template';

/** A suite's own database. */
export interface TestDatabase extends DatabaseUrls {
  /** The superuser's address of the same database: for tests that must break or look behind the roles. */
  readonly adminUrl: string;
  drop(): Promise<void>;
}

/** Clones the migrated template for one suite; `drop` removes it, whoever is still connected. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, password } = testStack();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await createDatabase(adminUrl, name, TEMPLATE_DATABASE);
  const own = new URL(adminUrl);
  own.pathname = `/${name}`;
  return { ...roleUrls(adminUrl, name, password), adminUrl: own.href, drop: () => dropDatabase(adminUrl, name) };
}

/** The address of the test run's Redis, shared by its suites: keep to key prefixes of your own. */
export function testRedisUrl(): string {
  return testStack().redisUrl;
}

function testStack(): TestStack {
  const text = process.env['TEST_STACK'];
  if (text === undefined)
    throw new Error('TEST_STACK is not set: run the tests with npm test, or jest with the project "services"');
  return JSON.parse(text) as TestStack;
}
