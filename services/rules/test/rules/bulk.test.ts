import { randomUUID } from 'node:crypto';
import { type BulkRunner, createBulkRunner } from '@tripline/rules-service';
import { createLog } from '@tripline/service';
import { unzipSync } from 'fflate';
import { leaveTeam } from '../../../../packages/auth/test/support/team-rows.js';
import { joined, newTeam } from '../../../../packages/auth/test/support/teams.js';
import { createGenerationHarness, type GenerationHarness, sharedEngine } from '../support/generation-harness.js';
import { bearer, type Instance, PASSWORD, signedInUser, type TestUser } from '../support/harness.js';
import { savePipeline } from '../support/pipelines.js';
import { insertRules, type RuleRow } from '../support/rule-rows.js';
import { BROUGHT_RULE } from '../support/sample-advisory.js';

const log = createLog({ name: 'test', level: 'silent' });
let app: GenerationHarness;
let service: Instance;
/** As the worker and the API process move jobs on. */
let worker: BulkRunner;
let exporter: BulkRunner;
let user: TestUser;
beforeAll(async () => {
  app = await createGenerationHarness({ NODE_ENV: 'development' });
  service = app.instance;
  worker = createBulkRunner({ db: service.db, log });
  exporter = createBulkRunner({ db: service.db, log, engine: sharedEngine() });
});
afterAll(() => app.close());
beforeEach(async () => {
  await service.db('rules.bulk_jobs').delete();
  user = await signedInUser(service, 'pro');
});

const call = (who: TestUser, method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) => {
  const request = service.http[method](path).set(bearer(who.jwt));
  return body === undefined ? request : request.send(body);
};
const start = async (who: TestUser, body: object): Promise<string> =>
  (await call(who, 'post', '/v1/rules/bulk', body).expect(202)).body.data.jobId;
const jobOf = async (who: TestUser, id: string) =>
  (await call(who, 'get', `/v1/rules/bulk/${id}`).expect(200)).body.data;
const finish = async (runner: BulkRunner = worker): Promise<void> => {
  while (await runner.step());
};
const many = (count: number, row: Partial<RuleRow> = {}): Promise<string[]> =>
  insertRules(
    service.db,
    Array.from({ length: count }, () => ({ createdBy: user.id, ...row })),
  );
const statesOf = async (keys: readonly string[]): Promise<Record<string, number>> => {
  const rows: { state: string; count: string }[] = await service
    .db('rules.rules')
    .whereIn('key', [...keys])
    .groupBy('state')
    .select('state')
    .count('* as count');
  return Object.fromEntries(rows.map(({ count, state }) => [state, Number(count)]));
};
const recorded = (who: TestUser, action: string) =>
  service.db('auth.audit_log').where({ actor_id: who.id, action }).select('outcome', 'target_id', 'details');

