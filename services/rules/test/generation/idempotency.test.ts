import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import request from 'supertest';
import {
  createGenerationHarness,
  type GenerationHarness,
  type PageServer,
  servePages,
} from '../support/generation-harness.js';
import { signedInUser } from '../support/harness.js';
import { startProcess } from '../support/process.js';

let service: GenerationHarness;
let pages: PageServer;
/** What the page server waits for before it answers, and how often it was asked. */
let page: { opened: Promise<void>; open: () => void; visits: number };
beforeAll(async () => {
  pages = await servePages(async (_req, res) => {
    page.visits += 1;
    await page.opened;
    res.end('The group created an IAM user with aws iam create-user --user-name backdoor.');
  });
  service = await createGenerationHarness({ FETCH_ALLOW_HOSTS: pages.host });
});
afterAll(async () => {
  await pages.close();
  await service.close();
});
beforeEach(() => {
  page = { opened: Promise.resolve(), open: () => undefined, visits: 0 };
});

/** Has the page wait until the test opens it. */
function holdPage(): void {
  page.opened = new Promise((resolve) => {
    page.open = resolve;
  });
}

const generate = (key: string, body: object, credential = service.key) =>
  service.instance.http
    .post('/v1/generate')
    .set('Authorization', `Bearer ${credential}`)
    .set('Idempotency-Key', key)
    .send(body);
const ofPage = () => ({ inputType: 'url', url: pages.url });
const ofText = { inputType: 'text', text: 'They ran vssadmin delete shadows /all on every host.' };
const generations = async (): Promise<number> => {
  const count = await service.instance.db('rules.generations').count({ total: '*' }).first();
  return Number(count?.['total']);
};

test('a generation sent again is answered as the first time, byte for byte, and not made again', async () => {
  const key = randomUUID();
  const before = await generations();
  const first = await generate(key, ofPage()).expect(200);
  const again = await generate(key, ofPage()).expect(200);
  expect(again.text).toBe(first.text);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(page.visits).toBe(1);
  expect(await generations()).toBe(before + 1);
});

test('while the first runs, and for another body, it is 409', async () => {
  const key = randomUUID();
  holdPage();
  const first = generate(key, ofPage()).then((answer) => answer);
  await eventually(async () => page.visits === 1);
  const early = await generate(key, ofPage()).expect(409);
  expect(early.body.error.message).toContain('is still running');
  expect(early.headers['retry-after']).toBe('5');
  page.open();
  expect((await first).status).toBe(200);
  expect((await generate(key, ofText).expect(409)).body.error.message).toContain('a different request');
  expect((await generate(key, ofPage()).expect(200)).text).toBe((await first).text);
});

test('many at once do it once', async () => {
  const key = randomUUID();
  const before = await generations();
  const answers = await Promise.all(Array.from({ length: 10 }, () => generate(key, ofText)));
  const done = answers.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThanOrEqual(1);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(await generations()).toBe(before + 1);
});

test('a key is its caller’s: another user’s same key is another', async () => {
  const key = randomUUID();
  const other = await signedInUser(service.instance, 'pro');
  const mine = await generate(key, ofText).expect(200);
  const theirs = await generate(key, ofText, other.jwt).expect(200);
  expect(theirs.body.data.id).not.toBe(mine.body.data.id);
});

test('a request that failed frees its key', async () => {
  const key = randomUUID();
  await generate(key, { inputType: 'sigma', yaml: 'title: only' }).expect(400);
  await generate(key, ofText).expect(200);
});

test('an upload counts by its bytes, not by how the form was written', async () => {
  const key = randomUUID();
  const upload = (text: string) =>
    service.instance.http
      .post('/v1/generate')
      .set('Authorization', `Bearer ${service.key}`)
      .set('Idempotency-Key', key)
      .attach('file', Buffer.from(text), { filename: 'report.txt', contentType: 'text/plain' });
  const first = await upload(ofText.text).expect(200);
  // A boundary is drawn anew for each form.
  expect((await upload(ofText.text).expect(200)).text).toBe(first.text);
  await upload(`${ofText.text} Then they left.`).expect(409);
});

test.each([
  ['with a blank', 'a b'],
  ['of 256 characters', 'k'.repeat(256)],
  ['that is empty', ''],
  ['beyond ASCII', 'schlüssel'],
])('a key %s is refused with 400', async (_what, key) => {
  const { body } = await generate(key, ofText).expect(400);
  expect(body.error.message).toContain('Idempotency-Key');
});

test('a stream of events takes no key', async () => {
  const { body } = await generate(randomUUID(), ofText).set('Accept', 'text/event-stream').expect(400);
  expect(body.error.message).toContain('Accept: application/json');
});

test('a killed process does not hold its key', async () => {
  const key = randomUUID();
  holdPage();
  const doomed = startProcess('api', service.harness.database, { FETCH_ALLOW_HOSTS: pages.host });
  const { url } = await doomed.listening();
  const lost = request(url)
    .post('/v1/generate')
    .set('Authorization', `Bearer ${service.key}`)
    .set('Idempotency-Key', key)
    .send(ofPage())
    .catch(() => undefined);
  await eventually(async () => page.visits === 1);
  doomed.child.kill('SIGKILL');
  await lost;
  page.open();
  await generate(key, ofPage()).expect(409);
  // As if half a minute had passed.
  const held = () => service.instance.db('auth.idempotency_keys').where({ key });
  expect((await held().first('leased_until')).leased_until.getTime()).toBeLessThanOrEqual(Date.now() + 30_000);
  await held().update({ leased_until: service.instance.db.raw(`now() - interval '1 second'`) });
  await generate(key, ofPage()).expect(200);
});

test('an answer is kept for 24 hours, and then deleted', async () => {
  const key = randomUUID();
  const first = await generate(key, ofText).expect(200);
  const row = () => service.instance.db('auth.idempotency_keys').where({ key });
  await row().update({
    created_at: service.instance.db.raw(`now() - interval '25 hours'`),
    leased_until: service.instance.db.raw(`now() - interval '25 hours'`),
  });
  const worker = startProcess('worker', service.harness.database);
  await eventually(async () => (await row()).length === 0);
  worker.child.kill('SIGKILL');
  expect((await generate(key, ofText).expect(200)).body.data.id).not.toBe(first.body.data.id);
});

test('answers beyond 50 MB of one user are not kept, and the next request says so', async () => {
  const user = await signedInUser(service.instance, 'pro');
  await service.instance.db.raw(
    `insert into auth.idempotency_keys (user_id, operation, key, claim, request_sha256, leased_until, status, body)
     values (?, 'POST /v1/generate', 'large', gen_random_uuid(), '', now(), 200, decode(repeat('00', 50 * 1024 * 1024), 'hex'))`,
    [user.id],
  );
  const key = randomUUID();
  await generate(key, ofText, user.jwt).expect(200);
  const { body } = await generate(key, ofText, user.jwt).expect(409);
  expect(body.error.message).toContain('too large to be kept');
});
