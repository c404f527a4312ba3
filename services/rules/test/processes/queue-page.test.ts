import { createTestDatabase, type TestDatabase } from '@tripline/stack';
import request from 'supertest';
import { ADMIN_TOKEN } from '../support/harness.js';
import { killProcesses, startProcess } from '../support/process.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(killProcesses);
afterAll(() => database.drop());

const password = (token: string) => ({ Authorization: `Basic ${Buffer.from(`operator:${token}`).toString('base64')}` });

test('the queue page shows every queue to whoever has the admin token, on the admin port alone', async () => {
  const { adminUrl, url } = await startProcess('api', database, { ADMIN_TOKEN }).listening();
  const admin = request(adminUrl);
  await request(url).get('/queues').set(password(ADMIN_TOKEN)).expect(404);
  const asked = await admin.get('/queues').expect(401);
  expect(asked.headers['www-authenticate']).toContain('Basic');
  await admin.get('/queues/api/queues').set(password('a guess')).expect(401);
  await admin
    .get('/queues/api/queues')
    .set({ Authorization: `Bearer ${ADMIN_TOKEN}` })
    .expect(401);

  const page = await admin.get('/queues').set(password(ADMIN_TOKEN)).expect(200);
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'SAMEORIGIN' });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.text).not.toMatch(/(?:href|src)="(?:https?:)?\/\//);
  const files = [...page.text.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) await admin.get(`/queues/${file}`).set(password(ADMIN_TOKEN)).expect(200);

  const { body } = await admin.get('/queues/api/queues').set(password(ADMIN_TOKEN)).expect(200);
  expect(
    body.queues.map(({ name, readOnlyMode }: { name: string; readOnlyMode: boolean }) => [name, readOnlyMode]),
  ).toEqual([
    ['mail', true],
    ['scans', true],
    ['first-scans', true],
    ['gap-rules', true],
    ['techniques-read', true],
    ['rules-webhooks', true],
    ['coverage-webhooks', true],
  ]);
  const refused = await admin.put('/queues/api/queues/scans/pause').set(password(ADMIN_TOKEN)).expect(405);
  expect(refused.headers['allow']).toBe('GET, HEAD');
});

test('without an admin token there is no queue page', async () => {
  const { adminUrl } = await startProcess('api', database).listening();
  await request(adminUrl).get('/queues').set(password('')).expect(404);
});
