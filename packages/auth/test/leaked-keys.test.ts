import { generateKeyPairSync, sign } from 'node:crypto';
import { createMailSender, createSmtpMailer, type Mailer, mintKey } from '@tripline/auth';
import { createLog } from '@tripline/service';
import { eventually } from '@tripline/stack';
import {
  bearer,
  createHarness,
  createKey,
  type Harness,
  type Instance,
  signedInUser,
  type TestUser,
} from './support/harness.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { PUBLIC_URL } from './support/mails.js';

const IDENTIFIER = 'f9525bf080f75b3506ca1ead061add62b8633a346606dc5fe544e29231c6ee0d';
const partner = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const setting = (identifier: string, { publicKey }: typeof partner): string =>
  `${identifier}=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`;
const FOUND_AT = 'https://example.test/octocat/hello/blob/1234/.env';

let harness: Harness;
let service: Instance;
let mails: MailServer;
let mailer: Mailer;
let user: TestUser;

beforeAll(async () => {
  harness = await createHarness();
  mails = await startMailServer();
  mailer = createSmtpMailer(mails.url, PUBLIC_URL, 5);
  service = harness.start({
    PUBLIC_URL,
    SECRET_SCANNING_KEYS: `${setting('another', stranger)}, ${setting(IDENTIFIER, partner)}`,
  });
  user = await signedInUser(service, 'enterprise');
});
afterAll(async () => {
  await mailer.close();
  await harness.close();
  await mails.close();
});

const tell = (
  body: string,
  more: { signedBy?: typeof partner; as?: string; signature?: string; at?: Instance } = {},
) => {
  const { as = IDENTIFIER, at = service, signedBy = partner } = more;
  const signature = more.signature ?? sign('sha256', Buffer.from(body), signedBy.privateKey).toString('base64');
  return at.http
    .post('/v1/api-keys/leaked')
    .set({ 'GITHUB-PUBLIC-KEY-IDENTIFIER': as, 'GITHUB-PUBLIC-KEY-SIGNATURE': signature })
    .set('Content-Type', 'application/json')
    .send(body);
};
const listOf = (...tokens: string[]): string =>
  JSON.stringify(tokens.map((token) => ({ token, type: 'tripline_api_key', url: FOUND_AT, source: 'content' })));
const use = (key: string, at: Instance = service) => at.http.get('/v1/rules').set(bearer(key));
const mailsWaiting = () => service.db('auth.outbox').where({ kind: 'leaked-key' });
beforeEach(() => mailsWaiting().delete());

/** Sends what waits, as the worker does. */
async function sendMails(): Promise<void> {
  const log = createLog({ name: 'test', level: 'silent' });
  const options = { db: service.db, log, mailer, publicUrl: PUBLIC_URL, retrySeconds: 30, observe: () => undefined };
  const sender = createMailSender(options);
  for (const id of await sender.due()) await sender.send(id);
}

