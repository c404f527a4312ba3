import fc from 'fast-check';
import { bearer, createHarness, type Harness, type Instance, signedInUser, type TestUser } from './support/harness.js';

let harness: Harness;
let service: Instance;
let user: TestUser;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({ TRUST_PROXY: '1' });
  user = await signedInUser(service, 'enterprise');
});
afterAll(() => harness.close());

const ask = (body: object, headers: Record<string, string> = {}) =>
  service.http
    .post('/v1/api-keys')
    .set(bearer(user.jwt))
    .set(headers)
    .send({ name: 'ci', ...body });
const made = async (body: object): Promise<{ key: string; prefix: string }> => (await ask(body).expect(201)).body.data;
const read = (key: string, at: Instance = service) => at.http.get('/v1/rules').set(bearer(key));
const from = (key: string, address: string) => read(key).set('X-Forwarded-For', address);
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
/** Lets a key end, as time would. */
const expire = (prefix: string) =>
  service
    .db('auth.api_keys')
    .where({ prefix })
    .update({ expires_at: service.db.raw("now() - interval '1 second'") });

describe('expiresAt', () => {
  test('is shown where the key is made and listed', async () => {
    const expiresAt = '2031-02-03T04:05:06.000Z';
    const { body } = await ask({ expiresAt }).expect(201);
    expect(body.data.expiresAt).toBe(expiresAt);
    const { keys } = (await service.http.get('/v1/api-keys').set(bearer(user.jwt)).expect(200)).body.data;
    expect(keys.find(({ prefix }: { prefix: string }) => prefix === body.data.prefix).expiresAt).toBe(expiresAt);
    await read(body.data.key).expect(200);
  });

  test('makes a key answer 401 with the reason, also from the cache, and removes it from the list and the count', async () => {
    const owner = await signedInUser(service, 'individual');
    await service.auth.setTier(owner.id, 'pro');
    const { key, prefix } = await made({ expiresAt: inSeconds(3600) });
    const replica = harness.start();
    await read(key, replica).expect(200);
    await expire(prefix);
    // A process that has not looked the key up yet.
    const answer = await read(key, harness.start()).expect(401);
    expect(answer.body.error.message).toContain('has expired');
    const { keys } = (await service.http.get('/v1/api-keys').set(bearer(user.jwt)).expect(200)).body.data;
    expect(keys.map((row: { prefix: string }) => row.prefix)).not.toContain(prefix);
  });

  test('ends a cached key without another look-up', async () => {
    const { key, prefix } = await made({ expiresAt: inSeconds(3600) });
    await read(key).expect(200);
    const { now } = Date;
    Date.now = () => now.call(Date) + 3_601_000;
    try {
      const answer = await read(key).expect(401);
      expect(answer.body.error.message).toContain(`${prefix} has expired`);
    } finally {
      Date.now = now;
    }
  });

  test('of a key that has ended leaves room for another', async () => {
    const owner = await signedInUser(service, 'pro');
    const create = () =>
      service.http
        .post('/v1/api-keys')
        .set(bearer(owner.jwt))
        .send({ name: 'x', expiresAt: inSeconds(3600) });
    const prefixes: string[] = [];
    for (let i = 0; i < 5; i += 1) prefixes.push((await create().expect(201)).body.data.prefix);
    await create().expect(409);
    await expire(prefixes[0] ?? '');
    await create().expect(201);
    await create().expect(409);
  });

  test.each<[string, unknown]>([
    ['a moment that has passed', '2020-01-01T00:00:00Z'],
    ['more than ten years', '2999-01-01T00:00:00Z'],
    ['a day', '2031-01-01'],
    ['no zone', '2031-01-01T00:00:00'],
    ['a day that is none', '2031-02-31T25:00:00Z'],
    ['a number', 1_900_000_000],
  ])('refuses %s with 400', async (_what, expiresAt) => {
    const answer = await ask({ expiresAt }).expect(400);
    expect(answer.body.error.details).toEqual([{ path: 'expiresAt', message: expect.any(String) }]);
  });
});

describe('allowedIps', () => {
  const NETWORKS = ['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48'];

  test.each([
    ['an address that is listed', '203.0.113.7'],
    ['an address of a network', '198.51.100.255'],
    ['an IPv6 address of a network', '2001:db8:1:ffff::1'],
    ['IPv4 in IPv6 form', '::ffff:203.0.113.7'],
  ])('let %s use the key', async (_what, address) => {
    const { key } = await made({ allowedIps: NETWORKS });
    await from(key, address).expect(200);
  });

  test.each([
    ['the address beside', '203.0.113.8'],
    ['an address beyond the network', '198.51.101.0'],
    ['an IPv6 address beyond the network', '2001:db8:2::1'],
    ['an IPv6 address that carries a good one (NAT64)', '64:ff9b::203.0.113.7'],
    ['what is no address', 'unknown'],
  ])('refuse %s with 403', async (_what, address) => {
    const { key } = await made({ allowedIps: NETWORKS });
    const answer = await from(key, address).expect(403);
    expect(answer.body.error.message).toContain('may not be used from the address');
  });

  test('ignore X-Forwarded-For where no proxy is trusted', async () => {
    const { key } = await made({ allowedIps: ['203.0.113.7'] });
    await from(key, '203.0.113.7').expect(200);
    const open = harness.start();
    await read(key, open).set('X-Forwarded-For', '203.0.113.7').expect(403);
  });

  test('trust only as many proxies as TRUST_PROXY says', async () => {
    const { key } = await made({ allowedIps: ['203.0.113.7'] });
    await from(key, '203.0.113.7, 192.0.2.1').expect(403);
    await from(key, '192.0.2.1, 203.0.113.7').expect(200);
  });

  test.each<[string, unknown]>([
    ['none', []],
    ['more than fifty', Array.from({ length: 51 }, (_, index) => `203.0.113.${index}`)],
    ['one twice', ['203.0.113.7', '203.0.113.7']],
    ['a host name', ['example.test']],
    ['a short IPv4 address', ['127.1']],
    ['an octal IPv4 address', ['010.0.0.1']],
    ['a prefix that is too long', ['203.0.113.0/33']],
    ['a prefix without a length', ['203.0.113.0/']],
    ['IPv6 with a zone', ['fe80::1%eth0']],
    ['text', '203.0.113.7'],
    ['a number', [7]],
  ])('are refused with 400 when they are %s', async (_what, allowedIps) => {
    const answer = await ask({ allowedIps }).expect(400);
    expect(answer.body.error.details[0].path).toMatch(/^allowedIps/);
  });

  test('of any text are accepted unchanged or refused with 400', async () => {
    const part = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 200 }).map(String),
    );
    const network = fc.tuple(part, part).map(([address, bits]) => `${address}/${bits}`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(part, network), { maxLength: 4 }), async (allowedIps) => {
        const answer = await ask({ allowedIps });
        expect([201, 400]).toContain(answer.status);
        if (answer.status !== 201) return;
        expect(answer.body.data.allowedIps).toEqual(allowedIps);
        await from(answer.body.data.key, '192.0.2.254');
        await service.db('auth.api_keys').where({ prefix: answer.body.data.prefix }).delete();
      }),
      { numRuns: 60 },
    );
  });
});

