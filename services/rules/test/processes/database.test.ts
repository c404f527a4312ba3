import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { authMigrations, createLocalUser } from '@tripline/auth';
import { createDatabase, type Knex, runMigrations } from '@tripline/service';
import { createTestDatabase, type TestDatabase } from '@tripline/stack';
import { newEmail, PASSWORD } from '../support/harness.js';

const MIGRATE = fileURLToPath(new URL('../../dist/migrate.js', import.meta.url));

let database: TestDatabase;
let service: Knex;
let owner: Knex;

beforeAll(async () => {
  database = await createTestDatabase();
  service = createDatabase({ url: database.databaseUrl, connections: 2, applicationName: 'test' });
  owner = createDatabase({ url: database.migrationDatabaseUrl, connections: 2, applicationName: 'test' });
});
afterAll(async () => {
  await Promise.all([service.destroy(), owner.destroy()]);
  await database.drop();
});

/** Runs the migrate command as an operator does. */
async function migrate(env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [MIGRATE], { env: { PATH: process.env['PATH'], ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('the migrate command', () => {
  test('is safe to start three times at once on an empty database', async () => {
    await owner.raw('drop schema auth cascade');
    await owner.raw('drop schema rules cascade');
    const urls = { DATABASE_URL: database.databaseUrl, MIGRATION_DATABASE_URL: database.migrationDatabaseUrl };
    const runs = await Promise.all([migrate(urls), migrate(urls), migrate(urls)]);
    for (const run of runs) expect(run).toMatchObject({ code: 0 });
    const { rows } = await owner.raw('select name from auth.migrations order by position');
    const names = rows.map((row: { name: string }) => row.name);
    expect(names.slice(0, 4)).toEqual(['0001-accounts', '0002-api-keys', '0003-audit-log', '0004-teams']);
    expect(names).toEqual([...new Set(names)].sort());
    await createLocalUser(service, { email: newEmail(), password: PASSWORD, tier: 'pro' });
  });

  test('moves mails of invitations that are still to go out into the outbox, with how far they are', async () => {
    // As the release before the outbox left the tables.
    await owner.raw('drop schema auth cascade');
    await owner.raw('drop schema rules cascade');
    const before = authMigrations.migrations.filter(({ name }) => name < '0007-outbox');
    await runMigrations(owner, { schema: 'auth', migrations: before });
    const [userId, teamId] = [randomUUID(), randomUUID()];
    await owner('auth.users').insert({ id: userId, email: newEmail() });
    await owner('auth.teams').insert({ id: teamId, name: 'a team', owner_id: userId });
    const invited = async (mail: object): Promise<string> => {
      const row = { id: randomUUID(), team_id: teamId, email: newEmail(), role: 'member', ...mail };
      await owner('auth.invitations').insert({ ...row, expires_at: owner.raw("now() + interval '7 days'") });
      return row.id;
    };
    const due = await invited({ mail_due_at: new Date(), mail_attempts: 2, mail_error: 'come back later' });
    const sent = await invited({ mail_sent_at: new Date(), mail_attempts: 1 });
    const unmailed = await invited({});
    const urls = { DATABASE_URL: database.databaseUrl, MIGRATION_DATABASE_URL: database.migrationDatabaseUrl };
    expect(await migrate(urls)).toMatchObject({ code: 0 });
    const mailOf = (id: string) => service('auth.outbox').first().where({ invitation_id: id });
    expect(await mailOf(due)).toMatchObject({ attempts: 2, error: 'come back later', due_at: expect.any(Date) });
    expect(await mailOf(sent)).toMatchObject({ attempts: 1, due_at: null, sent_at: expect.any(Date) });
    expect(await mailOf(unmailed)).toBeUndefined();
  });

  test('names every missing setting at once and exits 1', async () => {
    const run = await migrate({});
    expect(run.code).toBe(1);
    expect(run.output).toContain('MIGRATION_DATABASE_URL is required');
    expect(run.output).toContain('- DATABASE_URL is required');
  });
});

test("the services' role can read how far the migrations are, and change nothing of it", async () => {
  for (const schema of ['auth', 'rules']) {
    expect((await service(`${schema}.migrations`).select()).length).toBeGreaterThan(0);
    await expect(service(`${schema}.migrations`).delete()).rejects.toThrow('permission denied');
    await expect(service(`${schema}.migrations`).update({ name: 'other' })).rejects.toThrow('permission denied');
  }
});
