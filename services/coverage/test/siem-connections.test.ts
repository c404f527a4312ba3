import { createExportReader, createSiemConnector, startScheduledImports } from '@tripline/coverage-service';
import { createLog } from '@tripline/service';
import { eventually } from '@tripline/stack';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';
import { azure, kibana, type SiemServer, splunk, startSiemServer, WORKSPACE } from './support/siem-servers.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

const CLIENT = '7f5a9d7e-2f43-4a8c-9b51-0c3a3b7f7a10';
const search = (name: string, event: string) => ({
  name,
  acl: { app: 'search' },
  content: { search: `\`trail\` eventName=${event}`, disabled: false, is_scheduled: true, cron_schedule: '0 * * * *' },
});
const macro = (name: string, definition: string) => ({ name, content: { definition } });
const alert = { name: 'x', content: { savedsearch_name: 'One', trigger_time: 1764000000 } };
const elasticRule = (name: string, event: string) => ({
  ...{
    rule_id: `rule ${name}`,
    name,
    type: 'query',
    language: 'kuery',
    enabled: true,
    index: ['logs-aws.cloudtrail-*'],
  },
  query: `event.dataset: aws.cloudtrail and event.action: ${event}`,
});
const sentinelRule = (name: string, digit: number, event: string) => ({
  name: `0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f${digit}`,
  kind: 'Scheduled',
  properties: {
    displayName: name,
    enabled: true,
    query: `AWSCloudTrail | where EventName == "${event}"`,
    queryFrequency: 'PT1H',
  },
});
const EVENTS = ['StopLogging', 'DeleteTrail', 'CreateUser'];
const NAMES = ['One', 'Three', 'Two'];

let harness: Harness;
let api: Instance;
let user: TestUser;
const servers: SiemServer[] = [];
let names = 0;
beforeAll(async () => {
  harness = await createHarness();
  api = harness.start({ LIMIT_SIEM_SECONDS: '3' });
  user = await newUser(api, 'pro');
});
afterAll(async () => {
  await harness.close();
  await Promise.all(servers.map((server) => server.close()));
});

const serve = async (...product: Parameters<typeof startSiemServer>): Promise<SiemServer> => {
  const server = await startSiemServer(...product);
  servers.push(server);
  return server;
};
const newSiem = async (kind: string): Promise<string> => {
  const body = { name: `${kind} ${++names}`, kind };
  return (await api.http.post(at('/siems')).set(user.key).send(body).expect(200)).body.id;
};
const connect = (id: string, body: object, who = user) =>
  api.http
    .put(at(`/siems/${id}/connection`))
    .set(who.key)
    .send(body);
const pull = (id: string, query = '') => api.http.post(at(`/siems/${id}/connection/import${query}`)).set(user.key);
const shown = async (id: string): Promise<Answer> => (await api.http.get(at(`/siems/${id}`)).set(user.key)).body;
const rulesOf = async (id: string): Promise<Answer[]> =>
  (
    await api.http
      .get(at(`/siems/${id}/rules`))
      .set(user.key)
      .expect(200)
  ).body.rules;

const SEARCHES = [search('One', 'StopLogging'), search('Two', 'DeleteTrail'), search('Three', 'CreateUser')];
const MACROS = [macro('other', 'a=b'), macro('another', 'a=b'), macro('trail', 'sourcetype=aws:cloudtrail')];
const newSplunk = async (searches: readonly object[] = SEARCHES) => {
  const server = await serve(splunk({ searches, macros: MACROS, alerts: [alert] }));
  const id = await newSiem('splunk');
  await connect(id, { address: server.url, token: 'splunk-token' }).expect(200);
  return { server, id };
};

