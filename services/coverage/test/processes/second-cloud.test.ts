import { eventually, killProcesses } from '@tripline/stack';
import request from 'supertest';
import { at, createHarness, type Harness, JWT_SECRET, newUser, type TestUser } from '../support/harness.js';
import { startProgram } from '../support/process.js';
import { type BuiltWithSecondCloud, buildWithSecondCloud } from '../support/second-cloud/built-with.js';
import { madeup } from '../support/second-cloud/madeup-folder.js';

let harness: Harness;
let user: TestUser;
let built: BuiltWithSecondCloud;
let url: string;
let account: string;

// The service's processes as they are built, with one more folder and its line.
beforeAll(async () => {
  harness = await createHarness();
  user = await newUser(harness.start(), 'pro');
  built = await buildWithSecondCloud();
  const api = startProgram(built.program('api'), harness.database, { JWT_SECRET });
  startProgram(built.program('worker'), harness.database);
  ({ url } = await api.listening());
  account = (await post('/accounts', connection('m-demo')).expect(200)).body.id;
  const scan = (await post(`/accounts/${account}/scans`, {}).expect(200)).body.id;
  await eventually(async () => (await get(`/scans/${scan}`)).status === 'completed');
});
afterAll(async () => {
  await killProcesses();
  await harness.close();
  await built.remove();
});

const connection = (number: string) => ({
  name: `made up ${number}`,
  provider: madeup.facts.name,
  external_account_id: number,
  role_arn: `madeup:role:${number}`,
});
const post = (path: string, body: object) => request(url).post(at(path)).set(user.key).send(body);
const get = async (path: string) => (await request(url).get(at(path)).set(user.key).expect(200)).body;

test('an account of a second cloud is connected under its name, by the number and the role that this cloud has', async () => {
  expect(await get(`/accounts/${account}`)).toMatchObject({
    provider: 'madeup',
    external_account_id: 'm-demo',
    status: 'connected',
    connection: { worker_principal: 'madeup:worker' },
  });
  const refused = async (body: object) =>
    (await post('/accounts', { ...connection('m-else'), ...body }).expect(400)).body.detail;
  expect(await refused({ external_account_id: '111122223333', role_arn: null })).toBe(
    'Invalid body: "external_account_id" must be the name of a made-up account, such as m-demo.',
  );
  expect(await refused({ role_arn: 'arn:aws:iam::111122223333:role/tripline' })).toBe(
    'Invalid body: "role_arn" must be a made-up role, such as madeup:role:m-demo.',
  );
  expect(await refused({ role_arn: 'madeup:role:m-demo' })).toContain('made-up account m-demo');
  expect(await refused({ regions: ['eu-west-1'] })).toContain(
    'a quarter of the made-up cloud; give names such as north',
  );
  expect(await refused({ provider: 'aws', role_arn: null })).toContain('the twelve digits of an AWS account');
});

test('its detections have the types and the words of their cloud, by which they are found', async () => {
  const { detections } = await get(`/accounts/${account}/detections`);
  expect(
    detections
      .map(({ name, region, detection_type: type }: Record<string, string>) => `${type} ${name} ${region}`)
      .sort(),
  ).toEqual([
    'madeup_watch bulk read north',
    'madeup_watch unusual sign-in north',
    'madeup_watch unusual sign-in south',
  ]);
  const found = await get(`/accounts/${account}/detections?status=degraded&detection_type=madeup_watch`);
  expect(found.detections).toMatchObject([
    {
      name: 'bulk read',
      status_reason: 'madeup:nobody_listens',
      status_words: { label: 'Nobody listens to it.', what_to_do: 'Give it a listener.', severity: 'medium' },
      mapped_techniques: [{ technique_id: 'T1530', basis: 'query' }],
    },
  ]);
});

test('its coverage is counted over its own techniques, and its gaps are told from its own facts', async () => {
  const coverage = await get(`/accounts/${account}/coverage`);
  expect(coverage).toMatchObject({ total_techniques: 3, covered_techniques: 1, partial_techniques: 1 });
  const { techniques } = await get(`/accounts/${account}/coverage/techniques`);
  expect(
    Object.fromEntries(techniques.map((one: Record<string, string>) => [one['technique_id'], one['status']])),
  ).toEqual({ 'T1078.004': 'covered', T1530: 'partial', T1580: 'uncovered' });
  const { gaps } = await get(`/accounts/${account}/coverage/gaps?include_partial=true`);
  expect(gaps.map((gap: Record<string, string>) => gap['technique_id']).sort()).toEqual(['T1530', 'T1580']);
  for (const gap of gaps) {
    expect(gap).toMatchObject({
      suggested_detections: ['Set a watch on it.'],
      log_sources: ['madeup:deeds'],
      generate: null,
    });
  }
});

test('visibility says by its own log and its own words what could be seen where', async () => {
  const { sources, techniques } = await get(`/accounts/${account}/coverage/visibility`);
  expect(sources).toHaveLength(2);
  expect(sources).toContainEqual(
    expect.objectContaining({
      kind: 'recorder',
      name: 'recorder of the south',
      arrives: false,
      reason: 'madeup:recorder_paused',
    }),
  );
  const discovery = techniques.find((one: Record<string, string>) => one['technique_id'] === 'T1580');
  expect(discovery).toMatchObject({
    visibility: 'blind',
    regions_visible: ['north'],
    regions_blind: ['south'],
    logs: [{ log: 'madeup_deeds', missing: [{ reason: 'madeup:recorder_paused', regions: ['south'] }] }],
  });
});

test('a rule of a SIEM on its log is judged by what its recorders deliver', async () => {
  const rule = (product: string) =>
    `title: Listing\ntags: [attack.t1530]\nlogsource: {product: ${product}, service: recorder}\ndetection: {s: {deed: List}, condition: s}\n`;
  const declare = async (product: string) =>
    (await post(`/accounts/${account}/detections`, { rules: [rule(product)], siem: 'siem_spl' }).expect(200)).body
      .detections[0];
  expect(await declare('madeup')).toMatchObject({ sees: 'yes', sees_reason: 'part_arrives' });
  expect(await declare('aws')).toMatchObject({ status_reason: 'no_log_source' });
});