describe('POST /v1/rules/bulk', () => {
  test('sets the states of 750 rules in one call, which is one event of the audit log', async () => {
    const strict = app.harness.start({ LIMIT_CHANGES_PER_MINUTE: '1' });
    const keys = await many(750);
    const body = { action: 'state', state: 'accepted', ruleKeys: keys };
    const answer = await strict.http.post('/v1/rules/bulk').set(bearer(user.jwt)).send(body).expect(202);
    const { jobId } = answer.body.data;
    await strict.http.post('/v1/rules/bulk').set(bearer(user.jwt)).send(body).expect(429);
    expect(await jobOf(user, jobId)).toMatchObject({ state: 'waiting', total: 750, done: 0 });
    await worker.step();
    expect(await jobOf(user, jobId)).toMatchObject({ state: 'running', done: 250, endedAt: null });
    await finish();
    expect(await statesOf(keys)).toEqual({ accepted: 750 });
    expect(await jobOf(user, jobId)).toMatchObject({
      ...{ jobId, action: 'state', newState: 'accepted', state: 'done', total: 750, done: 750, notDone: [] },
      ...{ file: null, formats: null, endedAt: expect.any(String) },
    });
    expect(await recorded(user, 'rule.state_changed')).toEqual([
      { outcome: 'success', target_id: null, details: { jobId, rules: 750, notDone: 0, to: 'accepted' } },
    ]);
  });

  test('says what was not done, by reason and with examples', async () => {
    const keys = await many(3, { title: 'To do' });
    const already = await many(12, { state: 'accepted', title: 'Done before' });
    const deleted = await many(1, { title: 'Deleted meanwhile' });
    const foreign = await signedInUser(service, 'pro');
    const [theirs = ''] = await insertRules(service.db, [{ createdBy: foreign.id, title: 'Theirs' }]);
    const unknown = randomUUID();
    const ruleKeys = [...keys, ...already, ...deleted, theirs, unknown];
    const jobId = await start(user, { action: 'state', state: 'accepted', ruleKeys });
    await call(user, 'delete', `/v1/rules/${deleted[0]}`).expect(200);
    await finish();
    const job = await jobOf(user, jobId);
    expect(job).toMatchObject({ total: 18, done: 3 });
    const [done, gone] = job.notDone;
    expect(done).toMatchObject({ reason: 'already', message: 'It was accepted already.', count: 12 });
    expect(done.rules).toHaveLength(10);
    expect(done.rules[0]).toEqual({ ruleKey: already[0], title: 'Done before', message: null });
    expect(gone).toEqual({
      ...{ reason: 'gone', message: 'There is no such rule of yours any more.', count: 3 },
      rules: [
        { ruleKey: deleted[0], title: 'Deleted meanwhile', message: null },
        // Another's and an unknown one alike.
        { ruleKey: theirs, title: null, message: null },
        { ruleKey: unknown, title: null, message: null },
      ],
    });
    expect(await statesOf([theirs])).toEqual({ draft: 1 });
    expect(await recorded(user, 'rule.state_changed')).toMatchObject([{ details: { rules: 3, notDone: 15 } }]);
  });

  test('deletes all that a filter shows into the bin, from which the job’s rules are restored together', async () => {
    const high = await many(600, { level: 'high' });
    const [low = ''] = await many(1, { level: 'low' });
    const filter = { level: 'high' };
    const { total } = (await call(user, 'get', '/v1/rules?level=high&limit=1').expect(200)).body.data;
    expect(total).toBe(600);
    const jobId = await start(user, { action: 'delete', filter, expected: total });
    await finish();
    expect(await jobOf(user, jobId)).toMatchObject({ state: 'done', done: 600 });
    expect(await statesOf(high)).toEqual({});
    await call(user, 'get', `/v1/rules/${low}`).expect(200);
    expect(await recorded(user, 'rule.deleted')).toMatchObject([{ details: { jobId, rules: 600, filter } }]);
    expect((await call(user, 'get', '/v1/rules/bin?limit=1').expect(200)).body.data.total).toBe(600);
    const stranger = await signedInUser(service, 'pro');
    await call(stranger, 'post', '/v1/rules/bin/restore', { jobId }).expect(404);
    const { body } = await call(user, 'post', '/v1/rules/bin/restore', { jobId }).expect(200);
    expect(body.data).toEqual({ restored: 600, notRestored: [], more: false });
    expect(await statesOf(high)).toEqual({ draft: 600 });
  });

  test('acts on no other number of rules than the caller saw', async () => {
    const keys = await many(3);
    const body = { action: 'delete', filter: {}, expected: 2 };
    const answer = await call(user, 'post', '/v1/rules/bulk', body).expect(409);
    expect(answer.body.error.message).toContain('The filter shows 3 rules now, and you saw 2.');
    await finish();
    expect(await statesOf(keys)).toEqual({ draft: 3 });
    expect(await service.db('rules.bulk_jobs')).toEqual([]);
  });

  test('acts on what the filter showed at that moment, whatever fits it later', async () => {
    const keys = await many(300, { state: 'draft' });
    await start(user, { action: 'state', state: 'accepted', filter: { state: 'draft' }, expected: 300 });
    const later = await many(2, { state: 'draft' });
    await finish();
    expect(await statesOf([...keys, ...later])).toEqual({ accepted: 300, draft: 2 });
  });

  test('is done once with an Idempotency-Key, however often it is sent', async () => {
    const keys = await many(2);
    const post = () =>
      call(user, 'post', '/v1/rules/bulk', { action: 'delete', ruleKeys: keys }).set('Idempotency-Key', 'once');
    const first = await post().expect(202);
    const second = await post().expect(202);
    expect(second.body).toEqual(first.body);
    expect(await service.db('rules.bulk_jobs')).toHaveLength(1);
  });

  test('lets one user have ten jobs that have not ended', async () => {
    const [key] = await many(1);
    const body = { action: 'state', state: 'accepted', ruleKeys: [key] };
    for (let job = 0; job < 10; job++) await start(user, body);
    const answer = await call(user, 'post', '/v1/rules/bulk', body).expect(429);
    expect(answer.headers['retry-after']).toBe('10');
    await finish();
    await start(user, body);
  });

  test.each([
    [{}, /action/],
    [{ action: 'delete' }, /ruleKeys, rules or filter/],
    [{ action: 'delete', ruleKeys: [] }, /ruleKeys/],
    [{ action: 'delete', ruleKeys: [randomUUID()], filter: {}, expected: 1 }, /one of ruleKeys, rules and filter/],
    [{ action: 'delete', filter: {} }, /expected go together/],
    [{ action: 'delete', ruleKeys: [randomUUID()], expected: 3 }, /expected go together/],
    [{ action: 'state', ruleKeys: [randomUUID()] }, /needs state/],
    [{ action: 'delete', state: 'draft', ruleKeys: [randomUUID()] }, /state goes with the action "state" alone/],
    [{ action: 'delete', formats: ['sigma'], ruleKeys: [randomUUID()] }, /formats goes with the action "export"/],
    [{ action: 'move', ruleKeys: [randomUUID()] }, /action/],
  ])('refuses %j with 400', async (body, message) => {
    const answer = await call(user, 'post', '/v1/rules/bulk', body).expect(400);
    expect(answer.body.error.message).toMatch(message);
  });
});

