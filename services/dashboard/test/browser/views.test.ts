import type { Page } from 'playwright-core';
import { look, openPage, openTab, signIn, signOut, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, newPerson } from '../support/stack.js';

withBrowser();

test('a view of a list is saved under a name, found again by its link, in another tab and after a sign-out, and forgotten', async () => {
  const { account, person } = await scanned();
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/gaps?partial=yes&priority=medium&offset=0`);
  await page.getByText(/techniques, the worst first/).waitFor();
  await page.getByRole('button', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Medium, also partly');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const views = page.getByRole('list', { name: 'Saved views' });
  const view = views.getByRole('link', { name: 'Medium, also partly' });
  expect(await view.getAttribute('aria-current')).toBe('true');
  await look(page, 'saved-views');

  const other = await openTab(page.context());
  await other.goto(`/coverage/${account}/gaps?priority=low`);
  const there = other.getByRole('link', { name: 'Medium, also partly' });
  expect(await there.getAttribute('aria-current')).toBeNull();
  await other.getByRole('button', { name: 'Save this view' }).click();
  await other.getByRole('dialog').getByLabel('Name').fill('Medium, also partly');
  await other.getByText('A view has this name already.').waitFor();
  expect(await other.getByRole('dialog').getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await other.getByRole('button', { name: 'Cancel' }).click();
  await there.click();
  await other.waitForURL('**/gaps?partial=yes&priority=medium');

  // The lists of detections have views of their own, and so has everybody.
  await page.goto(`/coverage/${account}/detections?status=active`);
  await page.getByRole('button', { name: 'Save this view' }).waitFor();
  expect(await page.getByRole('link', { name: 'Medium, also partly' }).count()).toBe(0);
  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(page, await newPerson(), '/rules?level=high');
  await page.getByRole('button', { name: 'Save this view' }).waitFor();
  expect(await page.getByRole('list', { name: 'Saved views' }).count()).toBe(0);
  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(page, person, `/coverage/${account}/gaps`);
  await view.click();
  await page.waitForURL('**/gaps?partial=yes&priority=medium');
  await page.getByRole('button', { name: 'Forget this view' }).click();
  await view.waitFor({ state: 'detached' });
});

test('what is stored in the place of views and is none shows none, and the list all the same', async () => {
  const person = await newPerson();
  const page = await openPage();
  await signIn(page, person, '/rules?level=high');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('High');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'High', exact: true }).waitFor();
  await page.evaluate(() => {
    const { localStorage: stored } = globalThis as unknown as { localStorage: Record<string, string> };
    for (const key of Object.keys(stored))
      if (key.startsWith('tripline.views.')) stored[key] = '[{"name": 7}, null, "x"]';
  });
  await page.reload();
  await page.getByRole('button', { name: 'Save this view' }).waitFor();
  expect(await page.getByRole('list', { name: 'Saved views' }).count()).toBe(0);
});

const headings = (page: Page, list: string): Promise<string[]> =>
  page.getByRole('region', { name: list }).locator('thead th').allTextContents();

async function choose(page: Page, column: string): Promise<void> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: column }).click();
  await page.keyboard.press('Escape');
}

test('the columns of a list are chosen, stay so after a reload, and are of one person and one list', async () => {
  const { account, person } = await scanned();
  await (await asPerson(person))('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1059.001' });
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/detections`);
  await page.getByRole('region', { name: 'Detections' }).waitFor();
  expect(await headings(page, 'Detections')).toContain('Last fired');
  await choose(page, 'Last fired');
  await look(page, 'columns');
  await page.reload();
  await page.getByRole('region', { name: 'Detections' }).waitFor();
  expect(await headings(page, 'Detections')).not.toContain('Last fired');

  await page.goto('/rules');
  const row = page.getByRole('region', { name: 'Rules' }).locator('tbody tr').first();
  await row.waitFor();
  expect(await headings(page, 'Rules')).not.toContain('Noise');
  await choose(page, 'Noise');
  await row.getByText(/^\d+ of \d+ recordings$|^not known$/).waitFor();
  await choose(page, 'Test events');
  await row.getByText(/^\d+ match, \d+ do not$/).waitFor();
  await choose(page, 'Test events');
  await page.getByRole('columnheader', { name: 'Test events' }).waitFor({ state: 'detached' });
  await page.goto(`/coverage/${account}/gaps`);
  await page.getByRole('region', { name: 'Gaps' }).waitFor();
  expect(await headings(page, 'Gaps')).toContain('Effort');
  // By its first way to be closed, of which a switch is the least.
  const gap = page.getByRole('region', { name: 'Gaps' }).getByRole('row').filter({ hasText: 'Switch on' }).first();
  await gap.getByText('low', { exact: true }).first().waitFor();
  expect(await gap.getByTitle('effort: switch on what is there').count()).toBe(1);
  await choose(page, 'Effort');
  await page.getByRole('columnheader', { name: 'Effort' }).waitFor({ state: 'detached' });
  await look(page, 'gap-columns');
  await page.goto('/rules');
  await row.waitFor();
  // What a row is about is no choice.
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  expect(await page.getByRole('menuitemcheckbox', { name: 'Rule', exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');

  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const other = await newPerson();
  await (await asPerson(other))('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1059.001' });
  await signIn(page, other, '/rules');
  await row.waitFor();
  expect(await headings(page, 'Rules')).not.toContain('Noise');
});
