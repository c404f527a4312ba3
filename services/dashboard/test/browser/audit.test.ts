import { readFileSync } from 'node:fs';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson } from '../support/stack.js';

withBrowser();

test('the audit log is filtered in the address, saved as CSV, and its seal verified', async () => {
  const owner = await newPerson();
  const call = await asPerson(owner);
  await call('POST', '/v1/team', { name: 'Seals' });
  await call('PATCH', '/v1/team', { name: 'Sealed' });
  const page = await openPage();
  await signIn(page, owner, '/team/audit');
  await page.getByRole('cell', { name: 'team renamed' }).waitFor();
  await page.getByRole('cell', { name: 'team “Sealed”' }).first().waitFor();
  // No id stands among the words; who looks for one unfolds the details.
  const words = await page.getByRole('row').locator('td:not(:last-child)').allTextContents();
  expect(words.filter((text) => text !== owner.email && /[0-9a-f]{8}-|team\./.test(text))).toEqual([]);
  await look(page, 'audit');
  await page.getByRole('link', { name: 'team created' }).click();
  await page.getByRole('cell', { name: 'team renamed' }).waitFor({ state: 'detached' });
  expect(page.url()).toContain('action=team.created');
  expect(await page.getByLabel('Action').inputValue()).toBe('team.created');
  await page.goBack();
  await page.getByRole('cell', { name: 'team renamed' }).waitFor();
  await page.getByLabel('Action').fill('team.created');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('cell', { name: 'team renamed' }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('cell', { name: 'team renamed' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('team.created');
  await page.getByRole('button', { name: 'Verify integrity' }).click();
  await page.getByText('The log is intact').waitFor();
  await look(page, 'audit-verified');
});

test('somebody in no team is told so where the log would be', async () => {
  expectComplaint(/40[34]/);
  const page = await openPage();
  await signIn(page, await newPerson(), '/team/audit');
  await page.getByRole('heading', { name: 'You are in no team' }).waitFor();
});