describe('a job', () => {
  test('is a plain 404 for another tenant and for a colleague', async () => {
    const { owner } = await newTeam(service);
    const member = await joined(service, owner);
    const [key] = await insertRules(service.db, [{ createdBy: owner.id }]);
    const jobId = await start(owner, { action: 'export', ruleKeys: [key] });
    const unknown = randomUUID();
    for (const who of [user, member]) {
      for (const path of ['', '/file']) {
        const foreign = await call(who, 'get', `/v1/rules/bulk/${jobId}${path}`).expect(404);
        const missing = await call(who, 'get', `/v1/rules/bulk/${unknown}${path}`).expect(404);
        expect(foreign.body.error.message.replace(jobId, unknown)).toBe(missing.body.error.message);
      }
    }
  });

  test('is carried on by another worker where the first was killed, nothing of it done twice', async () => {
    const keys = await many(600);
    const jobId = await start(user, { action: 'delete', ruleKeys: keys });
    await worker.step();
    // A worker in the middle of a step: its connection ends, and with it the step.
    const killed = service.db.transaction(async (trx) => {
      const {
        rows: [{ pid }],
      } = await trx.raw('select pg_backend_pid() as pid');
      await trx('rules.bulk_jobs').where({ id: jobId }).forUpdate().select('id');
      await trx('rules.rules').where({ key: keys[300] }).delete();
      // While it has the job, nobody else does.
      expect(await worker.step()).toBe(false);
      await service.db.raw('select pg_terminate_backend(?)', [pid]);
      await trx.raw('select 1');
    });
    await expect(killed).rejects.toThrow();
    await finish();
    expect(await jobOf(user, jobId)).toMatchObject({ state: 'done', total: 600, done: 600, notDone: [] });
    expect(await service.db('rules.deleted_rules').where({ bulk_job_id: jobId })).toHaveLength(600);
    expect(await recorded(user, 'rule.deleted')).toHaveLength(1);
  });

  test('is shared by any number of workers, nothing of it done twice', async () => {
    const jobs: string[] = [];
    for (let job = 0; job < 4; job++) jobs.push(await start(user, { action: 'delete', ruleKeys: await many(600) }));
    const others = [worker, createBulkRunner({ db: service.db, log }), createBulkRunner({ db: service.db, log })];
    await Promise.all(others.map(finish));
    await finish();
    for (const id of jobs) expect(await jobOf(user, id)).toMatchObject({ state: 'done', done: 600 });
    expect(await recorded(user, 'rule.deleted')).toHaveLength(4);
  });

  test('takes turns with the jobs of others', async () => {
    const other = await signedInUser(service, 'pro');
    const long = await start(user, { action: 'delete', ruleKeys: await many(750) });
    const keys = await insertRules(service.db, [{ createdBy: other.id }]);
    const short = await start(other, { action: 'delete', ruleKeys: keys });
    await worker.step();
    await worker.step();
    expect(await jobOf(user, long)).toMatchObject({ state: 'running', done: 250 });
    expect(await jobOf(other, short)).toMatchObject({ state: 'done', done: 1 });
  });

  test('touches nothing of a team any more that its maker has left', async () => {
    const { id: teamId, owner } = await newTeam(service);
    const member = await joined(service, owner);
    const keys = await insertRules(service.db, [{ createdBy: member.id, teamId, title: 'The team keeps it' }]);
    const jobId = await start(member, { action: 'delete', ruleKeys: keys });
    await leaveTeam(service.db, member);
    await finish();
    expect(await jobOf(member, jobId)).toMatchObject({ done: 0, notDone: [{ reason: 'gone', count: 1 }] });
    expect(await statesOf(keys)).toEqual({ draft: 1 });
  });

  test('goes with the account, its chosen rules and its file too', async () => {
    const jobId = await start(user, { action: 'delete', ruleKeys: await many(2) });
    await service.http.delete('/v1/me').set(bearer(user.jwt)).send({ password: PASSWORD }).expect(200);
    expect(await worker.step()).toBe(false);
    for (const table of ['bulk_job_rules', 'bulk_job_files'])
      expect(await service.db(`rules.${table}`).where({ job_id: jobId })).toEqual([]);
  });

  test('ends and says so where it fails again and again; what is done stays done', async () => {
    const keys = await many(300);
    const jobId = await start(user, { action: 'export', ruleKeys: keys });
    const broken = createBulkRunner({
      ...{ db: service.db, log },
      engine: { run: () => Promise.reject(new Error('the disk is full')) },
    });
    for (let time = 0; time < 6; time++) {
      await broken.step();
      await service.db('rules.bulk_jobs').update({ due_at: service.db.fn.now() });
    }
    expect(await jobOf(user, jobId)).toMatchObject({ state: 'failed', done: 0, file: null });
    expect(await recorded(user, 'rule.exported')).toMatchObject([{ outcome: 'failure' }]);
    const { body } = await call(user, 'get', `/v1/rules/bulk/${jobId}/file`).expect(409);
    expect(body.error.message).toMatch(/has failed/);
  });
});