it.each([
  ['splunk', () => splunk({ searches: SEARCHES, macros: MACROS, alerts: [alert] }), '/', { token: 'splunk-token' }],
  [
    'elastic',
    () => kibana(NAMES.map((name, index) => elasticRule(name, EVENTS[index] ?? ''))),
    '/s/soc',
    { token: 'elastic-key' },
  ],
  [
    'sentinel',
    () => azure(NAMES.map((name, index) => sentinelRule(name, index, EVENTS[index] ?? ''))),
    WORKSPACE,
    { token: 'app-secret', tenant_id: 'contoso', client_id: CLIENT },
  ],
] as const)(
  '%s: all pages of its API are imported: shown first, then applied, then nothing new',
  async (kind, product, path, more) => {
    const server = await serve(product());
    const id = await newSiem(kind);
    const login = kind === 'sentinel' ? { login_address: server.url } : {};
    await connect(id, { address: `${server.url}${path}`, ...more, ...login }).expect(200);
    const { body: diff } = await pull(id).expect(200);
    expect(diff).toMatchObject({ new_total: 3, unread_total: 0, applied: false, warnings: [], read: { whole: 3 } });
    expect(await rulesOf(id)).toEqual([]);
    expect((await pull(id, `?apply=true&expect=${diff.digest}`).expect(200)).body.applied).toBe(true);
    expect((await rulesOf(id)).map(({ name }) => name)).toEqual(NAMES);
    expect((await pull(id).expect(200)).body).toMatchObject({
      same_total: 3,
      new_total: 0,
      changed_total: 0,
      gone_total: 0,
    });
    expect((await shown(id)).connection).toMatchObject({ error: null, tried_at: expect.any(String), next_at: null });
  },
);

it('Splunk: when a search last alerted comes with it, and what the token may not read is said', async () => {
  const { id, server } = await newSplunk();
  server.instead = ({ path }) => (path.endsWith('/macros') ? { status: 403, json: {} } : undefined);
  const { body } = await pull(id, '?apply=true').expect(200);
  expect(body.warnings).toEqual([
    { kind: 'macros_unread', text: expect.stringContaining('status 403') },
    { kind: 'macros_unread', text: expect.stringContaining('trail: 3 rules') },
  ]);
  expect((await rulesOf(id))[0]).toMatchObject({
    name: 'One',
    last_alert_at: '2025-11-24T16:00:00.000Z',
    read: 'part',
  });
});

it('a SIEM that asks for patience is asked again, and one that stays busy is told of', async () => {
  const { id, server } = await newSplunk();
  let busy = 2;
  server.instead = () => (busy-- > 0 ? { status: 429, headers: { 'retry-after': '0' } } : undefined);
  expect((await pull(id).expect(200)).body.new_total).toBe(3);
  server.instead = () => ({ status: 503, headers: { 'retry-after': '0' } });
  expect((await pull(id).expect(502)).body.detail).toContain('status 503: it has a fault; try again later.');
  server.instead = () => ({ status: 429, headers: { 'retry-after': '3600' } });
  expect((await pull(id).expect(502)).body.detail).toContain('status 429: it asks for fewer calls');
});

const FAULTS: readonly (readonly [string, NonNullable<SiemServer['instead']>, string])[] = [
  ['refuses the token', () => ({ status: 401 }), 'status 401: the credential is wrong or has expired.'],
  ['has a fault', () => ({ status: 500 }), 'status 500: it has a fault; try again later.'],
  ['never answers', () => 'silence' as const, 'did not answer within 3 s.'],
  ['answers with something else', () => ({ json: ['hello'] }), 'something else than a JSON object'],
  [
    'redirects inward',
    () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } }),
    'redirects are not followed',
  ],
];
it.each(FAULTS)(
  'a SIEM that %s is told of in words, which stay with the connection; no rule goes',
  async (_what, instead, words) => {
    const { id, server } = await newSplunk();
    await pull(id, '?apply=true').expect(200);
    server.instead = instead;
    expect((await pull(id, '?apply=true').expect(502)).body.detail).toContain(words);
    expect((await shown(id)).connection.error).toContain(words);
    expect(await rulesOf(id)).toHaveLength(3);
  },
);

