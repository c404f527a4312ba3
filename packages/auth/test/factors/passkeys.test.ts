import { createSoftwareAuthenticator, type Page, type SoftwareAuthenticator } from '@tripline/stack';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  PASSWORD,
  signedInUser,
  type TestUser,
} from '../support/harness.js';
import { as, joined, newTeam } from '../support/teams.js';

const PUBLIC_URL = 'https://tripline.example.test/app';
const PAGE: Page = { origin: 'https://tripline.example.test' };

let harness: Harness;
let service: Instance;
beforeAll(async () => {
  harness = await createHarness();
  // In development an invitation's link is in the answer.
  service = harness.start({ PUBLIC_URL, NODE_ENV: 'development' });
});
afterAll(() => harness.close());

const post = (path: string, body: object, user?: { jwt: string }, at: Instance = service) => {
  const call = at.http.post(path).send(body);
  return user === undefined ? call : call.set(bearer(user.jwt));
};
const begin = async (user: TestUser) => (await post('/v1/me/factors/passkeys/options', {}, user).expect(201)).body.data;
const add = (user: TestUser, body: object) => post('/v1/me/factors/passkeys', { name: 'phone', ...body }, user);
const factorsOf = async (user: TestUser) =>
  (await service.http.get('/v1/me/factors').set(bearer(user.jwt)).expect(200)).body.data;
const remove = (user: TestUser, id: string) =>
  service.http.delete(`/v1/me/factors/passkeys/${id}`).set(bearer(user.jwt));

interface Owner extends TestUser {
  passkeyId: string;
  authenticator: SoftwareAuthenticator;
  recoveryCodes: string[];
}

async function withPasskey(user: TestUser, authenticator = createSoftwareAuthenticator()): Promise<Owner> {
  const { publicKey, ticket } = await begin(user);
  const added = await add(user, { ticket, passkey: authenticator.create(publicKey, PAGE) }).expect(201);
  const { passkey, recoveryCodes } = added.body.data;
  return { ...user, authenticator, passkeyId: passkey.id, recoveryCodes };
}
const newOwner = async (authenticator?: SoftwareAuthenticator): Promise<Owner> =>
  withPasskey(await signedInUser(service, 'pro'), authenticator);

/** What the right password brings. */
const secondStep = async (user: TestUser) =>
  (await post('/v1/auth/login', { email: user.email, password: PASSWORD }).expect(200)).body.data.secondFactor;
const finish = (body: object) => post('/v1/auth/login/second-factor', body);
const options = async () => (await post('/v1/auth/login/passkey/options', {}).expect(200)).body.data;
const signIn = (body: object) => post('/v1/auth/login/passkey', body);
/** A sign-in without a password. */
async function passwordless(owner: Owner, page: Page = PAGE) {
  const { publicKey, ticket } = await options();
  return signIn({ ticket, passkey: owner.authenticator.get(publicKey, page) });
}

