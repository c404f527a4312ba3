import { createDatabase } from '@tripline/service';
import { createTestDatabase } from '@tripline/stack';
import { supervise } from './supervisor.js';
import type { Finding } from './verify.js';

/** Calls that need the database, with a valid body. */
const CALLS: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['POST', '/v1/auth/login', { email: 'nobody@example.test', password: 'nine quiet herons by a lantern' }],
  ['POST', '/v1/auth/forgot-password', { email: 'nobody@example.test' }],
];

/**
 * Runs the rules service on a schema of another version. On a schema that is one step older it must not become ready. On one that is one
 * step newer it must work normally, as in a rolling upgrade or after a release is rolled back.
 */
export async function verifySchemaLevels(env: NodeJS.ProcessEnv, folder: string): Promise<Finding> {
  const older = await answersOver(env, folder, 'older', [
    'delete from auth.migrations where position = (select max(position) from auth.migrations)',
  ]);
  const newer = await answersOver(env, folder, 'newer', [
    "insert into auth.migrations (position, name) select max(position) + 1, '9999-of-a-later-release' from auth.migrations",
    'alter table auth.users add column of_a_later_release text',
    'alter table rules.rules add column of_a_later_release text',
  ]);
  const wrong = [
    ...(older.ready === 503 ? [] : [`over an older schema /readyz is ${older.ready}`]),
    ...older.statuses
      .filter((status) => status >= 500 && status !== 503)
      .map((status) => `over an older schema a call is ${status}`),
    ...(newer.ready === 200 ? [] : [`over a newer schema /readyz is ${newer.ready}`]),
    ...newer.statuses.filter((status) => status >= 500).map((status) => `over a newer schema a call is ${status}`),
  ];
  return { what: 'schema levels (one older, one newer) answered as they must be', looked: 2, wrong };
}

async function answersOver(
  env: NodeJS.ProcessEnv,
  folder: string,
  name: string,
  statements: readonly string[],
): Promise<{ ready: number; statuses: number[] }> {
  const database = await createTestDatabase();
  const owner = createDatabase({ url: database.migrationDatabaseUrl, connections: 1, applicationName: 'chaos' });
  for (const statement of statements) await owner.raw(statement);
  await owner.destroy();
  const service = await supervise(
    `rules-${name}`,
    'services/rules/dist/api.js',
    {
      ...env,
      DATABASE_URL: database.databaseUrl,
    },
    folder,
  );
  try {
    const statusOf = async (method: string, path: string, body?: object): Promise<number> => {
      const answer = await fetch(`${service.url}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    let ready = 0;
    // A new process needs a moment to open its connections.
    for (const deadline = Date.now() + 20_000; Date.now() < deadline && ready !== 200; ) {
      ready = await statusOf('GET', '/readyz');
      if (ready !== 200) await new Promise((resolve) => setTimeout(resolve, 250));
      if (name === 'older' && Date.now() > deadline - 15_000) break;
    }
    const statuses: number[] = [];
    for (const [method, path, body] of CALLS) statuses.push(await statusOf(method, path, body));
    return { ready, statuses };
  } finally {
    await service.stop();
    await database.drop();
  }
}