it.each([
  [
    'splunk',
    '/',
    { token: 'splunk-token' },
    { entry: [], paging: { total: 0 } },
    'a single saved search; look whether the role',
  ],
  [
    'elastic',
    '/s/soc',
    { token: 'elastic-key' },
    { data: [], total: 0 },
    'a single detection rule; look whether the key',
  ],
  [
    'sentinel',
    WORKSPACE,
    { token: 'app-secret', tenant_id: 'contoso', client_id: CLIENT },
    { value: [] },
    'a single analytics rule; look whether the application',
  ],
] as const)(
  '%s: an answer without a rule is told of as an answer, with what to look at, and not as a file',
  async (kind, path, more, json, words) => {
    const server = await serve(azure([]));
    server.instead = ({ path: asked }) => (asked.endsWith('/token') ? undefined : { json });
    const id = await newSiem(kind);
    const login = kind === 'sentinel' ? { login_address: server.url } : {};
    await connect(id, { address: `${server.url}${path}`, ...more, ...login }).expect(200);
    const { detail } = (await pull(id).expect(502)).body;
    expect(detail).toContain(`${new URL(server.url).host} answered without ${words}`);
    expect(detail).not.toMatch(/file|body/);
    expect((await shown(id)).connection.error).toBe(detail);
  },
);

it('a SIEM with more rules than one may have is told of as such, with what to do', async () => {
  const { id, server } = await newSplunk();
  const searches = Array.from({ length: 10_001 }, (_, index) => search(`Rule ${index}`, 'StopLogging'));
  server.instead = ({ path }) =>
    path.endsWith('searches') ? { json: { entry: searches, paging: { total: searches.length } } } : undefined;
  expect((await pull(id).expect(502)).body.detail).toMatch(
    /answered with more than the 10000 rules that a SIEM has at most here; give the credential the right to read fewer/,
  );
});

it('Splunk: a search over a data model of its own is read as what limits the model’s events', async () => {
  const objects = [
    {
      ...{ objectName: 'Trail', parentName: 'BaseEvent', lineage: 'Trail', fields: [], calculations: [] },
      constraints: [{ search: '`trail`', owner: 'Trail' }],
    },
  ];
  const model = { name: 'Cloud', content: { description: JSON.stringify({ modelName: 'Cloud', objects }) } };
  const query = '| tstats count from datamodel=Cloud.Trail where Trail.eventName=StopLogging by Trail.user';
  const searches = [{ name: 'One', content: { search: query, is_scheduled: true } }];
  const server = await serve(splunk({ searches, macros: MACROS, alerts: [], dataModels: [model] }));
  const id = await newSiem('splunk');
  await connect(id, { address: server.url, token: 'splunk-token' }).expect(200);
  expect((await pull(id, '?apply=true').expect(200)).body.warnings).toEqual([]);
  expect((await rulesOf(id))[0].read).toBe('whole');
  server.instead = ({ path }) => (path.endsWith('/datamodel/model') ? { status: 403, json: {} } : undefined);
  expect((await pull(id).expect(200)).body.warnings.map(({ kind }: Answer) => kind)).toEqual([
    'data_models_unread',
    'data_models_unread',
  ]);
});

it('Sentinel: a next page at another address is not asked, so that the token goes nowhere else', async () => {
  const elsewhere = await serve(() => ({ json: { value: [] } }));
  const server = await serve(azure([]));
  server.instead = ({ path }) =>
    path.includes('/alertRules') ? { json: { value: [], nextLink: `${elsewhere.url}/alertRules` } } : undefined;
  const id = await newSiem('sentinel');
  const login = { tenant_id: 'contoso', client_id: CLIENT, login_address: server.url };
  await connect(id, { address: `${server.url}${WORKSPACE}`, token: 'app-secret', ...login }).expect(200);
  expect((await pull(id).expect(502)).body.detail).toContain('a next page at another address');
  expect(elsewhere.calls).toEqual([]);
});

it('the token is never answered, is stored sealed, and opens in no other row', async () => {
  const { id } = await newSplunk();
  const other = await newSplunk();
  expect(JSON.stringify(await shown(id))).not.toContain('splunk-token');
  const rows: Answer[] = await api.db('coverage.siem_connections').whereIn('siem_id', [id, other.id]);
  for (const row of rows) expect(row.sealed.toString('latin1')).not.toContain('splunk-token');
  const { sealed } = rows.find(({ siem_id }) => siem_id === id);
  await api.db('coverage.siem_connections').where({ siem_id: other.id }).update({ sealed });
  expect((await pull(other.id).expect(409)).body.detail).toContain('can no longer be read');
  await pull(id).expect(200);
});

