import type { Page } from 'playwright-core';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson } from '../support/stack.js';

withBrowser();

const RULE = `title: A Task Is Made
logsource:
  product: windows
  category: process_creation
detection:
  selection:
    Image|endswith: '\\schtasks.exe'
  condition: selection
level: medium
`;

const texts = (page: Page) => page.getByRole('tablist', { name: "The rule's texts" });
const tabsOf = (page: Page) => texts(page).getByRole('tab').allTextContents();

test('my SIEMs are chosen once: their queries come first, for their data, and the others behind “More languages”', async () => {
  expectComplaint(/400/);
  const person = await newPerson('pro');
  const api = await asPerson(person);
  const { rules } = await api('POST', '/v1/generate', { inputType: 'sigma', yaml: RULE });
  const page = await openPage();
  await signIn(page, person, `/rules/${rules[0].key}`);
  await texts(page).waitFor();
  expect((await tabsOf(page)).slice(0, 2)).toEqual(['Sigma', 'SPL']);

  await page.goto('/settings/profile');
  const section = page.locator('#siems');
  await section.getByText('OpenSearch (DQL)').click();
  await section.getByText('Splunk (SPL)').click();
  await section.getByRole('group', { name: 'Data in Splunk' }).getByLabel('Index').fill('not an index');
  await section.getByRole('button', { name: 'Save SIEMs' }).click();
  await section.getByRole('alert').getByText('not an index').waitFor();
  await section.getByRole('group', { name: 'Data in Splunk' }).getByLabel('Index').fill('windows_logs');
  await section.getByRole('group', { name: 'Data in OpenSearch' }).getByLabel('Index').fill('winlog-*');
  await look(page, 'my-siems');
  await section.getByRole('button', { name: 'Save SIEMs' }).click();
  await page.getByText('Your choice is saved.').waitFor();
  const kept = [
    { id: 'siem_dql', index: 'winlog-*' },
    { id: 'siem_spl', index: 'windows_logs' },
  ];
  expect((await api('GET', '/v1/me/siems')).siems).toEqual(kept);

  await page.goto(`/rules/${rules[0].key}`);
  await page.getByRole('button', { name: 'More languages' }).waitFor();
  expect(await tabsOf(page)).toEqual(['DQL', 'SPL', 'Sigma']);
  await texts(page).getByRole('tab', { name: 'SPL' }).click();
  await page.getByLabel('the SPL query', { exact: true }).getByText('windows_logs').waitFor();
  await page.getByRole('button', { name: 'More languages' }).click();
  expect(await tabsOf(page)).toEqual(['DQL', 'SPL', 'Sigma', 'KQL', 'Lucene', 'UDM', 'YARA-L']);

  await page.goto('/convert');
  await page.getByRole('button', { name: 'Use an example' }).click();
  await texts(page).waitFor();
  expect(await tabsOf(page)).toEqual(['DQL', 'SPL', 'Sigma']);
  // What is said here goes before what was chosen once.
  await page.getByText('Query languages, pipelines and data').click();
  await page.getByLabel('Index').fill('');
  await texts(page).getByRole('tab', { name: 'SPL' }).click();
  await page.waitForURL(/[?&]index=(&|$)/);
  await page.getByLabel('the SPL query', { exact: true }).getByText('windows_logs').waitFor({ state: 'detached' });

  await page.goto('/generate');
  await page.getByText('Log sources, query languages, pipelines and handling').click();
  const languages = page.getByRole('group', { name: 'Query languages' });
  const more = page.getByRole('button', { name: 'More languages' });
  await more.waitFor();
  expect(await languages.getByRole('checkbox').count()).toBe(2);
  await more.click();
  expect(await languages.getByRole('checkbox').count()).toBe(10);
  expect(await page.getByLabel('Index').inputValue()).toBe('windows_logs');
});

test('a language that comes by name is written for whoever has its SIEM: the query of a rule and its deployable form', async () => {
  const person = await newPerson('pro');
  const api = await asPerson(person);
  const { rules } = await api('POST', '/v1/generate', { inputType: 'sigma', yaml: RULE });
  await api('PUT', '/v1/me/siems', { siems: [{ id: 'siem_esql' }] });
  const page = await openPage();
  await signIn(page, person, `/rules/${rules[0].key}`);
  await texts(page).getByRole('tab', { name: 'ES|QL' }).waitFor();
  expect(await tabsOf(page)).toEqual(['ES|QL', 'Sigma']);
  await page.getByLabel('the ES|QL query', { exact: true }).getByText('METADATA').waitFor();
  await page.getByRole('button', { name: 'Deployable form' }).click();
  await page.getByRole('menuitem', { name: 'Kibana detection rule in ES|QL (NDJSON)' }).waitFor();
});

test('a team’s choice holds for members without one of their own; its owner chooses, and members see it', async () => {
  const person = await newPerson('team');
  const api = await asPerson(person);
  await api('POST', '/v1/team', { name: 'Blue' });
  const page = await openPage();
  await signIn(page, person, '/team');
  await page.getByText('Microsoft Sentinel and Defender (KQL)').click();
  await page
    .getByRole('group', { name: /^Data in Microsoft Sentinel/ })
    .getByRole('textbox', { name: 'Table' })
    .fill('SecurityEvent');
  await page
    .getByRole('region', { name: 'The team’s SIEMs and their data' })
    .getByRole('button', { name: 'Save SIEMs' })
    .click();
  await page.getByText('Your choice is saved.').waitFor();
  await look(page, 'team-siems');
  expect(await api('GET', '/v1/me/siems')).toMatchObject({ from: 'team', siems: [{ id: 'siem_kql' }] });
  await page.goto('/settings/profile');
  await page.locator('#siems').getByText('None ticked: as your team has chosen.').waitFor();
});
