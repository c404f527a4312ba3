import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  createDatabase,
  createLog,
  createRedis,
  type Knex,
  type MigrationSet,
  runMigrations,
  storeChecks,
} from '@tripline/service';
import { createTestDatabase, type TestDatabase, testRedisUrl } from '@tripline/stack';

const log = createLog({ name: 'test', level: 'silent' });

test('no connection has Postgres compile its statements, also where the server would', async () => {
  const database = await createTestDatabase();
  const db = createDatabase({ url: database.databaseUrl, connections: 3, applicationName: 'test' });
  try {
    const both = await Promise.all([1, 2].map(() => db.raw("select current_setting('jit') as jit, pg_sleep(0.05)")));
    expect(both.map(({ rows }) => rows[0].jit)).toEqual(['off', 'off']);
  } finally {
    await db.destroy();
    await database.drop();
  }
});

test('the checks of a process ask Postgres one after the other, as its driver demands', async () => {
  const database = await createTestDatabase();
  const program = `
    import { createDatabase, createLog, createRedis, storeChecks } from '@tripline/service';
    const db = createDatabase({ url: process.env.DATABASE_URL, connections: 1, applicationName: 'test' });
    const redis = createRedis({ url: process.env.REDIS_URL, role: 'api', name: 'test', log: createLog({ name: 'test', level: 'silent' }) });
    const { checks } = storeChecks({ db, redis, schemas: [{ schema: 'auth', migrations: [] }] });
    await Promise.all([checks.database(), checks.schema(), checks.database(), checks.database()]);
    redis.disconnect();
    await db.destroy();
  `;
  try {
    const env = { ...process.env, DATABASE_URL: database.databaseUrl, REDIS_URL: testRedisUrl() };
    const flags = ['--throw-deprecation', '--input-type=module', '--eval', program];
    const run = promisify(execFile)(process.execPath, flags, { cwd: import.meta.dirname, env });
    await expect(run).resolves.toMatchObject({ stderr: '' });
  } finally {
    await database.drop();
  }
});

describe('migrations', () => {
  let database: TestDatabase;
  let db: Knex;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ url: database.migrationDatabaseUrl, connections: 4, applicationName: 'test' });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const step = (schema: string, name: string) => ({
    name,
    up: async (trx: Knex.Transaction) => {
      await trx.raw('create table ??.?? (id integer primary key)', [schema, name]);
    },
  });
  const set = (schema: string, ...names: string[]): MigrationSet => ({
    schema,
    migrations: names.map((name) => step(schema, name)),
  });
  const tables = async (schema: string) => {
    const { rows } = await db.raw('select tablename from pg_tables where schemaname = ? order by 1', [schema]);
    return rows.map((row: { tablename: string }) => row.tablename);
  };

  test('apply each step once, in order, also when four start at once', async () => {
    const runs = await Promise.all(Array.from({ length: 4 }, () => runMigrations(db, set('racing', 'a', 'b', 'c'))));
    expect(runs.flat().sort()).toEqual(['a', 'b', 'c']);
    expect(await tables('racing')).toEqual(['a', 'b', 'c', 'migrations']);
  });

  test("apply only what is new, and leave a newer release's steps alone", async () => {
    expect(await runMigrations(db, set('growing', 'a'))).toEqual(['a']);
    expect(await runMigrations(db, set('growing', 'a', 'b'))).toEqual(['b']);
    expect(await runMigrations(db, set('growing', 'a'))).toEqual([]);
  });

  test('roll back a failing step, keep the steps before it, and continue from there', async () => {
    const failing = {
      name: 'b',
      up: async (trx: Knex.Transaction) => {
        await step('failing', 'half').up(trx);
        throw new Error('in the middle');
      },
    };
    await expect(runMigrations(db, { schema: 'failing', migrations: [step('failing', 'a'), failing] })).rejects.toThrow(
      'in the middle',
    );
    expect(await tables('failing')).toEqual(['a', 'migrations']);
    expect(await runMigrations(db, set('failing', 'a', 'b'))).toEqual(['b']);
  });

  test('refuse a history that was changed', async () => {
    await runMigrations(db, set('changed', 'a', 'b'));
    await expect(runMigrations(db, set('changed', 'a', 'renamed'))).rejects.toThrow(
      '"b" where this release has "renamed"',
    );
  });
});

describe('readiness over the stores', () => {
  let database: TestDatabase;
  let owner: Knex;
  let db: Knex;
  const redis = createRedis({ url: testRedisUrl(), role: 'worker', name: 'test', log });
  const step = (name: string) => ({ name, up: async () => undefined });
  const older: MigrationSet = { schema: 'stepwise', migrations: [step('a')] };
  const newer: MigrationSet = { schema: 'stepwise', migrations: [step('a'), step('b')] };
  const checksFor = (...schemas: MigrationSet[]) => storeChecks({ db, redis, schemas }).checks;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.migrationDatabaseUrl, connections: 1, applicationName: 'test' });
    db = createDatabase({ url: database.databaseUrl, connections: 1, applicationName: 'test' });
  });
  afterAll(async () => {
    redis.disconnect();
    await db.destroy();
    await owner.destroy();
    await database.drop();
  });

  test('fails on a schema older than the code and names the steps that are missing', async () => {
    await expect(checksFor(newer)['schema']?.()).rejects.toThrow('the schema stepwise lacks a, b');
    await runMigrations(owner, older);
    // An earlier release did not grant access to its history of migrations.
    await expect(checksFor(newer)['schema']?.()).rejects.toThrow('the schema stepwise lacks a, b');
    await owner.raw('grant usage on schema stepwise to tripline_service');
    await owner.raw('grant select on stepwise.migrations to tripline_service');
    await expect(checksFor(newer)['schema']?.()).rejects.toThrow('the schema stepwise lacks b');
  });

  test('passes on a schema of the same release and of a newer one', async () => {
    await runMigrations(owner, newer);
    await checksFor(newer)['schema']?.();
    await checksFor(older)['schema']?.();
  });

  test('does not wait for the pool, whose connections may all be busy', async () => {
    await db.transaction(async () => {
      await checksFor(newer)['database']?.();
      await checksFor(newer)['schema']?.();
    });
  });
});

describe('Redis connections', () => {
  test('of an API fail at once while Redis is away', async () => {
    const redis = createRedis({ url: 'redis://127.0.0.1:1', role: 'api', name: 'test', log });
    await expect(redis.ping()).rejects.toThrow();
    redis.disconnect();
  });

  test('answer when Redis is there', async () => {
    const redis = createRedis({ url: testRedisUrl(), role: 'worker', name: 'test', log });
    expect(await redis.ping()).toBe('PONG');
    redis.disconnect();
  });
});
