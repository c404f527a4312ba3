import { randomUUID } from 'node:crypto';
import { takeSnapshot } from '@tripline/coverage-service';
import { everyLogArrives } from './support/arriving-logs.js';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';

let harness: Harness;
let app: Instance;
let user: TestUser;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  user = await newUser(app, 'pro');
});
afterAll(() => harness.close());

const DAY_MS = 86_400_000;
const NAME = `prod <script>alert(1)</script> & "co"`;
const RULE = `title: "Trail stopped <img src=x onerror='alert(2)'>"
id: ${randomUUID()}
tags: [attack.t1685.002]
logsource: {product: aws, service: cloudtrail}
detection: {selection: {eventName: StopLogging}, condition: selection}
`;

const report = (account: string, query = '', { key } = user) =>
  app.http.get(at(`/accounts/${account}/coverage/report${query}`)).set(key);

/** An account that covered nothing forty days ago, and has a declared rule since today. */
async function accountOfTwoTimes(): Promise<string> {
  const connected = { name: NAME, provider: 'aws', external_account_id: '111122223333' };
  const account: string = (await app.http.post(at('/accounts')).set(user.key).send(connected).expect(200)).body.id;
  await everyLogArrives(app.db, account, ['us-east-1']);
  const now = new Date(Date.now() - 40 * DAY_MS);
  await app.db.transaction((trx) => takeSnapshot(trx, { accountId: account, scanId: null, now }));
  await app.http
    .post(at(`/accounts/${account}/detections`))
    .set(user.key)
    .send({ rules: [RULE], siem: 'siem_spl' })
    .expect(200);
  return account;
}

test('a report is one page with where the account stands, what changed, the gaps and the evidence, and runs nothing that it names', async () => {
  const account = await accountOfTwoTimes();
  const answer = await report(account).expect(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  const page = answer.text;
  expect(page).toMatch(/of 104 techniques 2 are covered/);
  expect(page).toMatch(/What changed since[\s\S]*T1685\.002[\s\S]*uncovered<\/td><td>covered/);
  expect(page).toMatch(/The gaps that matter most[\s\S]*critical/);
  expect(page).toMatch(/Evidence[\s\S]*siem_rule[\s\S]*declared/);
  expect(page).toContain('prod &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;co&quot;');
  expect(page).toContain('&lt;img src=x onerror=&#39;alert(2)&#39;&gt;');
  expect(page).not.toMatch(/<script|<img|<link|https?:/);
});

test('a report as of a date tells of the snapshot that was there then, and before the first there is none', async () => {
  const account = await accountOfTwoTimes();
  const then = new Date(Date.now() - 10 * DAY_MS).toISOString();
  const { text } = await report(account, `?at=${then}`).expect(200);
  expect(text).toMatch(/of 104 techniques 0 are covered/);
  expect(text).toContain('No detection shows a technique.');
  const before = new Date(Date.now() - 50 * DAY_MS).toISOString();
  expect((await report(account, `?at=${before}`).expect(404)).body.detail).toContain('had no coverage yet');
  await report(account, '?at=yesterday').expect(400);
  await report(account, '', await newUser(app, 'pro')).expect(404);
});
