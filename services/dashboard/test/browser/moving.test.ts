import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, joinTeam, mailedLink, newPerson, type Person } from '../support/stack.js';

withBrowser();

const RULE = (title: string, id: string = randomUUID()) => `title: ${title}
id: ${id}
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

/** Somebody with rules of these titles, of their own or of the team that they are in. */
async function bring(person: Person, titles: readonly string[], id?: string): Promise<void> {
  const api = await asPerson(person);
  for (const title of titles) await api('POST', '/v1/generate', { inputType: 'sigma', yaml: RULE(title, id) });
}

const rowsOf = (page: Page) => page.getByRole('table').locator('tbody tr');
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('whoever makes a team is offered to bring rules and accounts along, and a colleague sees what was ticked and nothing else', async () => {
  // Whoever is in no team asks for it in vain.
  expectComplaint(/404/);
  const [owner, colleague] = [await newPerson('enterprise'), await newPerson('team')];
  await bring(owner, ['Brought along', 'Stays with me']);
  const api = await asPerson(owner);
  await api('POST', '/accounts', { name: 'production', provider: 'aws', external_account_id: '111122223333' });
  const page = await openPage();
  await signIn(page, owner, '/team');
  await page.getByLabel('The team’s name').fill('Blue');
  await page.getByRole('button', { name: 'Make the team' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bring your rules and accounts along?' });
  await dialog.getByText('Brought along').click();
  await dialog.getByText('production (111122223333)').click();
  await look(page, 'bring-along');
  await dialog.getByRole('button', { name: 'Bring them along' }).click();
  await page.getByText('1 rule and 1 cloud account are the team’s now.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  // It is offered once.
  await page.reload();
  await page.getByRole('heading', { name: 'Blue', level: 1 }).waitFor();
  expect(await dialog.count()).toBe(0);

  await joinTeam(owner, colleague);
  const theirs = await openPage();
  await signIn(theirs, colleague, '/team/rules');
  await theirs.getByRole('link', { name: 'Brought along' }).click();
  await theirs.waitForURL('**/team/rules/*');
  await theirs.getByRole('heading', { name: 'Brought along', level: 1 }).waitFor();
  await theirs.goto('/team/rules');
  await theirs.getByRole('link', { name: 'Brought along' }).waitFor();
  expect(await rowsOf(theirs).count()).toBe(1);
  await theirs.goto('/coverage');
  await theirs.getByRole('row').filter({ hasText: 'production' }).getByText('the team’s').waitFor();
});

test('whoever joins brings all along but a rule that the team has under the same key; both are listed, opened and changed apart', async () => {
  expectComplaint(/404/);
  const [owner, guest] = [await newPerson(), await newPerson('pro')];
  await (await asPerson(owner))('POST', '/v1/team', { name: 'Green' });
  const key = randomUUID();
  await bring(owner, ['As the team has it'], key);
  await bring(guest, ['As I edited it'], key);
  await bring(guest, ['Only mine so far']);
  await (await asPerson(owner))('POST', '/v1/team/invite', { email: guest.email });
  const page = await openPage();
  await signIn(page, guest);
  await page.goto(await mailedLink(guest.email, 'You are invited'));
  await page.getByRole('button', { name: 'Join the team' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('All my rules (2)').click();
  await dialog.getByRole('button', { name: 'Bring them along' }).click();
  await dialog.getByText('The team has a rule of this key already', { exact: false }).waitFor();
  await look(page, 'bring-along-left');
  await dialog.getByRole('link', { name: 'As I edited it' }).click();
  await page.waitForURL(`**/rules/${key}`);
  await page.getByRole('heading', { name: 'As I edited it', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Set state' }).click();
  await page.getByRole('menuitem', { name: 'rejected' }).click();
  await page.locator('[class*="_page-head_"], header').getByText('rejected').first().waitFor();

  await page.goto(`/team/rules/${key}`);
  await page.getByRole('heading', { name: 'As the team has it', level: 1 }).waitFor();
  await page.getByText('draft').first().waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL(`**/team/rules/${key}/edit`);
  const field = page.getByLabel('Sigma rule', { exact: true });
  await field.fill((await field.inputValue()).replace('As the team has it', 'As we have it now'));
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await page.waitForURL(`**/team/rules/${key}`);
  await page.getByRole('heading', { name: 'As we have it now', level: 1 }).waitFor();
  await page.goto(`/rules/${key}`);
  await page.getByRole('heading', { name: 'As I edited it', level: 1 }).waitFor();
});

test('selected rules move from the library; the owner is a column, a filter and in the address; the old address leads on', async () => {
  expectComplaint(/404/);
  const [owner, colleague] = [await newPerson(), await newPerson('pro')];
  await (await asPerson(owner))('POST', '/v1/team', { name: 'Red' });
  await bring(owner, ['Of the owner']);
  await bring(colleague, ['First', 'Second', 'Third']);
  await joinTeam(owner, colleague);
  const page = await openPage();
  await signIn(page, colleague, '/rules');
  await page.getByRole('checkbox', { name: 'Select First' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Select Second' }).check({ force: true });
  const address = (await page.getByRole('link', { name: 'First' }).getAttribute('href')) ?? '';
  await page.getByRole('button', { name: 'Move to the team' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 rules to the team “Red”?' });
  await look(page, 'move-to-team');
  await dialog.getByRole('button', { name: 'Move to the team' }).click();
  await page.getByText('2 rules moved to the team.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await rowsOf(page).filter({ hasText: 'First' }).getByText('the team’s').waitFor();
  expect(await rowsOf(page).filter({ hasText: 'mine' }).count()).toBe(1);
  await look(page, 'library-owners');

  await choose(page, 'Owner', 'mine');
  await page.waitForURL('**/rules?owner=user');
  await rowsOf(page).filter({ hasText: 'First' }).waitFor({ state: 'detached' });
  expect(await rowsOf(page).count()).toBe(1);
  await page.goto('/rules?owner=team');
  await page.getByRole('link', { name: 'Of the owner' }).waitFor();
  expect(await rowsOf(page).count()).toBe(3);

  await page.goto(address);
  await page.waitForURL(`**/team${address}`);
  await page.getByRole('heading', { name: 'First', level: 1 }).waitFor();

  const theirs = await openPage();
  await signIn(theirs, owner, '/rules?owner=team');
  for (const title of ['First', 'Second']) await theirs.getByRole('link', { name: title }).waitFor();
  expect(await theirs.getByRole('link', { name: 'Third' }).count()).toBe(0);

  // Whoever has left opens none of it.
  await (await asPerson(colleague))('POST', '/v1/team/leave');
  await page.goto(`/team${address}`);
  await page.getByRole('heading', { name: 'There is no such rule' }).waitFor();
});

test('a report that is read again as a member leads to the team’s rules, and one’s own of before stay open', async () => {
  const owner = await newPerson();
  const api = await asPerson(owner);
  const text = 'The actor ran vssadmin.exe delete shadows /all /quiet on every server.';
  const before = await api('POST', '/v1/generate', { inputType: 'text', text });
  await api('POST', '/v1/team', { name: 'Grey' });
  const again = await api('POST', '/v1/generate', { inputType: 'text', text });
  const key = again.rules[0].key;
  expect(before.rules[0].key).toBe(key);
  const page = await openPage();
  await signIn(page, owner, `/reports/${again.id}?rule=${key}`);
  await page.getByRole('link', { name: 'Open in the library' }).click();
  await page.waitForURL(`**/team/rules/${key}`);
  await page.goto(`/reports/${before.id}?rule=${key}`);
  await page.getByRole('link', { name: 'Open in the library' }).click();
  await page.waitForURL((url) => url.pathname === `/rules/${key}`);
  await page.getByRole('button', { name: 'Move to the team' }).waitFor();
});

test('a cloud account moves from the list, and the owner is a column, a filter and in the address', async () => {
  expectComplaint(/404/);
  const [owner, colleague] = [await newPerson(), await newPerson('pro')];
  await (await asPerson(owner))('POST', '/v1/team', { name: 'White' });
  const api = await asPerson(colleague);
  for (const [name, number] of [
    ['production', '111122223333'],
    ['staging', '444455556666'],
  ])
    await api('POST', '/accounts', { name, provider: 'aws', external_account_id: number });
  await joinTeam(owner, colleague);
  const page = await openPage();
  await signIn(page, colleague, '/coverage');
  await page.getByRole('checkbox', { name: 'Select production' }).check({ force: true });
  await page.getByRole('button', { name: 'Move to the team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move to the team' }).click();
  await page.getByText('1 account moved to the team.').waitFor();
  await page.getByRole('row').filter({ hasText: 'production' }).getByText('the team’s').waitFor();
  await look(page, 'accounts-owners');
  await choose(page, 'Owner', 'mine');
  await page.waitForURL('**/coverage?owner=user');
  await page.getByRole('link', { name: 'production' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'staging' }).waitFor();
  const theirs = await openPage();
  await signIn(theirs, owner, '/coverage');
  await theirs.getByRole('link', { name: 'production' }).waitFor();
  expect(await theirs.getByRole('link', { name: 'staging' }).count()).toBe(0);
});
