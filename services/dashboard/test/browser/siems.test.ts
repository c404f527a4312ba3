import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible, expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson } from '../support/stack.js';

withBrowser();

const search = (name: string, event: string, more = ''): string =>
  `[${name}]\nenableSched = 1\nalert.track = 1\ncron_schedule = */5 * * * *\n${more}search = sourcetype=aws:cloudtrail eventName=${event}\n`;
const EXPORT = search('Trail stopped', 'StopLogging') + search('Keys of a user', 'CreateAccessKey', 'disabled = 1\n');
const LATER = search('Trail stopped', 'DeleteTrail') + search('New user', 'CreateUser');

const file = (text: string) => ({ name: 'savedsearches.conf', mimeType: 'text/plain', buffer: Buffer.from(text) });

test('a SIEM is added, its export shown and imported, and imported again with what changed', async () => {
  const { account, person } = await scanned();
  const call = await asPerson(person);
  const page = await openPage();
  await signIn(page, person, '/siems');
  await page.getByRole('link', { name: 'Add your first SIEM' }).click();
  await page.getByLabel('Name').fill('Splunk of the SOC');
  await page.getByText('Sample', { exact: true }).click();
  await page.getByRole('button', { name: 'Add the SIEM' }).click();
  await page.getByRole('heading', { level: 1, name: 'Splunk of the SOC' }).waitFor();
  await page.getByRole('heading', { name: 'No rule yet' }).waitFor();
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file(EXPORT));
  await page.getByText('2 new, 0 changed, 0 gone').waitFor();
  await look(page, 'siem-diff');
  await expectAccessible(page);
  expect((await call('GET', '/siems')).siems[0].rules.total).toBe(0);
  await page.getByRole('button', { name: 'Make these changes' }).click();
  const rules = page.getByRole('region', { name: 'Rules of the SIEM' });
  await rules.getByText('Trail stopped').first().waitFor();
  await rules.getByText('never fires').waitFor();
  await rules.getByText('It is switched off in the SIEM.').waitFor();
  await page.getByLabel('Why it cannot fire').click();
  await page.getByRole('option', { name: 'It is switched off in the SIEM. (1)' }).click();
  await page.waitForURL('**?reason=disabled');
  await rules.getByText('Trail stopped', { exact: true }).waitFor({ state: 'detached' });
  await rules.getByText('Keys of a user', { exact: true }).waitFor();
  await page.getByLabel('Why it cannot fire').click();
  await page.getByRole('option', { name: 'any' }).click();
  // A technique by its id, whose name is there for whoever cannot hover.
  await rules
    .getByRole('link', { name: /^T1685\.002 \S/ })
    .first()
    .waitFor();
  await look(page, 'siem');
  await expectAccessible(page);
  const snapshots: { id: string }[] = (await call('GET', `/accounts/${account}/coverage/history`)).snapshots;
  const { gained } = await call(
    'GET',
    `/accounts/${account}/coverage/diff?from=${snapshots[1]?.id}&to=${snapshots[0]?.id}`,
  );
  expect(gained.length).toBeGreaterThan(0);
  const closed = page.getByRole('region', { name: 'What the import closed' });
  await closed.getByText(/covered better in Sample: [\d.]+ % before, [\d.]+ % now/).waitFor();
  expect(
    (await closed.getByRole('listitem').getByRole('link').allTextContents()).map((text) => text.split(' ')[0]),
  ).toEqual(gained.map(({ technique_id }: { technique_id: string }) => technique_id));
  await input.setInputFiles(file(LATER));
  await page.getByText('1 new, 1 changed, 1 gone').waitFor();
  await page.getByText('Trail stopped (query)').waitFor();
  await page.getByRole('button', { name: 'Make these changes' }).click();
  await rules.getByText('New user', { exact: true }).waitFor();
  expect(await rules.getByText('Keys of a user').count()).toBe(0);
  const { siems } = await call('GET', '/siems');
  expect(siems[0].rules).toMatchObject({ total: 2 });
  await page
    .getByRole('region', { name: 'What the import closed' })
    .getByRole('link', { name: 'The whole comparison' })
    .click();
  await page.waitForURL(`**/coverage/${account}/diff?from=*&to=*`);
  await page.getByText(/^From /).waitFor();
});