describe('scopes', () => {
  test('open what they name and nothing else, which is 403 and names the scope', async () => {
    const { key } = await made({ scopes: ['rules:read'] });
    await read(key).expect(200);
    await service.http.head('/v1/rules').set(bearer(key)).expect(200);
    const rule = '/v1/rules/0190a3f2-0000-7000-8000-000000000000';
    await service.http.get(rule).set(bearer(key)).expect(404);
    const calls: [string, ReturnType<typeof read>][] = [
      ['rules:write', service.http.patch(rule).set(bearer(key)).send({ state: 'accepted' })],
      ['generate', service.http.post('/v1/generate').set(bearer(key)).send({})],
      ['convert', service.http.post('/v1/convert').set(bearer(key)).send({})],
    ];
    for (const [scope, call] of calls) {
      const answer = await call;
      expect([scope, answer.status, answer.body.error.message]).toEqual([
        scope,
        403,
        `This needs the scope "${scope}"; this API key has rules:read.`,
      ]);
    }
  });

  test('are judged before the body, and after the address', async () => {
    const { key } = await made({ scopes: ['generate'], allowedIps: ['203.0.113.7'] });
    const patch = (address: string) =>
      service.http
        .patch('/v1/rules/nonsense')
        .set(bearer(key))
        .set('X-Forwarded-For', address)
        .set('Content-Type', 'application/json')
        .send('{');
    expect((await patch('203.0.113.7').expect(403)).body.error.message).toContain('"rules:write"');
    expect((await patch('203.0.113.8').expect(403)).body.error.message).toContain('203.0.113.8');
  });

  test('of a key that has all are shown by name', async () => {
    const answer = await ask({}).expect(201);
    expect(answer.body.data.scopes).toEqual([
      ...['generate', 'convert', 'rules:read', 'rules:write', 'coverage:read', 'coverage:write', 'scans:run'],
    ]);
  });

  test.each<[string, unknown]>([
    ['none', []],
    ['an unknown one', ['admin']],
    ['one twice', ['generate', 'generate']],
    ['text', 'generate'],
    ['null', [null]],
  ])('are refused with 400 when they are %s', async (_what, scopes) => {
    const answer = await ask({ scopes }).expect(400);
    expect(answer.body.error.details[0].path).toMatch(/^scopes/);
  });
});

describe('the header Idempotency-Key', () => {
  test('of a second request is a 409 that names the key of the first, also when ten come at once', async () => {
    const headers = { 'Idempotency-Key': 'deploy-7' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask({}, headers)));
    const [first, ...others] = answers.sort((a, b) => a.status - b.status);
    expect(answers.map(({ status }) => status)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    for (const { body } of others) expect(body.error.message).toContain(first?.body.data.prefix);
  });

  test('is each user’s own', async () => {
    const other = await signedInUser(service, 'pro');
    const headers = { 'Idempotency-Key': 'the-same' };
    await ask({}, headers).expect(201);
    await service.http.post('/v1/api-keys').set(bearer(other.jwt)).set(headers).send({ name: 'x' }).expect(201);
  });

  test('is refused with 400 when it is empty or longer than 255 characters', async () => {
    await ask({}, { 'Idempotency-Key': '' }).expect(400);
    await ask({}, { 'Idempotency-Key': 'x'.repeat(256) }).expect(400);
  });
});

test('what a key may do costs no statement beside the one that finds it', async () => {
  const { key } = await made({ scopes: ['rules:read'], allowedIps: ['127.0.0.0/8'], expiresAt: inSeconds(3600) });
  const replica = harness.start();
  await read(key, replica).expect(200);
  const statements = new Set<string>();
  replica.db.on('query', ({ sql }: { sql: string }) => statements.add(sql));
  for (let i = 0; i < 5; i += 1) await read(key, replica).expect(200);
  const ofIdentity = [...statements].filter((sql) => sql.includes('auth.') && !sql.includes('access_changed_at'));
  // The look-up of a key itself, where the process does not remember it (any more).
  expect(ofIdentity.filter((sql) => !sql.includes('from auth.api_keys k'))).toEqual([]);
});
