import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson, type Person } from '../support/stack.js';

withBrowser();

const RULE = (title: string) => `title: ${title}
id: 5f0d1b0e-9f3a-4c1e-8d53-3f2d4a9b7c01
status: test
logsource:
  product: windows
  category: process_creation
detection:
  selection:
    CommandLine|contains: vssadmin delete shadows
  condition: selection
level: high
tags:
  - attack.t1490
`;

/** Somebody with two rules of their own. */
async function withRules(tier: 'team' | 'enterprise' = 'team'): Promise<{ person: Person; keys: string[] }> {
  const person = await newPerson(tier);
  const api = await asPerson(person);
  const { rules } = await api('POST', '/v1/generate', {
    inputType: 'text',
    text: 'The actor ran vssadmin.exe delete shadows /all /quiet on every server. Then they ran wevtutil.exe cl Security on the domain controller.',
  });
  return { person, keys: rules.map(({ key }: { key: string }) => key) };
}

test('by keyboard a rule is read beside the list, then the next; the address keeps it, and Back ends it', async () => {
  const { keys, person } = await withRules();
  const page = await openPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, person, '/rules');
  const rows = page.getByRole('table').locator('tbody tr');
  const titleOf = (index: number) => rows.nth(index).getByRole('link').first().textContent();
  await rows.first().waitFor();
  const [first, second] = [await titleOf(0), await titleOf(1)];
  await rows.first().getByRole('link', { name: 'Preview' }).focus();
  await page.keyboard.press('Enter');
  const beside = page.getByRole('complementary', { name: 'Preview' });
  await beside.getByRole('heading', { name: first ?? '' }).waitFor();
  await beside.getByRole('region', { name: 'the Sigma rule' }).getByText('logsource').first().waitFor();
  expect(await rows.count()).toBe(keys.length);
  await look(page, 'library-preview');
  await page.setViewportSize({ width: 1440, height: 900 });
  await beside.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await beside.getByRole('heading', { name: second ?? '' }).waitFor();
  await page.reload();
  await beside.getByRole('heading', { name: second ?? '' }).waitFor();
  await beside.getByRole('link', { name: 'Open the rule' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: second ?? '', level: 1 }).waitFor();
  await page.goBack();
  await beside.getByRole('heading', { name: second ?? '' }).waitFor();
  await page.goBack();
  await rows.first().waitFor();
  await beside.waitFor({ state: 'detached' });
});

test('the library is searched and filtered by its address; selected rules are decided on, exported and deleted', async () => {
  const { keys, person } = await withRules();
  expect(keys.length).toBeGreaterThan(1);
  const page = await openPage();
  await signIn(page, person, '/rules');
  await page.getByRole('table').waitFor();
  await look(page, 'library');
  const rows = page.getByRole('table').locator('tbody tr');
  expect(await rows.count()).toBe(keys.length);
  await page.getByRole('searchbox', { name: 'Search' }).fill('vssadmin');
  await page.waitForURL('**/rules?q=vssadmin');
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing has these words');
  await page.getByRole('heading', { name: 'No rule fits these filters' }).waitFor();
  await page.goto('/rules');
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check({ force: true });
  await page.getByRole('button', { name: 'Set state' }).click();
  await page.getByRole('menuitem', { name: 'accepted' }).click();
  await rows
    .filter({ hasText: 'accepted' })
    .nth(keys.length - 1)
    .waitFor();
  await page.getByText(`${keys.length} rules are accepted.`).waitFor();
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check({ force: true });
  await page.getByRole('button', { name: 'Export as zip' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Sigma (YAML)' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete them' }).click();
  await page.getByRole('heading', { name: 'No rule yet' }).waitFor();
});

test('what is typed is searched once it has settled, half typed ids too; old rows stay meanwhile, and the address keeps search and order', async () => {
  const { keys, person } = await withRules();
  const page = await openPage();
  await signIn(page, person, '/rules');
  const rows = page.getByRole('table').locator('tbody tr');
  await page.getByText(`${keys.length} rules`).waitFor();
  const asked: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/rules?**', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('q') ?? '');
    await held;
    await route.continue();
  });
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('t1685');
  await page.waitForURL('**/rules?q=t1685');
  expect(await rows.count()).toBe(keys.length);
  release();
  // The one of T1685.005; a technique is found with its children.
  await page.getByText('1 rule', { exact: true }).waitFor();
  // Not one for each letter; how many depends on how fast the machine types.
  expect(asked.at(-1)).toBe('t1685');
  expect(asked.length).toBeLessThan(5);
  await page.unroute('**/v1/rules?**');
  await page.getByRole('searchbox', { name: 'Search' }).fill('T1490.');
  await page.getByRole('heading', { name: 'No rule fits these filters' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('T1');
  await page.getByText(`${keys.length} rules`).waitFor();
  await page.getByRole('button', { name: 'Rule', exact: true }).click();
  await page.waitForURL('**/rules?q=T1&sort=title');
  const titles = (): Promise<string[]> => rows.locator('a[href^="/rules/"]').allTextContents();
  await page.getByRole('columnheader', { name: 'Rule' }).and(page.locator('[aria-sort="ascending"]')).waitFor();
  await page.reload();
  await page.getByText(`${keys.length} rules`).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('T1');
  expect(await titles()).toEqual([...(await titles())].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
  await look(page, 'library-searched');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.waitForURL('**/rules?sort=title');
  await page.getByRole('searchbox', { name: 'Search' }).and(page.locator(':placeholder-shown')).waitFor();
  await page.getByText(`${keys.length} rules`).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBeNull();
});

test('a page that is newer than the API shows the rules, without where a search found them', async () => {
  const { keys, person } = await withRules();
  const page = await openPage();
  await page.route('**/v1/rules?**', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const rule of body.data.rules) delete rule.found;
    await route.fulfill({ response, json: body });
  });
  await signIn(page, person, '/rules');
  await page.getByText(`${keys.length} rules`).waitFor();
  expect(await page.getByRole('table').locator('tbody tr').count()).toBe(keys.length);
});