describe('a signed list of what a partner found', () => {
  test('revokes the keys in it everywhere, mails their owner and records where they were found', async () => {
    const { key, prefix } = await createKey(service, user);
    const replica = harness.start();
    await use(key, replica).expect(200);
    const answer = await tell(listOf(key)).expect(200);
    expect(answer.body).toEqual({ success: true, data: { message: 'Received.' } });
    await use(key).expect(401);
    await eventually(async () => (await use(key, replica)).status === 401);
    await sendMails();
    const mail = await mails.arrived(user.email);
    for (const part of [prefix, FOUND_AT, PUBLIC_URL]) expect(mail.text).toContain(part);
    expect(mail.text).not.toContain(key.slice(prefix.length));
    const events = await service.db('auth.audit_log').where({ target_id: prefix, action: 'key.leaked' });
    expect(events).toMatchObject([{ actor_id: 'secret-scanning', actor_email: null, details: { url: FOUND_AT } }]);
    expect(JSON.stringify(events)).not.toContain(key.slice(prefix.length));
  });

  test('is answered alike whether it holds keys or none', async () => {
    const { key } = await createKey(service, user);
    const known = await tell(listOf(key)).expect(200);
    for (const body of [listOf(mintKey('tripline').key), listOf('nothing', ''), '[]']) {
      expect((await tell(body).expect(200)).body).toEqual(known.body);
    }
  });

  test('revokes no key of which it has only the prefix', async () => {
    const { key, prefix } = await createKey(service, user);
    await tell(listOf(prefix, `${prefix}${mintKey('tripline').key.slice(prefix.length)}`, key.slice(0, -1))).expect(
      200,
    );
    await use(key).expect(200);
    expect(await mailsWaiting()).toEqual([]);
  });

  test('that is sent twice at once makes one mail and one audit event', async () => {
    const { key, prefix } = await createKey(service, user);
    const body = listOf(key, key);
    await Promise.all(Array.from({ length: 5 }, () => tell(body).expect(200)));
    expect(await mailsWaiting()).toHaveLength(1);
    expect(await service.db('auth.audit_log').where({ target_id: prefix, action: 'key.leaked' })).toHaveLength(1);
  });

  test('revokes a key of a service account, tells the owner of its team, and stands in the team’s log', async () => {
    const owner = await signedInUser(service, 'team');
    const post = (path: string, body: object) =>
      service.http.post(`/v1/team${path}`).set(bearer(owner.jwt)).send(body).expect(201);
    const teamId = (await post('', { name: 'Blue' })).body.data.id;
    const { id } = (await post('/service-accounts', { name: 'deploy' })).body.data;
    const { key, prefix } = (await post(`/service-accounts/${id}/keys`, { name: 'ci' })).body.data;
    await tell(listOf(key)).expect(200);
    await use(key).expect(401);
    expect(await mailsWaiting()).toMatchObject([{ email: owner.email, key_prefix: prefix }]);
    const events = await service.db('auth.audit_log').where({ target_id: prefix, action: 'key.leaked' });
    expect(events).toMatchObject([{ team_id: teamId }]);
  });

  test('of two thousand is taken, and what is no such list is 400', async () => {
    const { key } = await createKey(service, user);
    await tell(listOf(...Array.from({ length: 1_999 }, (_, index) => `token ${index}`), key)).expect(200);
    await use(key).expect(401);
    for (const body of ['{}', '[7]', '[{"type":"x"}]', '[', '"x"', 'null']) await tell(body).expect(400);
  });
});

describe('a sender that is not a partner', () => {
  test.each<[string, (body: string) => ReturnType<typeof tell>]>([
    ['signs with another key', (body) => tell(body, { signedBy: stranger })],
    ['names another partner’s key', (body) => tell(body, { as: 'another' })],
    ['names a key that nobody has', (body) => tell(body, { as: 'nobody' })],
    ['sends no signature', (body) => tell(body, { signature: '' })],
    ['sends what is no signature', (body) => tell(body, { signature: 'AAAA' })],
    [
      'signs another body',
      (body) => tell(body, { signature: sign('sha256', Buffer.from('[]'), partner.privateKey).toString('base64') }),
    ],
  ])('is 401 when they %s, and revokes nothing', async (_what, send) => {
    const { key } = await createKey(service, user);
    const refusals = [await send(listOf(key)).expect(401), await send('{').expect(401)];
    for (const { body } of refusals) expect(body.error.message).toContain('No secret-scanning partner');
    await use(key).expect(200);
    await service.http
      .delete(`/v1/api-keys/${key.slice(0, 'tripline_live_'.length + 8)}`)
      .set(bearer(user.jwt))
      .expect(200);
  });

  test('is 401 where no partner is configured', async () => {
    await tell(listOf('x'), { at: harness.start() }).expect(401);
  });
});

test('a setting that is no key of a partner stops the service at its start, and says why', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }) as unknown as typeof partner;
  for (const [value, why] of [
    ['nonsense', 'identifier=base64'],
    ['a=AAAA', 'SECRET_SCANNING_KEYS'],
    [setting('a', rsa), 'P-256'],
  ]) {
    expect(() => harness.start({ SECRET_SCANNING_KEYS: value })).toThrow(why);
  }
});