const RULE = (event: string) => `title: Trail stopped
id: 3f6d0a53-8f5c-4bd8-93c1-5d0c9a7e4b12
logsource: {product: aws, service: cloudtrail}
detection: {selection: {eventName: ${event}}, condition: selection}
`;
const analytics = (event: string) => ({
  name: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
  kind: 'Scheduled',
  properties: { displayName: 'Trail stopped', enabled: true, query: `AWSCloudTrail | where EventName == "${event}"` },
});
const detection = (event: string) => ({
  ...{ rule_id: 'trail', name: 'Trail stopped', type: 'query', language: 'kuery', enabled: true },
  query: `event.dataset: aws.cloudtrail and event.action: ${event}`,
});
const monitor = (event: string) => ({
  ...{ type: 'monitor', name: 'Trail stopped', enabled: true, schedule: { period: { interval: 5, unit: 'MINUTES' } } },
  inputs: [
    {
      search: {
        indices: ['cloudtrail-*'],
        query: { query: { bool: { filter: [{ query_string: { query: `eventName:${event}` } }] } } },
      },
    },
  ],
});
const yaral = (event: string) => `rule trail_stopped {
  meta:
    author = "SOC"
  events:
    $e.metadata.product_name = "AWS CloudTrail"
    $e.metadata.product_event_type = "${event}"
  condition:
    $e
}
`;

const saved = (event: string) => ({
  entry: [
    {
      name: 'Trail stopped',
      acl: { app: 'search' },
      content: { search: `sourcetype=aws:cloudtrail eventName=${event}`, disabled: false, is_scheduled: true },
    },
  ],
  paging: { total: 1 },
});

// The forms' documentation stands in docs/siems.md and beside the readers (services/coverage/src/siems/exports).
test.each([
  ['splunk', 'searches.json', (event: string) => JSON.stringify(saved(event)), 'Trail stopped'],
  ['sentinel', 'rules.json', (event: string) => JSON.stringify({ value: [analytics(event)] }), 'Trail stopped'],
  ['elastic', 'rules.ndjson', (event: string) => `${JSON.stringify(detection(event))}\n`, 'Trail stopped'],
  ['opensearch', 'monitors.json', (event: string) => JSON.stringify([monitor(event)]), 'Trail stopped'],
  ['google', 'rules.yaral', yaral, 'trail_stopped'],
  ['sigma', 'rules.yml', RULE, 'Trail stopped'],
] as const)('an export of %s is shown, imported, and imported again changed', async (kind, name, text, rule) => {
  const { person } = await scanned();
  const call = await asPerson(person);
  const { id } = await call('POST', '/siems', { name: `My ${kind}`, kind });
  const page = await openPage();
  await signIn(page, person, `/siems/${id}`);
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ ...file(text('StopLogging')), name });
  await page.getByText('1 new, 0 changed, 0 gone').waitFor();
  await page.getByRole('button', { name: 'Make these changes' }).click();
  const rules = page.getByRole('region', { name: 'Rules of the SIEM' });
  await rules.getByText(rule, { exact: true }).first().waitFor();
  await input.setInputFiles({ ...file(text('DeleteTrail')), name });
  await page.getByText('0 new, 1 changed, 0 gone').waitFor();
  await page.getByText(`${rule} (query)`).waitFor();
  await page.getByRole('button', { name: 'Make these changes' }).click();
  await page.getByText('Imported: 0 new, 1 changed, 0 gone.').first().waitFor();
  await page.getByText('No cloud account feeds this SIEM yet').waitFor();
  await page.getByText('No cloud account feeds this SIEM, so nobody knows').waitFor();
  expect((await call('GET', `/siems/${id}/rules`)).rules[0].query).toContain('DeleteTrail');
});

