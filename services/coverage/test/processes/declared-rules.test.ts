import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { eventually, testRedisUrl } from '@tripline/stack';
import request from 'supertest';
import {
  at,
  createHarness,
  type Harness,
  type Instance,
  JWT_SECRET,
  newUser,
  type TestUser,
} from '../support/harness.js';

let harness: Harness;
let app: Instance;
let user: TestUser;
let account: string;
let child: ChildProcess;
let processUrl: string;
let rulesService: Server;
/** What the rules service answers. */
let answer: () => string;

/** Far less than the costly rules take. */
const SECONDS = '2';

beforeAll(async () => {
  harness = await createHarness();
  rulesService = createServer((_req, res) => res.end(answer()));
  rulesService.listen(0, '127.0.0.1');
  await once(rulesService, 'listening');
  const rulesUrl = `http://127.0.0.1:${(rulesService.address() as AddressInfo).port}`;
  app = harness.start({ LIMIT_READER_SECONDS: SECONDS, RULES_URL: rulesUrl });
  user = await newUser(app, 'pro');
  account = await newAccount(user);
  child = spawn(process.execPath, [fileURLToPath(new URL('../../dist/api.js', import.meta.url))], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      DATABASE_URL: harness.database.databaseUrl,
      REDIS_URL: testRedisUrl(),
      JWT_SECRET,
      LIMIT_READER_SECONDS: SECONDS,
      PORT: '0',
      ADMIN_PORT: '0',
    },
  });
  let log = '';
  child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const port = /"port":(\d+)/;
  await eventually(async () => port.test(log));
  processUrl = `http://127.0.0.1:${port.exec(log)?.[1]}`;
});
afterAll(async () => {
  child.kill('SIGKILL');
  await harness.close();
  rulesService.close();
});

async function newAccount(owner: TestUser): Promise<string> {
  const body = { name: 'an account', provider: 'aws', external_account_id: '111122223333' };
  return (await app.http.post(at('/accounts')).set(owner.key).send(body).expect(200)).body.id;
}

const rule = (title: string, values: readonly string[], field = 'Image') =>
  `title: ${title}\nlogsource:\n  category: process_creation\ndetection:\n  condition: s\n  s:\n    ${field}:\n${values
    .map((value) => `      - '${value}'\n`)
    .join('')}`;

/** Rules that are Sigma, within every bound, and take minutes to read: each compiles hundreds of large expressions. */
const costlyRules = () =>
  Array.from({ length: 50 }, (_, one) =>
    rule(
      'costly',
      Array.from({ length: 450 }, (_, other) => `(a{1,90}b{1,90}){1,3}${one * 1000 + other}`),
      'Image|re',
    ),
  );

const declare = (to: string, rules: readonly string[], owner = user, on = account) =>
  request(to)
    .post(at(`/accounts/${on}/detections`))
    .set(owner.key)
    .send({ rules, siem: 'siem_spl' });

test('a process keeps answering while slow rules are read, and gives up on them at the time limit', async () => {
  let answered = false;
  const declared = declare(processUrl, costlyRules()).then((response) => {
    answered = true;
    return response;
  });
  let healthy = 0;
  while (!answered) {
    await request(processUrl).get('/healthz').expect(200);
    healthy += 1;
  }
  // Were the rules read between two of these answers, there would be one or two.
  expect(healthy).toBeGreaterThan(10);
  const { body, status } = await declared;
  expect({ body, status }).toEqual({
    status: 400,
    body: { detail: expect.stringMatching(/more than the .* of (work|memory)/) },
  });
  await declare(processUrl, [rule('short', ['a'])]).expect(200);
});

test('declarations of many costly rules wait without delaying those of other owners', async () => {
  const other = await newUser(app, 'pro');
  const others = await newAccount(other);
  const flood = Array.from({ length: 7 }, () => declare(processUrl, costlyRules()).then(({ status }) => status));
  const refused = await Promise.race(flood);
  // One is read and four wait: whoever sends more is told so at once.
  expect(refused).toBe(429);
  await declare(processUrl, [rule('of another', ['a'])], other, others).expect(200);
  for (const status of await Promise.all(flood)) expect([400, 429, 503]).toContain(status);
});

test('a declaration of more than 1,000 rules is refused', async () => {
  const many = Array.from({ length: 501 }, (_, index) => rule(`rule ${index}`, ['a'])).join('---\n');
  const { body } = await app.http
    .post(at(`/accounts/${account}/detections`))
    .set(user.key)
    .send({ rules: [many, many], siem: 'siem_spl' })
    .expect(400);
  expect(body.detail).toContain('more than 1000 rules');
});

describe('rules named by key', () => {
  const byKey = () =>
    app.http
      .post(at(`/accounts/${account}/detections`))
      .set(user.key)
      .send({ rule_keys: [randomUUID()] });

  test('are read from the answer of the rules service', async () => {
    answer = () => JSON.stringify({ success: true, data: { yaml: rule('kept elsewhere', ['a']) } });
    const { body } = await byKey().expect(200);
    expect(body.detections).toMatchObject([{ name: 'kept elsewhere' }]);
  });

  test.each([
    ['is no JSON', '<html>'],
    ['has no rule', '{"data":{}}'],
  ])('are 503 when its answer %s', async (_what, text) => {
    answer = () => text;
    await byKey().expect(503);
  });
});
