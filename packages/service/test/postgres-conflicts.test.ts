import { createDatabase, type Knex } from '@tripline/service';
import { createTestDatabase, type TestDatabase } from '@tripline/stack';
import request from 'supertest';
import { createTestApp } from './support/test-app.js';

let database: TestDatabase;
let db: Knex;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.adminUrl, connections: 4, applicationName: 'test' });
  await db.raw('create table places (name text primary key, changes integer not null default 0)');
  await db.raw("insert into places (name) values ('a'), ('b')");
  await db.raw('create sequence attempts');
  await db.raw(`create function fail_with() returns trigger language plpgsql as $$
    begin
      if nextval('attempts') <= tg_argv[1]::integer then raise exception 'made to fail' using errcode = tg_argv[0]; end if;
      return new;
    end $$`);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const change = (on: Knex, name: string) => on('places').where({ name }).increment('changes');
const changes = async () => Object.fromEntries((await db('places')).map(({ name, changes: count }) => [name, count]));

/** Makes the first `times` changes of the table fail. */
async function failing(sqlState: string, times: number, work: () => Promise<void>): Promise<void> {
  await db.raw("select setval('attempts', 1, false)");
  await db.raw(
    `create trigger failing before update on places for each row execute function fail_with('${sqlState}', ${times})`,
  );
  try {
    await work();
  } finally {
    await db.raw('drop trigger failing on places');
  }
}

test('two transactions that deadlock both succeed', async () => {
  let firstRounds = 0;
  let arrived: () => void = () => undefined;
  const bothHoldOne = new Promise<void>((resolve) => {
    arrived = () => {
      firstRounds += 1;
      if (firstRounds === 2) resolve();
    };
  });
  const cross = (one: string, other: string) =>
    db.transaction(async (trx) => {
      await change(trx, one);
      arrived();
      await bothHoldOne;
      await change(trx, other);
    });
  await Promise.all([cross('a', 'b'), cross('b', 'a')]);
  // At least one of the two was repeated; on a slow machine they may deadlock again.
  expect(firstRounds).toBeGreaterThanOrEqual(3);
  expect(await changes()).toEqual({ a: 2, b: 2 });
});

describe.each(['40001', '40P01'])('SQLSTATE %s', (sqlState) => {
  const { app } = createTestApp({
    mount: (express) => {
      express.post('/alone', async (_req, res) => void res.json(await change(db, 'a')));
      express.post('/together', async (_req, res) => {
        res.json(await db.transaction(async (trx) => (await change(trx, 'b')) + (await change(trx, 'a'))));
      });
    },
  });

  test.each(['/alone', '/together'])('once is retried without the caller noticing (%s)', async (path) => {
    const before = await changes();
    await failing(sqlState, 1, async () => void (await request(app).post(path).expect(200)));
    const after = await changes();
    expect(after['a'] - before['a']).toBe(1);
    expect(after['b'] - before['b']).toBe(path === '/together' ? 1 : 0);
  });

  test.each(['/alone', '/together'])('twice is answered with 503, and nothing has changed (%s)', async (path) => {
    const before = await changes();
    await failing(sqlState, 2, async () => {
      const answer = await request(app).post(path).expect(503);
      expect(answer.headers['retry-after']).toBe('5');
    });
    expect(await changes()).toEqual(before);
  });
});