test('what a search found is marked where it stands, in the title or in the value that is shown for it', async () => {
  const person = await newPerson();
  const text = 'The actor ran vssadmin.exe delete shadows /all /quiet on every server.';
  await (await asPerson(person))('POST', '/v1/generate', { inputType: 'text', title: 'An advisory', text });
  const page = await openPage();
  await signIn(page, person, '/rules?q=vssadmin');
  const rows = page.getByRole('table').locator('tbody tr');
  const titled = rows.filter({ has: page.getByRole('link', { name: 'Shadow Copy Deletion With Vssadmin' }) });
  await titled.locator('a mark', { hasText: 'Vssadmin' }).waitFor();
  await look(page, 'library-found');
  await page.getByRole('searchbox', { name: 'Search' }).fill('shadows');
  await page.waitForURL('**/rules?q=shadows');
  const found = rows.getByText(/^(?:Value|Description): /).first();
  await found.locator('mark', { hasText: /^shadows$/i }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.locator('tbody mark').first().waitFor({ state: 'detached' });
});

test('a rule is shown in every language, edited with checks, and its versions are compared and restored', async () => {
  const { keys, person } = await withRules();
  const page = await openPage();
  // The check of a text that is no rule is refused.
  expectComplaint(/400/);
  await signIn(page, person, `/rules/${keys[0]}`);
  await page.getByRole('tab', { name: 'KQL' }).click();
  await page.getByRole('button', { name: 'Copy the KQL query' }).click();
  await page.getByRole('button', { name: 'the KQL query copied' }).waitFor();
  await look(page, 'rule');
  await page.getByRole('link', { name: 'Edit' }).click();
  const field = page.getByLabel('Sigma rule', { exact: true });
  const before = await field.inputValue();
  await field.fill(before.replace(/^level: .*$/m, 'level: sideways'));
  await page.getByRole('button', { name: /^Line \d+: .*level/i }).waitFor();
  await field.fill(before.replace(/^level: .*$/m, 'level: low'));
  await page.getByRole('button', { name: /^Line \d+: .*level/i }).waitFor({ state: 'detached' });
  await look(page, 'rule-edit');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await page.getByRole('link', { name: 'Versions (2)' }).click();
  await page.getByText('+ level: low').waitFor();
  await look(page, 'rule-versions');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Restore it' }).click();
  await page.getByRole('link', { name: 'Versions (3)' }).waitFor();
});

test('a pipeline is written with a live preview, used by default, and deleted', async () => {
  const person = await newPerson();
  const page = await openPage();
  await signIn(page, person, '/pipelines');
  await page.getByRole('heading', { name: 'No pipeline' }).waitFor();
  await page.getByRole('link', { name: 'New pipeline' }).click();
  await page.getByText('process.command_line').nth(1).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('our fields');
  await look(page, 'pipeline-new');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'our fields', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pipelines' }).click();
  await page.getByRole('link', { name: 'our fields' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.getByRole('heading', { name: 'No pipeline' }).waitFor();
});

test('the team’s rules are there for its members, and a rule is not there for another tenant', async () => {
  const { keys, person } = await withRules();
  const api = await asPerson(person);
  await api('POST', '/v1/team', { name: 'Blue' });
  const page = await openPage();
  await signIn(page, person, '/rules?owner=team');
  await page.getByRole('heading', { name: 'No rule yet' }).waitFor();
  await page.getByText('What its members generate from now on is here.').waitFor();
  await api('POST', '/v1/generate', { inputType: 'sigma', yaml: RULE('Shadow copies deleted, ours') });
  await page.goto('/team/rules');
  await page.getByRole('link', { name: 'Shadow copies deleted, ours' }).waitFor();
  await look(page, 'team-rules');
  const stranger = await openPage();
  expectComplaint(/404/);
  await signIn(stranger, await newPerson(), `/rules/${keys[0]}`);
  await stranger.getByRole('heading', { name: 'There is no such rule' }).waitFor();
});
