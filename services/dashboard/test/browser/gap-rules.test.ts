import { eventually } from '@tripline/stack';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson } from '../support/stack.js';

withBrowser();

interface Gap {
  readonly technique_id: string;
  readonly generate: object | null;
  readonly closes: readonly { readonly kind: string; readonly title: string }[];
  readonly rules: readonly { readonly key: string; readonly state: string }[];
}

test('a gap leads to the form that writes rules for it, and shows them with their state, each a link', async () => {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  const gapsOf = async (query: string): Promise<Gap[]> =>
    (await api('GET', `/accounts/${account}/coverage/gaps?limit=200${query}`)).gaps;
  // As the page lists them: what is unknown is no gap to close.
  const gap = (await gapsOf('&unknown=false')).find(
    ({ closes, generate }) => generate !== null && closes[0]?.title.startsWith('Add an EventBridge rule'),
  );
  const technique = gap?.technique_id ?? '';
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/techniques/${technique}`);
  const section = page.locator('main');
  await section.getByText('None yet.').waitFor();
  const ways = page.getByRole('list', { name: 'What closes this gap' });
  expect(await ways.getByRole('heading', { level: 3 }).allTextContents()).toEqual(
    gap?.closes.map(({ title }) => title),
  );
  const control = ways.getByRole('listitem').filter({ hasText: 'Add an EventBridge rule' }).first();
  await control.getByRole('tab', { name: 'Terraform' }).click();
  const loading = page.waitForEvent('download');
  await control.getByRole('button', { name: /^Download .* by Terraform$/ }).click();
  expect((await loading).suggestedFilename()).toBe(`${technique}-1.tf.json`);
  await control.getByRole('tab', { name: 'AWS CLI' }).click();
  await control.getByRole('button', { name: /^Copy .* by AWS CLI$/ }).click();
  const copied = await page.evaluate(() =>
    (
      globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
    ).navigator.clipboard.readText(),
  );
  expect(copied).toContain('aws events put-rule');
  await page.getByRole('link', { name: 'Write rules', exact: true }).click();
  await page.getByText(`The rules are written for the gap ${technique}`).waitFor();
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.waitForURL(/\/(generations|reports)\//);
  await page.getByText('for the gap').waitFor();

  const written = async (): Promise<Gap['rules']> => (await gapsOf(`&technique=${technique}`))[0]?.rules ?? [];
  await eventually(async () => (await written()).length > 0);
  const [rule] = await written();
  await api('PATCH', `/v1/rules/${rule?.key}`, { state: 'deployed' });
  await eventually(async () => (await written()).some(({ state }) => state === 'deployed'));
  await page
    .getByRole('link', { name: new RegExp(`^${technique} `) })
    .first()
    .click();
  await page.waitForURL(new RegExp(`/techniques/${technique}$`));
  await page.getByText('counts as covered once a scan or an imported SIEM shows it').waitFor();
  const first = page.getByRole('list', { name: 'Rules written for this gap' }).getByRole('listitem').first();
  await first.getByText('deployed').waitFor();
  await look(page, 'gap-rules');
  const { title } = await api('GET', `/v1/rules/${rule?.key}`);
  await first.getByRole('link', { name: title }).click();
  await page.getByRole('heading', { name: title }).first().waitFor();

  await page.goto(`/coverage/${account}/gaps`);
  await page.getByRole('link', { name: /^\d+ rules? written, 1 deployed$/ }).click();
  await page.waitForURL(new RegExp(`/techniques/${technique}$`));
});

test('by keyboard alone, gaps are picked from the table, rules written for each, and what closes one is read beside it', async () => {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  const { gaps } = await api('GET', `/accounts/${account}/coverage/gaps?limit=100&unknown=false`);
  const picked: string[] = gaps
    .filter(({ generate }: Gap) => generate !== null)
    .slice(0, 2)
    .map(({ technique_id }: Gap) => technique_id);
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/gaps`);
  for (const technique of picked) {
    await page.getByRole('checkbox', { name: `Select ${technique}` }).focus();
    await page.keyboard.press('Space');
  }
  await page.getByRole('button', { name: 'Generate rules for 2 selected' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Rules for 2 gaps were asked for. Review them:').waitFor();
  const reports = page.getByRole('list', { name: 'Reports to review' }).getByRole('link');
  expect((await reports.allTextContents()).map((text) => text.split(':')[0])).toEqual(picked);
  expect(await page.getByRole('button', { name: /selected$/ }).count()).toBe(0);

  const closes = page.getByRole('button', { name: new RegExp(`, what closes ${picked[0]}$`) });
  await closes.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await panel.getByRole('list', { name: 'What closes this gap' }).waitFor();
  await look(page, 'gap-panel');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await closes.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);

  await reports.first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/reports\//);
  await page.getByText('for the gap').waitFor();
});

