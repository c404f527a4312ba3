import { readFileSync } from 'node:fs';
import { createDatabase, type Knex } from '@tripline/service';
import { createTestDatabase, type TestDatabase } from '@tripline/stack';

const read = (file: string): string => readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8');
/** What KEDA asks every 15 seconds, as its manifest has it. */
const QUERY = /^ +query: (.+)$/m.exec(read('kubernetes/keda/scan-worker-keda.yaml'))?.[1] ?? 'no query in the manifest';
const PASSWORD = "a 'quoted' one";

let database: TestDatabase;
let scaler: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  const admin = createDatabase({ url: database.adminUrl, connections: 1, applicationName: 'test' });
  // What psql makes of a quoted variable.
  const quoted = `'${PASSWORD.replaceAll("'", "''")}'`;
  await admin
    .raw(read('postgres/scaler-role.sql').replaceAll(":'password'", () => quoted))
    .finally(() => admin.destroy());
  const url = new URL(database.adminUrl);
  url.username = 'tripline_scaler';
  url.password = PASSWORD;
  scaler = createDatabase({ url: url.href, connections: 1, applicationName: 'test' });
});
afterAll(async () => {
  await scaler.destroy();
  await database.drop();
});

describe('the role that KEDA counts open scans with, made by deploy/postgres/scaler-role.sql,', () => {
  test('counts them with the query of the manifest', async () => {
    expect((await scaler.raw(QUERY)).rows).toEqual([{ count: '0' }]);
  });

  test.each([
    ['another column of that table', 'select account_id from coverage.scans'],
    ['another table of that schema', 'select 1 from coverage.cloud_accounts'],
    ['another schema', 'select 1 from auth.users'],
  ])('may not read %s', async (_what, statement) => {
    await expect(scaler.raw(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('may change nothing', async () => {
    await expect(scaler.raw(`update coverage.scans set status = 'failed'`)).rejects.toMatchObject({
      code: expect.stringMatching(/^(25006|42501)$/),
    });
  });

  test('is stopped when a question takes longer than two seconds', async () => {
    const { rows } = await scaler.raw(`select rolconfig from pg_roles where rolname = 'tripline_scaler'`);
    expect(rows[0].rolconfig).toContain('statement_timeout=2s');
  });
});