describe('a passkey', () => {
  test('is registered with a name, listed, and comes with recovery codes when it is the first factor', async () => {
    const user = await signedInUser(service, 'pro');
    const other = (await post('/v1/auth/login', { email: user.email, password: PASSWORD })).body.data.accessToken;
    const { publicKey, ticket } = await begin(user);
    expect(publicKey).toMatchObject({
      rp: { id: 'tripline.example.test', name: 'Tripline' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const passkey = createSoftwareAuthenticator().create(publicKey, PAGE);
    const { data } = (await add(user, { ticket, name: 'Ada’s phone', passkey }).expect(201)).body;
    expect(data.passkey).toEqual({
      id: expect.any(String),
      name: 'Ada’s phone',
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    expect(data.recoveryCodes).toHaveLength(10);
    expect(await factorsOf(user)).toEqual({ totp: null, passkeys: [data.passkey], recoveryCodesLeft: 10 });
    await service.http.get('/v1/me').set(bearer(other)).expect(401);
    expect(await service.db('auth.audit_log').where({ actor_id: user.id, action: 'user.factor_added' })).toMatchObject([
      { details: { factor: 'passkey', id: data.passkey.id } },
    ]);
    expect((await withPasskey(user)).recoveryCodes).toBeUndefined();
  });

  test('signs in after the password, and not without it by the same ticket', async () => {
    const owner = await newOwner();
    const { methods, publicKey, ticket } = await secondStep(owner);
    expect(methods).toEqual(['passkey', 'recovery-code']);
    expect(publicKey.allowCredentials).toMatchObject([{ id: owner.authenticator.credentialId }]);
    const passkey = owner.authenticator.get(publicKey, { ...PAGE, verified: false });
    await signIn({ ticket, passkey }).expect(401);
    const session = (await finish({ ticket, passkey }).expect(200)).body.data;
    await service.http.get('/v1/me').set(bearer(session.accessToken)).expect(200);
    expect((await factorsOf(owner)).passkeys[0].lastUsedAt).toEqual(expect.any(String));
  });

  test('signs in without a password', async () => {
    const owner = await newOwner();
    const answer = await passwordless(owner);
    expect(answer.status).toBe(200);
    const me = await service.http.get('/v1/me').set(bearer(answer.body.data.accessToken)).expect(200);
    expect(me.body.data.id).toBe(owner.id);
    expect(answer.body.data).toMatchObject({ refreshToken: expect.any(String), deviceToken: expect.any(String) });
  });

  test('that does not count its signatures signs in again and again', async () => {
    const owner = await newOwner(createSoftwareAuthenticator({ counts: false }));
    for (let i = 0; i < 3; i += 1) expect((await passwordless(owner)).status).toBe(200);
  });

  test('is deleted by its owner alone, and the last one takes the recovery codes along', async () => {
    const owner = await newOwner();
    const stranger = await newOwner();
    await remove(stranger, owner.passkeyId).expect(404);
    expect((await passwordless(owner)).status).toBe(200);
    await remove(owner, owner.passkeyId).expect(200);
    await remove(owner, owner.passkeyId).expect(404);
    expect(await factorsOf(owner)).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
    expect((await passwordless(owner)).status).toBe(401);
    await post('/v1/auth/login', { email: owner.email, password: PASSWORD }).expect(200);
  });

  test('is registered once, for one user', async () => {
    const authenticator = createSoftwareAuthenticator();
    await newOwner(authenticator);
    const other = await signedInUser(service, 'pro');
    const { publicKey, ticket } = await begin(other);
    await add(other, { ticket, passkey: authenticator.create(publicKey, PAGE) }).expect(409);
  });

  test('is one of at most 20', async () => {
    const owner = await newOwner();
    const row = await service.db('auth.passkeys').where({ id: owner.passkeyId }).first();
    for (let i = 0; i < 18; i += 1) {
      const id = owner.passkeyId.replace(/.{12}$/, String(i).padStart(12, '0'));
      await service.db('auth.passkeys').insert({ ...row, id, credential_id: id });
    }
    const offers = [await begin(owner), await begin(owner), await begin(owner)];
    const answers = await Promise.all(
      offers.map(({ publicKey, ticket }) =>
        add(owner, { ticket, passkey: createSoftwareAuthenticator().create(publicKey, PAGE) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('is for verified addresses and fresh sign-ins', async () => {
    const unverified = await signedInUser(service, 'pro');
    await service.db('auth.users').where({ id: unverified.id }).update({ email_verified: false });
    await post('/v1/me/factors/passkeys/options', {}, unverified).expect(403);
    await add(unverified, {}).expect(403);
    const owner = await newOwner();
    await service.db.raw(
      "update auth.token_families set created_at = created_at - interval '11 minutes' where user_id = ?",
      [owner.id],
    );
    for (const call of [post('/v1/me/factors/passkeys/options', {}, owner), remove(owner, owner.passkeyId)]) {
      expect((await call.expect(403)).body.error.code).toBe('FreshSignInRequired');
    }
  });
});

describe('registration refuses', () => {
  test.each<[string, Page]>([
    ['a page of another origin', { origin: 'https://tripline.example.test.evil.test' }],
    ['another port of the host', { origin: 'https://tripline.example.test:8443' }],
    ['another site’s passkey', { ...PAGE, rpId: 'evil.test' }],
    ['an authenticator that did not check who uses it', { ...PAGE, verified: false }],
    ['certificates that nobody asked for', { ...PAGE, certificates: true }],
  ])('%s', async (_what, page) => {
    const user = await signedInUser(service, 'pro');
    const { publicKey, ticket } = await begin(user);
    const answer = await add(user, { ticket, passkey: createSoftwareAuthenticator().create(publicKey, page) });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].path).toBe('passkey');
    expect((await factorsOf(user)).passkeys).toEqual([]);
  });

  test('a ticket that was used, and one of somebody else', async () => {
    const user = await signedInUser(service, 'pro');
    const { publicKey, ticket } = await begin(user);
    await add(user, { ticket, passkey: createSoftwareAuthenticator().create(publicKey, PAGE) }).expect(201);
    await add(user, { ticket, passkey: createSoftwareAuthenticator().create(publicKey, PAGE) }).expect(400);
    const other = await begin(await signedInUser(service, 'pro'));
    const passkey = createSoftwareAuthenticator().create(other.publicKey, PAGE);
    await add(user, { ticket: other.ticket, passkey }).expect(400);
  });
});

describe('a sign-in by passkey refuses', () => {
  test('an answer that was given before, also when it comes several times at once', async () => {
    const owner = await newOwner(createSoftwareAuthenticator({ counts: false }));
    const { publicKey, ticket } = await options();
    const passkey = owner.authenticator.get(publicKey, PAGE);
    const answers = await Promise.all([0, 1, 2].map(() => signIn({ ticket, passkey })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const step = await secondStep(owner);
    const proof = owner.authenticator.get(step.publicKey, PAGE);
    await finish({ ticket: step.ticket, passkey: proof }).expect(200);
    await finish({ ticket: step.ticket, passkey: proof }).expect(401);
  });

  test('a challenge of another sign-in', async () => {
    const owner = await newOwner();
    const [one, other] = [await options(), await options()];
    await signIn({ ticket: one.ticket, passkey: owner.authenticator.get(other.publicKey, PAGE) }).expect(401);
  });

  test.each<[string, Page]>([
    ['a page of another origin', { origin: 'https://evil.test' }],
    ['another site’s passkey', { ...PAGE, rpId: 'evil.test' }],
    ['an authenticator that did not check who uses it', { ...PAGE, verified: false }],
    ['a count that has not grown', { ...PAGE, counter: 1 }],
  ])('%s', async (_what, page) => {
    const owner = await newOwner();
    const refused = await passwordless(owner, page);
    expect(refused.status).toBe(401);
    expect(refused.body.data).toBeUndefined();
    expect((await passwordless(owner)).status).toBe(200);
  });

  test('the passkey of another user after the password, and an unknown one', async () => {
    const owner = await newOwner();
    const other = await newOwner();
    const { publicKey, ticket } = await secondStep(owner);
    await finish({ ticket, passkey: other.authenticator.get(publicKey, PAGE) }).expect(401);
    const unknown = createSoftwareAuthenticator();
    await signIn({ ticket: (await options()).ticket, passkey: unknown.get(publicKey, PAGE) }).expect(401);
  });

  test('a signature under the name of another user', async () => {
    const owner = await newOwner();
    const other = await newOwner();
    const { publicKey, ticket } = await options();
    const proof = owner.authenticator.get(publicKey, PAGE) as { response: object };
    const { response } = other.authenticator.get(publicKey, PAGE) as { response: { userHandle: string } };
    const passkey = { ...proof, response: { ...proof.response, userHandle: response.userHandle } };
    await signIn({ ticket, passkey }).expect(401);
  });

  test('to be tried without end', async () => {
    const strict = harness.start({ PUBLIC_URL, LIMIT_LOGINS_PER_ACCOUNT: '3' });
    const owner = await newOwner();
    const tries = async (page: Page) => {
      const { publicKey, ticket } = (await post('/v1/auth/login/passkey/options', {}, undefined, strict)).body.data;
      const passkey = owner.authenticator.get(publicKey, page);
      return (await post('/v1/auth/login/passkey', { ticket, passkey }, undefined, strict)).status;
    };
    for (let i = 0; i < 3; i += 1) expect(await tries({ origin: 'https://evil.test' })).toBe(401);
    expect(await tries(PAGE)).toBe(429);
  });
});

describe('where passkeys are', () => {
  test('a team that requires a second factor is open with a passkey alone', async () => {
    const { owner } = await newTeam(service);
    const member = await joined(service, owner);
    await withPasskey(owner);
    await as(service, owner, 'patch', '', { requireSecondFactor: true }).expect(200);
    await as(service, member, 'get', '').expect(403);
    const { passkeyId } = await withPasskey(member);
    await as(service, member, 'get', '').expect(200);
    await remove(member, passkeyId).expect(200);
    await as(service, member, 'get', '').expect(403);
  });

  test('development without a public address has them at localhost, on any port', async () => {
    const local = harness.start({ NODE_ENV: 'development' });
    const { publicKey, ticket } = (await post('/v1/auth/login/passkey/options', {}, undefined, local).expect(200)).body
      .data;
    expect(publicKey.rpId).toBe('localhost');
    expect(ticket).toEqual(expect.any(String));
  });

  test.each(['http://203.0.113.7:4001', 'http://tripline.example.test'])('%s has none', async (address) => {
    const without = harness.start({ PUBLIC_URL: address });
    const answer = await post('/v1/auth/login/passkey/options', {}, undefined, without).expect(404);
    expect(answer.body.error.message).toContain('PUBLIC_URL');
  });

  test('pages of several hosts share them under one name', async () => {
    const shared = harness.start({
      PASSKEY_RP_ID: 'example.test',
      PASSKEY_ORIGINS: 'https://a.example.test, https://b.example.test',
    });
    const user = await signedInUser(shared, 'pro');
    const authenticator = createSoftwareAuthenticator();
    const offer = (await post('/v1/me/factors/passkeys/options', {}, user, shared).expect(201)).body.data;
    const passkey = authenticator.create(offer.publicKey, { origin: 'https://a.example.test' });
    await post('/v1/me/factors/passkeys', { ticket: offer.ticket, name: 'a', passkey }, user, shared).expect(201);
    const asked = (await post('/v1/auth/login/passkey/options', {}, undefined, shared)).body.data;
    const proof = authenticator.get(asked.publicKey, { origin: 'https://b.example.test' });
    await post('/v1/auth/login/passkey', { ticket: asked.ticket, passkey: proof }, undefined, shared).expect(200);
  });

  test.each<[object, string]>([
    [{ PASSKEY_RP_ID: 'example.test' }, 'PUBLIC_URL'],
    [{ PASSKEY_RP_ID: '203.0.113.7', PUBLIC_URL: 'https://203.0.113.7' }, 'host name'],
    [{ PASSKEY_RP_ID: 'other.test', PUBLIC_URL }, 'other.test'],
    [{ PASSKEY_ORIGINS: 'https://evil.test', PUBLIC_URL }, 'evil.test'],
    [{ PASSKEY_ORIGINS: 'http://tripline.example.test', PUBLIC_URL }, 'https'],
    [{ PASSKEY_ORIGINS: 'https://tripline.example.test/', PUBLIC_URL }, 'origins such as'],
  ])('%j is a fault at the start', (settings, part) => {
    expect(() => harness.start(settings as NodeJS.ProcessEnv)).toThrow(part);
  });
});