test('by keyboard somebody says who works on a gap, until when and under which ticket, and the list shows it', async () => {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/gaps`);
  const row = page.getByRole('table').locator('tbody tr').first();
  await row.getByRole('button', { name: /, what closes/ }).focus();
  const technique = (await row.getByRole('button', { name: /, what closes/ }).textContent())?.split(' ').at(-1) ?? '';
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Work on the gap' });
  await form.getByRole('button', { name: /How far it is/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'in progress' }).press('Enter');
  await form.getByLabel('Who works on it').fill('cloud@example.com');
  await form.getByLabel('Due').fill('2020-02-29');
  await form.getByLabel('Ticket').fill('javascript:alert(1)');
  expectComplaint(/400/);
  await form.getByLabel('Ticket').press('Enter');
  await form.getByRole('alert').getByText('ticket_url').waitFor();
  await form.getByLabel('Ticket').fill('https://tickets.example.com/SEC-101');
  await form.getByLabel('Ticket').press('Enter');
  await page.getByText('The work on the gap is saved.').first().waitFor();
  await look(page, 'gap-work');
  await page.keyboard.press('Escape');
  await row.getByText('in progress').waitFor();
  await row.getByText('overdue').waitFor();
  expect(await row.getByRole('link', { name: 'Ticket' }).getAttribute('href')).toBe(
    'https://tickets.example.com/SEC-101',
  );
  await look(page, 'gaps-work');
  const { gaps } = await api('GET', `/accounts/${account}/coverage/gaps?limit=200`);
  const gap = gaps.find(({ technique_id }: Gap) => technique_id === technique);
  expect(gap).toMatchObject({ state: 'in_progress', owner: 'cloud@example.com' });
});

test('a gap that an advisory shows says so in the list once it was read, and beside it by which', async () => {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  interface Read {
    readonly technique_id: string;
    readonly name: string;
    readonly advisories_read: { readonly count: number };
  }
  const gaps = async (): Promise<Read[]> =>
    (await api('GET', `/accounts/${account}/coverage/gaps?limit=200&unknown=false`)).gaps;
  const [worst] = await gaps();
  const text = `In the AWS account the actor used ${worst?.name} (${worst?.technique_id}), as MITRE ATT&CK calls it.`;
  await api('POST', '/v1/generate', { inputType: 'text', title: 'Lantern in the cloud', text });
  const read = async () => (await gaps()).find(({ advisories_read: { count } }) => count > 0);
  await eventually(async () => (await read()) !== undefined);
  const technique = (await read())?.technique_id ?? '';
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/gaps`);
  const row = page.getByRole('table').locator('tbody tr').filter({ hasText: technique }).first();
  await row.getByText('read 1').waitFor();
  await row.getByRole('button', { name: /, what closes/ }).click();
  await page
    .getByRole('dialog')
    .getByText(/In an advisory that you read here .*“Lantern in the cloud”/)
    .waitFor();
});