it('a stored token stays with the address that it was given for alone', async () => {
  const { id, server } = await newSplunk();
  const thief = await serve(() => ({ json: { entry: [] } }));
  expect((await connect(id, { address: thief.url }).expect(400)).body.detail).toContain(
    'none is stored for this address',
  );
  await connect(id, { address: server.url, every_hours: 24 }).expect(200);
  await pull(id).expect(200);
  expect(thief.calls).toEqual([]);
});

it.each([
  ['http://10.1.2.3:8089', 'not a public address'],
  ['https://splunk.internal', 'not a public name'],
  ['http://splunk.example.com', 'the credential could be read on its way'],
  ['https://splunk.example.com:8089', 'port 8089'],
  ['http://169.254.169.254', 'not a public address'],
  ['https://splunk.example.com/?a=b', 'has a query'],
])('an address that may not be called is refused, and says why: %s', async (address, words) => {
  const id = await newSiem('splunk');
  expect((await connect(id, { address, token: 'x' }).expect(400)).body.detail).toContain(words);
});

it('what another tenant has is not found; what is not connected, or imported by file alone, says so', async () => {
  const stranger = await newUser(api, 'pro');
  const { id, server } = await newSplunk();
  await connect(id, { address: server.url, token: 'x' }, stranger).expect(404);
  await api.http
    .delete(at(`/siems/${id}/connection`))
    .set(stranger.key)
    .expect(404);
  await api.http
    .post(at(`/siems/${id}/connection/import`))
    .set(stranger.key)
    .expect(404);
  await api.http
    .delete(at(`/siems/${id}/connection`))
    .set(user.key)
    .expect(200);
  expect((await shown(id)).connection).toBeNull();
  expect((await pull(id).expect(409)).body.detail).toContain('is not connected');
  const google = await newSiem('google');
  expect((await connect(google, { address: server.url, token: 'x' }).expect(409)).body.detail).toContain(
    'by file alone',
  );
  expect((await connect(id, { address: server.url }).expect(400)).body.detail).toContain('"token" is required');
});

describe('by schedule', () => {
  const many = Array.from({ length: 30 }, (_, index) => search(`Rule ${index}`, 'StopLogging'));
  /** Runs what a worker runs until a condition holds. */
  const withWorker = async (until: () => Promise<boolean>): Promise<void> => {
    const { config, db } = api;
    const exportReader = createExportReader({ threads: 1, seconds: 15, memoryMb: 256 });
    const connector = createSiemConnector({ db, exportReader, config });
    const imports = startScheduledImports({ db, log: createLog({ name: 'test', level: 'silent' }), connector });
    try {
      await eventually(until);
    } finally {
      await imports.close();
      await exportReader.close();
    }
  };

  it('rules are imported by themselves, the next time after its hours, and the audit log says by whom', async () => {
    const { id, server } = await newSplunk();
    await connect(id, { address: server.url, every_hours: 12 }).expect(200);
    await withWorker(async () => (await shown(id)).rules.total === 3);
    const { connection } = await shown(id);
    const wait = Date.parse(connection.next_at) - Date.parse(connection.tried_at);
    expect(wait / 3_600_000).toBeCloseTo(12, 1);
    const [event] = await api.db('auth.audit_log').where({ action: 'siem.imported', target_id: id });
    expect(event.actor_id).toBe('schedule');
  });

  it('where most rules are no longer shown nothing goes, and the connection says why', async () => {
    const { id, server } = await newSplunk(many);
    await pull(id, '?apply=true').expect(200);
    server.instead = ({ path }) =>
      path.endsWith('searches') ? { json: { entry: many.slice(0, 3), paging: { total: 3 } } } : undefined;
    await connect(id, { address: server.url, every_hours: 1 }).expect(200);
    await withWorker(async () => (await shown(id)).connection.error !== null);
    expect((await shown(id)).connection.error).toContain('27 of 30 rules would go, so nothing was changed');
    expect((await shown(id)).rules.total).toBe(30);
  });
});