describe('an export of any number of rules', () => {
  const bring = async (title: string): Promise<string> => {
    const key = randomUUID();
    const yaml = BROUGHT_RULE.replace(/^id: .*$/m, `id: ${key}`).replace(/^title: .*$/m, `title: ${title}`);
    await call(user, 'post', '/v1/generate', { inputType: 'sigma', yaml }).expect(200);
    return key;
  };
  const file = async (jobId: string): Promise<Record<string, Uint8Array>> => {
    const { body, headers } = await call(user, 'get', `/v1/rules/bulk/${jobId}/file`)
      .buffer(true)
      .parse((res, done) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => done(null, Buffer.concat(chunks)));
      })
      .expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename=tripline-rules.zip',
      'content-length': String(body.length),
    });
    return unzipSync(body);
  };

  test('is one zip of all parts, with a list of what could not be exported', async () => {
    const real = await bring('A real one');
    const plain = await many(120);
    const unknown = randomUUID();
    const jobId = await start(user, {
      ...{ action: 'export', formats: ['sigma', 'savedsearches'] },
      ruleKeys: [real, ...plain, unknown],
    });
    const early = await call(user, 'get', `/v1/rules/bulk/${jobId}/file`).expect(409);
    expect(early.body.error.message).toMatch(/is not done yet: 0 of 122 rules/);
    await finish(exporter);
    const job = await jobOf(user, jobId);
    expect(job).toMatchObject({ state: 'done', formats: ['sigma', 'savedsearches'], done: 1 });
    expect(job.notDone.map(({ count, reason }: { count: number; reason: string }) => ({ count, reason }))).toEqual([
      { reason: 'form_refused', count: 120 },
      { reason: 'gone', count: 1 },
    ]);
    const files = await file(jobId);
    const names = Object.keys(files);
    expect(names.filter((name) => name.startsWith('sigma/'))).toHaveLength(121);
    expect(names.filter((name) => name.startsWith('savedsearches/'))).toHaveLength(1);
    expect(Buffer.from(files[`sigma/a-real-one-${real}.yml`] ?? []).toString()).toContain('title: A real one');
    const list = Buffer.from(files['NOT-EXPORTED.txt'] ?? [])
      .toString()
      .trim()
      .split('\n');
    expect(list).toHaveLength(121);
    expect(list[0]).toMatch(/^[\da-f-]{36}\tA rule\tsavedsearches: /);
    expect(job.file).toEqual({ fileName: 'tripline-rules.zip', bytes: expect.any(Number) });
    expect(await recorded(user, 'rule.exported')).toMatchObject([
      { details: { rules: 1, notDone: 121, formats: ['sigma', 'savedsearches'] } },
    ]);
  });

  test('is for the process that has an engine alone', async () => {
    const jobId = await start(user, { action: 'export', ruleKeys: [await bring('One')] });
    expect(await worker.step()).toBe(false);
    await finish(exporter);
    expect(await jobOf(user, jobId)).toMatchObject({ state: 'done', done: 1 });
  });

  test('refuses a pipeline of somebody else’s at once', async () => {
    const other = await signedInUser(service, 'pro');
    const id = await savePipeline(service, other.jwt, 'theirs');
    const body = { action: 'export', ruleKeys: await many(1), options: { pipelines: [id] } };
    const answer = await call(user, 'post', '/v1/rules/bulk', body).expect(404);
    expect(answer.body.error.message).toBe(`There is no pipeline ${id}.`);
  });

  test('is refused for a key that may only read', async () => {
    const made = await call(user, 'post', '/v1/api-keys', { name: 'reads', scopes: ['rules:read'] }).expect(201);
    const { key } = made.body.data;
    const body = { action: 'delete', ruleKeys: [randomUUID()] };
    await service.http.post('/v1/rules/bulk').set(bearer(key)).send(body).expect(403);
  });
});