test('a Splunk is connected, its rules are looked at, imported and looked at again, and it is disconnected', async () => {
  const entry = (name: string, event: string) => ({
    name,
    content: { search: `sourcetype=aws:cloudtrail eventName=${event}`, is_scheduled: true },
  });
  let searches = [entry('Trail stopped', 'StopLogging')];
  const splunk = createServer((req, res) => {
    const isRight = req.headers.authorization === 'Bearer splunk-token';
    const isSearches = req.url?.startsWith('/servicesNS/-/-/saved/searches') === true;
    res.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ entry: isSearches ? searches : [], paging: { total: isSearches ? searches.length : 0 } }));
  });
  splunk.listen(0, '127.0.0.1');
  await once(splunk, 'listening');
  try {
    const { person } = await scanned();
    const call = await asPerson(person);
    const { id } = await call('POST', '/siems', { name: 'Splunk', kind: 'splunk' });
    const page = await openPage();
    await signIn(page, person, `/siems/${id}`);
    const address = `http://127.0.0.1:${(splunk.address() as AddressInfo).port}`;
    await page.getByLabel('Address').fill(address);
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    expectComplaint(/status of 502 .*\/connection\/import/);
    await page.getByRole('button', { name: 'Look for changes now' }).click();
    await page.getByRole('alert').getByText('the credential is wrong or has expired').waitFor();
    await page.getByLabel('Token').fill('splunk-token');
    await page.getByRole('button', { name: 'Save the connection' }).click();
    // What was said of the wrong token is no longer there.
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Look for changes now' }).click();
    await page.getByText('1 new, 0 changed, 0 gone').waitFor();
    await look(page, 'siem-connection');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make these changes' }).click();
    await page.getByRole('region', { name: 'Rules of the SIEM' }).getByText('Trail stopped').first().waitFor();
    searches = [entry('Trail stopped', 'DeleteTrail')];
    await page.getByRole('button', { name: 'Look for changes now' }).click();
    await page.getByText('Trail stopped (query)').waitFor();
    // A stored token goes to no other place, which the page says before the service does.
    await page.getByText('Empty: the one that is stored stays.').waitFor();
    await page.getByLabel('Address').fill('https://splunk.example.com:8089');
    await page.getByText('give it again.').waitFor();
    await page.getByLabel('Address').fill(`${address.toUpperCase()}/`);
    await page.getByText('Empty: the one that is stored stays.').waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Disconnect it' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    expect((await call('GET', `/siems/${id}`)).connection).toBeNull();
  } finally {
    splunk.closeAllConnections();
    splunk.close();
  }
});

test('a file that is no export says why in the service’s own words, and changes nothing', async () => {
  const { person } = await scanned();
  const call = await asPerson(person);
  const { id } = await call('POST', '/siems', { name: 'Elastic', kind: 'elastic' });
  expectComplaint(/status of 400 .*\/siems\//);
  const page = await openPage();
  await signIn(page, person, `/siems/${id}`);
  await page.locator('input[type=file]').setInputFiles({ ...file('hello'), name: 'notes.md' });
  await page.getByRole('alert').getByText('the file is no export of elastic').waitFor();
  expect(await page.getByRole('button', { name: 'Make these changes' }).count()).toBe(0);
});

const SIGMA = `title: Trail stopped
id: 2f6d0a53-8f5c-4bd8-93c1-5d0c9a7e4b11
status: test
level: high
logsource: {product: aws, service: cloudtrail}
detection: {selection: {eventName: [StopLogging, DeleteTrail]}, condition: selection}
`;

test('a report says which rules a SIEM has already, and a rule what became of it in the SIEM', async () => {
  const { person } = await scanned();
  const call = await asPerson(person);
  const generation = await call('POST', '/v1/generate', { inputType: 'sigma', yaml: SIGMA });
  const [{ key, yaml }] = generation.rules;
  const [{ sigma }] = (await call('POST', '/siems/drift', { rules: [{ sigma: yaml }] })).rules;
  const { id: detection_id, version: detection_version } = sigma[0];
  const metadata = `action.correlationsearch.metadata = ${JSON.stringify({ detection_id, detection_version })}\n`;
  const exported = search('Exported', '* eventName IN (StopLogging, DeleteTrail, UpdateTrail)', metadata);
  const { id } = await call('POST', '/siems', { name: 'Splunk of the SOC', kind: 'splunk' });
  const page = await openPage();
  await signIn(page, person, `/siems/${id}`);
  await page.locator('input[type=file]').setInputFiles(file(exported));
  await page.getByRole('button', { name: 'Make these changes' }).click();
  await page.getByRole('region', { name: 'Rules of the SIEM' }).getByText('Exported').first().waitFor();

  await page.goto(`/reports/${generation.id}?rule=${key}`);
  await page.getByText('in a SIEM already').waitFor();
  await page.getByRole('heading', { name: 'In your SIEMs already' }).waitFor();
  await page.getByText('not known to fire there').waitFor();
  await expectAccessible(page);

  await page.goto(`/rules/${key}`);
  await page.getByRole('heading', { name: 'In your SIEMs', exact: true }).waitFor();
  await page.getByText('edited in the SIEM').waitFor();
  await page.getByText('UpdateTrail').waitFor();
  await look(page, 'rule-in-siem');
  await expectAccessible(page);
  await page.goto(`/rules?preview=${encodeURIComponent(`/rules/${key}`)}`);
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'In your SIEMs', exact: true }).waitFor();
  await preview.getByText('edited in the SIEM').waitFor();
  await preview.getByRole('link', { name: 'Splunk of the SOC' }).click();
  await page.getByRole('heading', { level: 1, name: 'Splunk of the SOC' }).waitFor();
});
