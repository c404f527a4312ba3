import { randomUUID } from 'node:crypto';
import { serverSentEvents } from '@tripline/stack';
import { departures } from './support/answer-shape.js';
import { type Made, NEW_ACCOUNT, type Operation, RULE } from './support/documented-operation.js';
import { OPERATIONS } from './support/documented-operations.js';
import * as documented from './support/documented-shapes.js';
import { at, makeTeam, newUser, type TestUser } from './support/harness.js';
import { scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import { addAccount, createScanHarness, type ScanHarness, scanOnce, startScan } from './support/scan-harness.js';
import { type SiemServer, splunk, startSiemServer } from './support/siem-servers.js';

const cloud = scriptedAccount({});
/** What the calls are about. */
const ids = { account: '', scan: '', detection: '', organization: '', snapshots: [] as string[] };
let scans: ScanHarness;
let splunkServer: SiemServer | undefined;
const SEARCH = {
  name: 'one',
  content: { search: 'sourcetype=aws:cloudtrail eventName=StopLogging', is_scheduled: true },
};
const TABLE = OPERATIONS.map((operation) => [operation.line, operation] as const);
const having = (member: keyof Operation) => TABLE.filter(([, operation]) => operation[member] !== undefined);

beforeAll(async () => {
  scans = await createScanHarness(cloud);
  scans.startWorker(cloud);
  cloud.closed = ['af-south-1'];
  const kept = { name: 'kept', subject: { kind: 'tagged', techniques: ['T1530'] } } as const;
  const tagged = (name: string, technique: string) =>
    ({ name, subject: { kind: 'tagged', techniques: [technique] } }) as const;
  const denied = { fails: 'access_denied' } as const;
  cloud.cells = {
    'eventbridge us-east-1': { detections: [kept, tagged('old', 'T1078.004')] },
    'macie us-east-1': denied,
  };
  ids.account = await addAccount(scans);
  await call('PATCH', `/accounts/${ids.account}`, scans.user.key, { actor_ids: ['G1015'] }).expect(200);
  await scanOnce(scans, ids.account);
  const changed = { ...kept, description: 'changed' };
  cloud.cells = {
    'eventbridge us-east-1': { detections: [changed, tagged('new', 'T1485')] },
    'macie us-east-1': denied,
  };
  ids.scan = (await scanOnce(scans, ids.account)).id;
  ids.detection = (
    await scans.db('coverage.detections').where({ account_id: ids.account, name: 'kept' }).first('id')
  ).id;
  const { body } = await call('GET', `/accounts/${ids.account}/coverage/history`, scans.user.key);
  ids.snapshots = body.snapshots.map(({ id }: { id: string }) => id);
  ids.organization = await organizationOf(ids.account, scans.user);
  // What is started from here on stays pending.
  await scans.closeWorkers();
});
afterAll(async () => {
  await scans.close();
  await splunkServer?.close();
});

type Headers = Readonly<Record<string, string>>;

function call(method: string, path: string, headers: Headers, body?: object | string) {
  const send = scans.api.http[method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'];
  const request = send(at(path)).set(headers);
  return body === undefined ? request : request.send(body);
}

/** Makes what a call uses up; gives what stands for it in the path. Calls that are refused use nothing up: those share one. */
const MAKERS: Readonly<Record<Made, () => Promise<string>>> = {
  account: () => addAccount(scans),
  'pending scan': async () => startScan(scans, await addAccount(scans), { regions: ['us-east-1'] }),
  async 'declared detection'() {
    const declared = { rules: [RULE], siem: 'siem_spl' };
    return (await call('POST', `/accounts/${ids.account}/detections`, scans.user.key, declared)).body.detections[0].id;
  },
  proof: () => proofOf(ids.detection, 'T1530', scans.user),
  exclusion: () => exclusionOf(ids.account, scans.user),
  override: () => overrideOf(ids.detection, scans.user),
  async organization() {
    spare ??= await addAccount(scans);
    return organizationOf(spare, scans.user);
  },
  siem: () => siemOf(scans.user),
  'connected siem': () => connectedSiemOf(scans.user),
  webhook: () => webhookOf(scans.user),
  async key() {
    const { session } = scans.user;
    const { body } = await call('GET', '/keys', session).expect(200);
    // Those that earlier calls made go: a tier has only so many.
    for (const { prefix, name } of body.keys) if (name === 'another') await call('DELETE', `/keys/${prefix}`, session);
    return (await call('POST', '/keys', session, { name: 'another' }).expect(200)).body.prefix;
  },
};

/** Reads the organisation of an account; gives its id. */
async function organizationOf(account: string, { key }: TestUser): Promise<string> {
  return (await call('POST', `/accounts/${account}/organization`, key, {}).expect(200)).body.organization.id;
}

/** Records a firing of a detection; gives the proof's id. */
async function proofOf(detection: string, technique: string, { key }: TestUser): Promise<string> {
  const body = { kind: 'exercise', reference: randomUUID(), technique_ids: [technique] };
  return (await call('POST', `/detections/${detection}/proof`, key, body).expect(200)).body.id;
}

/** Excludes a technique; gives the exclusion's id. */
async function exclusionOf(account: string, { key }: TestUser): Promise<string> {
  const body = { kind: 'exclusion', technique_id: 'T1530', reason: 'no buckets', owner: 'us' };
  return (await call('POST', `/accounts/${account}/exclusions`, key, body).expect(200)).body.id;
}

/** Adds a SIEM with a rule; gives its id. Those that earlier calls made go: an owner has only so many. */
async function siemOf({ key }: TestUser): Promise<string> {
  const { body } = await call('GET', '/siems', key).expect(200);
  const before = body.siems.filter(({ name }: { name: string }) => name === 'one');
  for (const { id } of before) await call('DELETE', `/siems/${id}`, key).expect(200);
  const { id } = (await call('POST', '/siems', key, { name: 'one', kind: 'sigma' }).expect(200)).body;
  await call('POST', `/siems/${id}/import?apply=true`, { ...key, 'Content-Type': 'text/yaml' }, RULE).expect(200);
  return id;
}

/** Connects a SIEM to a server with one saved search; gives its id. */
async function connectedSiemOf({ key }: TestUser): Promise<string> {
  splunkServer ??= await startSiemServer(splunk({ searches: [SEARCH], macros: [], alerts: [] }));
  const { body } = await call('GET', '/siems', key).expect(200);
  const before = body.siems.filter(({ name }: { name: string }) => name === 'connected');
  for (const { id } of before) await call('DELETE', `/siems/${id}`, key).expect(200);
  const { id } = (await call('POST', '/siems', key, { name: 'connected', kind: 'splunk' }).expect(200)).body;
  const connection = { address: splunkServer.url, token: 'splunk-token' };
  await call('PUT', `/siems/${id}/connection`, key, connection).expect(200);
  return id;
}

/** Makes a webhook; gives its id. Those that earlier calls made go: an owner has only so many. */
async function webhookOf({ session }: TestUser): Promise<string> {
  const { body } = await call('GET', '/webhooks', session).expect(200);
  for (const { id } of body.webhooks) await call('DELETE', `/webhooks/${id}`, session).expect(200);
  const webhook = { url: 'https://hooks.example.com/tripline', events: ['coverage.changed'] };
  return (await call('POST', '/webhooks', session, webhook).expect(200)).body.id;
}

/** Overrides a mapping; gives the override's id. */
async function overrideOf(detection: string, { key }: TestUser): Promise<string> {
  const body = { technique_id: 'T1490', covers: true, reason: 'tried' };
  return (await call('POST', `/detections/${detection}/overrides`, key, body).expect(200)).body.id;
}

const shared = new Map<Made, Promise<string>>();
/** What stands in the path for a thing that calls which are refused share. */
function sharedOne(kind: Made): Promise<string> {
  const made = shared.get(kind) ?? MAKERS[kind]();
  shared.set(kind, made);
  return made;
}

/** What a test has different in a call. */
interface Different {
  readonly headers?: Headers;
  readonly query?: string;
  readonly body?: object | string;
  readonly ids?: string;
}

/** Calls an operation in a way that is refused. */
const refused = (operation: Operation, different: Different) => perform(operation, different, sharedOne);

/** Calls an operation as documented, but for what a test has different. */
async function perform(operation: Operation, different: Different = {}, make = (kind: Made) => MAKERS[kind]()) {
  const [method = '', template = ''] = operation.line.split(' ');
  const placeholder = /\{(\w+)\}/.exec(template)?.[1];
  const own = {
    account: ids.account,
    scan: ids.scan,
    detection: ids.detection,
    organization: ids.organization,
  } as Readonly<Record<string, string>>;
  const id = different.ids ?? own[placeholder ?? ''] ?? (operation.makes && (await make(operation.makes))) ?? '';
  const query =
    different.query ??
    (operation.query ?? '').replace('{first}', ids.snapshots.at(-1) ?? '').replace('{latest}', ids.snapshots[0] ?? '');
  const path = `${template.replace(/\{\w+\}/, id)}${query === '' ? '' : `?${query}`}`;
  return call(
    method,
    path,
    different.headers ?? rightKey(operation),
    different.body ?? operation.body ?? operation.file,
  );
}

const rightKey = ({ sessionOnly }: Operation): Headers => (sessionOnly ? scans.user.session : scans.user.key);

/** That an answer is a refusal as documented: one sentence, and what is left of the hour. */
function expectRefusal(answer: Awaited<ReturnType<typeof perform>>, status: number, saying?: string | RegExp): void {
  expect([answer.status, answer.body]).toEqual([status, { detail: expect.stringMatching(saying ?? /^["A-Z].+\.$/s) }]);
  expectHeadersOfEveryAnswer(answer);
}

function expectHeadersOfEveryAnswer({ headers }: Awaited<ReturnType<typeof perform>>): void {
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    expect([name, headers[name]]).toEqual([name, expect.stringMatching(/^\d+$/)]);
  }
  expect(headers['x-request-id']).toMatch(/^\S+$/);
  expect(headers['cache-control']).toContain('no-store');
}

test('the table has every operation that the service describes', async () => {
  const { body } = await scans.api.http.get('/openapi.json').expect(200);
  const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/, '{}')}`),
  );
  const walked = OPERATIONS.map(({ line }) =>
    line.replace(/\{\w+\}/, '{}').replace('/gaps/T1485', '/gaps/{technique}'),
  );
  // Followed in tests of their own: two answer no JSON, one needs a team (moved-accounts.test.ts), one a delivery (webhooks.test.ts).
  const others = [
    ...['GET /scans/{}/events', 'GET /accounts/{}/coverage/report', 'POST /accounts/move'],
    'POST /webhooks/{}/deliveries/{delivery}/redeliver',
  ];
  expect([...walked, ...others].sort()).toEqual(described.sort());
});

describe('answers 200 with exactly what is documented, and what is left of the hour', () => {
  test.each(TABLE)('%s', async (_line, operation) => {
    const answer = await perform(operation);
    expect([answer.status, departures(answer.body, operation.shape)]).toEqual([200, []]);
    expect(answer.headers['content-type']).toContain(operation.type ?? 'application/json');
    expectHeadersOfEveryAnswer(answer);
  });

  test('GET /scans/{scan}/events', async () => {
    const answer = await call('GET', `/scans/${ids.scan}/events`, scans.user.key);
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    expectHeadersOfEveryAnswer(answer);
    const last = serverSentEvents(answer.text).at(-1);
    expect([last?.event, departures(last?.data, documented.scanResults)]).toEqual(['result', []]);
  });
});

describe('takes every documented query parameter, in any case and with spaces', () => {
  const rows = having('takes').flatMap(([line, operation]) =>
    (operation.takes ?? []).map((query) => [line, query, operation] as const),
  );
  test.each(rows)('%s?%s', async (_line, query, operation) => {
    expect((await perform(operation, { query })).status).toBe(200);
  });
});

describe('refuses with 400', () => {
  test.each(TABLE)('an unknown query parameter, which it names: %s', async (_line, operation) => {
    expectRefusal(await refused(operation, { query: 'surprise=1' }), 400, /surprise/);
  });

  const withId = TABLE.filter(([line]) => /\{(?!key)/.test(line));
  test.each(withId)('a malformed id: %s', async (_line, operation) => {
    for (const malformed of ['not-an-id', '0190a0a0-0000-7000-8000-00000000000', '%00', '1%20or%201']) {
      expectRefusal(await refused(operation, { ids: malformed }), 400);
    }
  });

  const queries = having('refuses').flatMap(([line, operation]) =>
    (operation.refuses ?? []).map((query) => [line, query, operation] as const),
  );
  test.each(queries)('%s?%s', async (_line, query, operation) => {
    // An empty query is one only where the operation needs some.
    const answer = await refused(operation, query === '' ? { query: '#' } : { query });
    expectRefusal(answer, 400);
  });

  const bodies = having('refusesBodies').flatMap(([line, operation]) =>
    (operation.refusesBodies ?? []).map((body) => [line, JSON.stringify(body).slice(0, 80), body, operation] as const),
  );
  test.each(bodies)('%s with %s', async (_line, _shown, body, operation) => {
    expectRefusal(await refused(operation, { body }), 400);
  });

  test.each(having('body'))(
    'an unknown field, which it names, and a body that is not a JSON object: %s',
    async (_line, operation) => {
      const surprising = { ...operation.body, surprise: 1 };
      expectRefusal(await refused(operation, { body: surprising }), 400, /surprise/);
      for (const text of ['{"name":', '[]', '"text"', '7', 'null']) {
        const headers = { ...rightKey(operation), 'Content-Type': 'application/json' };
        expectRefusal(await refused(operation, { body: text, headers }), 400);
      }
    },
  );
});

describe('refuses', () => {
  test.each(TABLE)('with 401 a call without a valid credential: %s', async (_line, operation) => {
    const key = scans.user.key['X-API-Key'];
    const typo = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const strangers: readonly Headers[] = [
      {},
      { 'X-API-Key': 'nonsense' },
      { 'X-API-Key': typo },
      { Authorization: `Bearer ${key}` },
      { Authorization: 'Bearer aGVhZA.Ym9keQ.c2ln' },
    ];
    // A stranger learns nothing of whether the rest of the call would do.
    for (const headers of strangers) expectRefusal(await refused(operation, { headers, query: 'surprise=1' }), 401);
  });

  test.each(TABLE)('with 403 a caller without a subscription: %s', async (_line, operation) => {
    free ??= await newUser(scans.api, 'free');
    expectRefusal(await refused(operation, { headers: free.session, query: 'surprise=1' }), 403);
  });

  test.each(TABLE.filter(([line]) => /\{/.test(line)))(
    'with 404 an id that does not exist or is somebody else’s: %s',
    async (line, operation) => {
      expectRefusal(await refused(operation, { ids: /key/.test(line) ? 'tripline_live_00000000' : randomUUID() }), 404);
      stranger ??= await newUser(scans.api, 'pro');
      const headers = operation.sessionOnly ? stranger.session : stranger.key;
      expectRefusal(await refused(operation, { headers }), 404);
    },
  );

  test.each(having('sessionOnly'))('with 403 an API key: %s', async (_line, operation) => {
    expectRefusal(await refused(operation, { headers: scans.user.key }), 403);
  });

  test.each(having('notForMembers'))(
    'with 403 plain members of a team, before it looks at a body: %s',
    async (line, operation) => {
      const { member, targets } = await team();
      const named = /\/(\w+)\/\{/.exec(line)?.[1] ?? 'accounts';
      const target = targets[named];
      if (target === undefined) throw new Error(`the team has none of the ${named} that ${line} names`);
      const answer = await refused(operation, { headers: member.key, ids: target, body: { surprise: 1 } });
      expectRefusal(answer, 403);
    },
  );

  test.each(having('body'))(
    'with 415 a body that is not JSON, with 413 one that is too long: %s',
    async (_line, operation) => {
      const headers = { ...rightKey(operation), 'Content-Type': 'text/plain' };
      expectRefusal(await refused(operation, { headers, body: 'name=x' }), 415);
      const long = { ...operation.body, name: 'x'.repeat(3_000_000) };
      expectRefusal(await refused(operation, { body: long }), 413);
    },
  );

  const paths = [...new Set(OPERATIONS.map(({ line }) => line.split(' ')[1] as string)), '/scans/{scan}/events'];
  test.each(paths)('with 405 and Allow other methods: %s', async (path) => {
    const known = OPERATIONS.filter(({ line }) => line.endsWith(` ${path}`) || samePath(line, path)).map(
      ({ line }) => line.split(' ')[0] as string,
    );
    const allowed = path.endsWith('/events') ? ['GET'] : known;
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !allowed.includes(one))) {
      const answer = await call(method, path.replace(/\{\w+\}/, randomUUID()), scans.user.session);
      expectRefusal(answer, 405);
      const named = (answer.headers['allow'] ?? '').split(', ').filter((one) => one !== 'HEAD');
      expect(named.sort()).toEqual([...new Set(allowed)].sort());
    }
  });

  test('with 404 an unknown path', async () => {
    for (const path of ['/', '/account', `/accounts/${ids.account}/coverage/heatmap`, '/Accounts']) {
      expectRefusal(await call('GET', path, scans.user.key), 404);
    }
  });
});

describe('refuses with 409', () => {
  test('a scan while one is pending, and names it; the results of one that has not ended; to cancel one that has', async () => {
    const account = await addAccount(scans);
    const pending = await startScan(scans, account);
    expectRefusal(await call('POST', `/accounts/${account}/scans`, scans.user.key, {}), 409, new RegExp(pending));
    expectRefusal(await call('GET', `/scans/${pending}/results`, scans.user.key), 409);
    expectRefusal(await call('POST', `/scans/${ids.scan}/cancel`, scans.user.key), 409);
  });

  test('a scan of an account without a role', async () => {
    const { body } = await call('POST', '/accounts', scans.user.key, NEW_ACCOUNT);
    expectRefusal(await call('POST', `/accounts/${body.id}/scans`, scans.user.key, {}), 409);
  });

  test('to withdraw a detection that a scan has found', async () => {
    expectRefusal(await call('DELETE', `/detections/${ids.detection}`, scans.user.key), 409);
  });

  test('a key beyond the number that the tier allows', async () => {
    const user = await newUser(scans.api, 'individual');
    await call('POST', '/keys', user.session, { name: 'second' }).expect(200);
    expectRefusal(await call('POST', '/keys', user.session, { name: 'third' }), 409);
  });
});

/** An account whose organisation is read and forgotten. */
let spare: string | undefined;
let free: TestUser | undefined;
let stranger: TestUser | undefined;
let ofTeam: { member: TestUser; targets: Readonly<Record<string, string>> } | undefined;

/** A plain member of a team, and what the team's owner has. */
async function team() {
  if (ofTeam !== undefined) return ofTeam;
  const [owner, member] = await Promise.all([newUser(scans.api, 'team'), newUser(scans.api, 'individual')]);
  await makeTeam(scans.api.db, [owner, member], ['owner', 'member']);
  const { body } = await call('POST', '/accounts', owner.key, NEW_ACCOUNT);
  const declared = await call('POST', `/accounts/${body.id}/detections`, owner.key, {
    rules: [RULE],
    siem: 'siem_spl',
  });
  const detection = declared.body.detections[0].id;
  const role = { role_arn: `arn:aws:iam::${NEW_ACCOUNT.external_account_id}:role/tripline` };
  await call('PATCH', `/accounts/${body.id}`, owner.key, role).expect(200);
  ofTeam = {
    member,
    targets: {
      accounts: body.id,
      detections: detection,
      proof: await proofOf(detection, 'T1528', owner),
      exclusions: await exclusionOf(body.id, owner),
      overrides: await overrideOf(detection, owner),
      organizations: await organizationOf(body.id, owner),
      siems: await siemOf(owner),
    },
  };
  return ofTeam;
}

/** Whether an operation has this path, whatever its placeholder is called. */
function samePath(line: string, path: string): boolean {
  const bare = (text: string) => text.replace(/\{\w+\}/, '{}');
  return bare(line.split(' ')[1] ?? '') === bare(path);
}
