import { readFile } from 'node:fs/promises';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, makeRules, newPerson } from '../support/stack.js';

withBrowser();

test('the profile keeps a name, and the account is deleted with its password', async () => {
  expectComplaint(/40[01]/);
  const person = await newPerson('pro');
  const page = await openPage();
  await signIn(page, person, '/settings/profile');
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your name is saved.').waitFor();
  await look(page, 'profile');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete it for good' }).click();
  await page.getByRole('alert').getByText('Request').waitFor();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Delete it for good' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('the plan says what one’s tier allows and has used, what the others have, and how one is changed', async () => {
  const person = await newPerson('free');
  const page = await openPage();
  await signIn(page, person, '/settings/keys');
  await page.getByRole('main').getByRole('link', { name: 'What each tier allows' }).click();
  await page.getByText('0 of 3', { exact: true }).first().waitFor();
  const table = page.getByRole('region', { name: 'What each tier allows' });
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    ...['What', 'free (yours)', 'individual', 'pro', 'team', 'enterprise'],
  ]);
  const keys = table.getByRole('row').filter({ hasText: 'Active API keys' });
  expect(await keys.getByRole('cell').allTextContents()).toEqual(['Active API keys', '–', '2', '5', '20', '100']);
  await page.getByText(`tripline user set-tier ${person.email} individual`).waitFor();
  await look(page, 'plan');
});

test('whoever has the highest tier is told no command that would take it', async () => {
  const page = await openPage();
  await signIn(page, await newPerson('enterprise'), '/settings/plan');
  await page.getByText('Your tier is enterprise.').waitFor();
  expect(await page.getByText('tripline user set-tier').count()).toBe(0);
});

test('one’s own data come as one file, with every version and scan, and a limit of calls is waited for', async () => {
  const { account, person, scan } = await scanned();
  const api = await asPerson(person);
  const { id: report, rules } = await api('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1110' });
  const [{ key }] = rules;
  const { yaml } = await api('GET', `/v1/rules/${key}`);
  await api('PATCH', `/v1/rules/${key}`, { yaml: yaml.replace(/^title: .*$/m, 'title: Another title') });
  await makeRules(await newPerson(), ['A rule of somebody else']);
  const page = await openPage();
  expectComplaint(/429|404/);
  let refused = 0;
  await page.route('**/v1/pipelines', async (route) => {
    refused += 1;
    if (refused > 1) await route.continue();
    else await route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error: { message: 'Wait.' } } });
  });
  await signIn(page, person, '/settings/profile');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download your data' }).click(),
  ]);
  expect(refused).toBe(2);
  expect(download.suggestedFilename()).toMatch(/^tripline-\d{4}-\d\d-\d\d\.ndjson$/);
  const things: { kind: string; data: { id?: string; title?: string; version?: number; versions?: object[] } }[] = (
    await readFile(await download.path(), 'utf8')
  )
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const of = (kind: string) => things.filter((thing) => thing.kind === kind).map(({ data }) => data);
  expect(of('profile')).toMatchObject([{ email: person.email }]);
  expect(of('report').map(({ id }) => id)).toEqual([report]);
  expect(of('rule')).toHaveLength(rules.length);
  expect(of('rule').filter(({ versions = [] }) => versions.length === 2)).toMatchObject([{ title: 'Another title' }]);
  expect(of('rule-version').map(({ version }) => version)).toEqual([1]);
  expect(of('cloud-account').map(({ id }) => id)).toEqual([account]);
  expect(of('scan').map(({ id }) => id)).toEqual([scan]);
  const { total } = await api('GET', `/accounts/${account}/detections?page_size=1`);
  expect(of('detection')).toHaveLength(total);
  expect(JSON.stringify(things)).not.toContain('A rule of somebody else');
});

test('whoever’s tier has no coverage is told so where it would be, with the way to the plan, and sees no error', async () => {
  expectComplaint(/403/);
  const page = await openPage();
  await signIn(page, await newPerson('free'));
  await page.getByText('Your tier has no cloud accounts').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'What each tier allows' }).waitFor();
  await look(page, 'home-free');
  for (const address of ['/coverage', '/coverage/changes', '/siems']) {
    await page.goto(address);
    await page.getByText('This needs the tier "individual" or above; yours is "free".').first().waitFor();
    await page.getByRole('main').getByRole('link', { name: 'What each tier allows' }).first().waitFor();
    expect([address, await page.getByRole('alert').count()]).toEqual([address, 0]);
    // What could not be added is not offered.
    expect([address, await page.getByRole('main').getByRole('link', { name: /^Add / }).count()]).toEqual([address, 0]);
  }
  await look(page, 'siems-free');
  // Nor is a team offered to whoever can make none, or a filter of rules that are not there.
  for (const address of ['/team/rules', '/team/audit', '/team/analytics']) {
    await page.goto(address);
    await page.getByRole('main').getByRole('link', { name: 'What each tier allows' }).first().waitFor();
    const main = page.getByRole('main');
    expect([address, await main.getByRole('link', { name: 'Make a team' }).count()]).toEqual([address, 0]);
    expect([address, await main.getByRole('search').count()]).toEqual([address, 0]);
  }
});
