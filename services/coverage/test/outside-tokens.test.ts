import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at, createHarness, type Harness, type Instance } from './support/harness.js';

const AUDIENCE = 'https://api.tripline.test';
const TIER = 'https://tripline.test/tier';

const newKey = (): JsonWebKey => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
});

const key = newKey();
/** Publishes the key set, which is all of a provider that this service ever asks. */
const keySet = createServer((_req, res) => {
  const { e, kid, kty, n } = key;
  res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: [{ e, kid, kty, n, use: 'sig' }] }));
});

let harness: Harness;
let service: Instance;
let settings: NodeJS.ProcessEnv;

beforeAll(async () => {
  keySet.listen(0, '127.0.0.1');
  await once(keySet, 'listening');
  harness = await createHarness();
  settings = {
    OIDC_ISSUER: 'https://id.example.test',
    OIDC_AUDIENCE: AUDIENCE,
    OIDC_JWKS_URL: `http://127.0.0.1:${(keySet.address() as AddressInfo).port}/jwks`,
    AUTH_TRUST_TIER_CLAIM: TIER,
    BUILTIN_ACCOUNTS: 'false',
  };
  service = harness.start(settings);
});
afterAll(async () => {
  await harness.close();
  keySet.close();
});

function session(more: object, signer = key): { Authorization: string } {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: settings['OIDC_ISSUER'], aud: AUDIENCE, sub: randomUUID(), iat: now, exp: now + 300, ...more };
  const signed = `${part({ alg: 'RS256', kid: signer['kid'] })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), createPrivateKey({ key: signer, format: 'jwk' }));
  return { Authorization: `Bearer ${signed}.${signature.toString('base64url')}` };
}

describe('a token of the configured identity provider', () => {
  test('is accepted under the same tiers as a session of a built-in account', async () => {
    await service.http.get(at('/accounts')).set(session({})).expect(403);
    const answer = await service.http
      .get(at('/accounts'))
      .set(session({ [TIER]: 'pro' }))
      .expect(200);
    expect(answer.headers['x-ratelimit-limit']).toBe('10000');
  });

  test('makes a key, with which the same person goes on; accounts are theirs by either', async () => {
    const person = { sub: randomUUID(), email: 'person@example.test', email_verified: true, [TIER]: 'individual' };
    const made = await service.http.post(at('/keys')).set(session(person)).send({ name: 'a key' }).expect(200);
    const account = { name: 'production', provider: 'aws', external_account_id: '111122223333' };
    const { id } = (await service.http.post(at('/accounts')).set(session(person)).send(account).expect(200)).body;
    await service.http
      .get(at(`/accounts/${id}`))
      .set({ 'X-API-Key': made.body.key })
      .expect(200);
    await service.http
      .get(at(`/accounts/${id}`))
      .set(session({ [TIER]: 'pro' }))
      .expect(404);
  });

  test('is 401 when somebody else signed it, and counted by address', async () => {
    const answer = await service.http
      .get(at('/accounts'))
      .set(session({}, { ...newKey(), kid: key['kid'] }))
      .expect(401);
    expect(answer.headers['x-ratelimit-limit']).toBe('600');
  });

  test('is 503 where the keys of its issuer cannot be had', async () => {
    const astray = harness.start({ ...settings, OIDC_JWKS_URL: 'http://127.0.0.1:9/jwks' });
    await astray.http.get(at('/accounts')).set(session({})).expect(503);
  });
});
