import { at } from './support/harness.js';
import { scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import { addAccount, createScanHarness, type ScanHarness, scanOnce } from './support/scan-harness.js';

const cloud = scriptedAccount({});
let scans: ScanHarness;
beforeAll(async () => {
  scans = await createScanHarness(cloud);
  scans.startWorker(cloud);
});
afterAll(() => scans.close());

const get = async (path: string) => (await scans.api.http.get(at(path)).set(scans.user.key).expect(200)).body;
const DEPRECATED = `title: Trail stopped
id: 0f7d3a52-6f0a-4d0e-9d1b-5b0f0a3c7e11
status: deprecated
tags: [attack.t1685.002]
logsource: {product: aws, service: cloudtrail}
detection: {selection: {eventName: StopLogging}, condition: selection}
`;

test('why a detection is not active is its provider’s word with its name before it, with what it means and what to do; a declared rule’s has no prefix', async () => {
  const muted = { name: 'muted', status: 'degraded', statusReason: 'actions_muted' } as const;
  const elsewhere = { name: 'elsewhere', status: 'unknown', statusReason: 'foreign_target' } as const;
  cloud.cells = { 'cloudwatch us-east-1': { detections: [muted, elsewhere, 'fires'] } };
  const account = await addAccount(scans);
  await scanOnce(scans, account);
  await scans.api.http
    .post(at(`/accounts/${account}/detections`))
    .set(scans.user.key)
    .send({ rules: [DEPRECATED], siem: 'siem_spl' })
    .expect(200);
  const { detections } = await get(`/accounts/${account}/detections`);
  const words = Object.fromEntries(
    detections.map((one: Record<string, unknown>) => [one['name'], [one['status_reason'], one['status_words']]]),
  );
  expect(words).toEqual({
    muted: [
      'aws:actions_muted',
      {
        label: 'Its alarm’s actions are switched off.',
        what_to_do: 'Switch the actions of the alarm on.',
        severity: 'medium',
      },
    ],
    elsewhere: ['foreign_target', expect.objectContaining({ what_to_do: 'Connect that account to know.' })],
    fires: [null, null],
    'Trail stopped': ['deprecated', expect.objectContaining({ severity: 'high' })],
  });
  const [one] = detections.filter(({ name }: { name: string }) => name === 'muted');
  expect((await get(`/detections/${one.id}`)).status_words).toEqual(one.status_words);
  const csv = await scans.api.http
    .get(at(`/accounts/${account}/detections?format=csv`))
    .set(scans.user.key)
    .expect(200);
  expect(csv.text).toContain('aws:actions_muted');
});
