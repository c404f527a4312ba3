import type { Page } from 'playwright-core';
import { look, openPage, signIn, withBrowser } from '../support/browser.js';
import { makeRules, newPerson, type Person } from '../support/stack.js';

withBrowser();

const titles = (count: number, word = 'Rule'): string[] => Array.from({ length: count }, (_, n) => `${word} ${n + 1}`);

/** Somebody's library, open. */
async function library(rules: readonly string[]): Promise<{ page: Page; person: Person }> {
  const person = await newPerson();
  await makeRules(person, rules);
  const page = await openPage();
  await signIn(page, person, '/rules');
  await page.getByRole('table').waitFor();
  return { page, person };
}

const rowsOf = (page: Page) => page.getByRole('table').locator('tbody tr');
const selectShown = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all that are shown' }).check({ force: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('a filter empties the selection: nothing is done to rules that are not shown', async () => {
  const { page } = await library([...titles(46, 'Old'), ...titles(4, 'New')]);
  await selectShown(page);
  await page.getByText('50 selected').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('New');
  await page.getByText('Select rules to decide on them').waitFor();
  await page.getByRole('row').filter({ hasText: 'Old 1' }).first().waitFor({ state: 'detached' });
  await selectShown(page);
  await page.getByText('4 selected').waitFor();
  await button(page, 'Delete').click();
  const dialog = page.getByRole('dialog', { name: 'Delete 4 rules?' });
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['New 4', 'New 3', 'New 2', 'New 1']);
  await look(page, 'library-delete');
  await dialog.getByRole('button', { name: 'Delete them' }).click();
  await page.getByText('4 rules are deleted.').waitFor();
  await page.getByRole('heading', { name: 'No rule fits these filters' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('link', { name: 'Old 46' }).waitFor();
  expect(await rowsOf(page).count()).toBe(46);
});

test('all that match are deleted in one job, once their number is typed, and restored from the notice', async () => {
  const { page } = await library(titles(260));
  await selectShown(page);
  await button(page, 'Select all 260 that match').click();
  await page.getByText('260 selected, all that match').waitFor();
  await button(page, 'Delete').click();
  const dialog = page.getByRole('dialog', { name: 'Delete 260 rules?' });
  await dialog.getByText('and 250 more').waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(11);
  const confirm = dialog.getByRole('button', { name: 'Delete them' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Type 260 to confirm').fill('26');
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Type 260 to confirm').fill('260');
  await confirm.click();
  await page.getByText('260 rules are deleted.').waitFor();
  await page.getByRole('heading', { name: 'No rule yet' }).waitFor();
  await look(page, 'library-deleted');
  await button(page, 'Restore').click();
  await page.getByRole('link', { name: 'Rule 260' }).waitFor();
});

test('a job’s progress is shown, also after a reload, and in the end what was not done and why', async () => {
  const { page } = await library(titles(3));
  await selectShown(page);
  const asked: string[] = [];
  let running = true;
  await page.route('**/v1/rules/bulk/*', async (route) => {
    asked.push(route.request().url());
    const answer = await route.fetch();
    const { data } = await answer.json();
    // As if it had only come so far.
    const early = { ...data, state: 'running', done: 1, total: 3, notDone: [], endedAt: null };
    const late = {
      ...data,
      notDone: [
        {
          ...{ reason: 'gone', message: 'There is no such rule of yours any more.', count: 1 },
          rules: [{ ruleKey: crypto.randomUUID(), title: 'Deleted by a colleague', message: null }],
        },
      ],
    };
    await route.fulfill({ response: answer, json: { success: true, data: running ? early : late } });
  });
  await page.getByRole('button', { name: 'Set state' }).click();
  await page.getByRole('menuitem', { name: 'accepted' }).click();
  const bar = page.getByRole('progressbar', { name: 'Setting the state: 1 of 3 rules' });
  await bar.waitFor();
  expect(await bar.getAttribute('value')).toBe('1');
  await look(page, 'library-job');
  await page.reload();
  await bar.waitFor();
  running = false;
  await page.getByText('3 rules are accepted.').waitFor();
  await page.getByText('1 rule not set: There is no such rule of yours any more.').click();
  await page.getByText('Deleted by a colleague').waitFor();
  await rowsOf(page).filter({ hasText: 'accepted' }).nth(2).waitFor();
  const before = asked.length;
  await button(page, 'Close').click();
  await page.getByRole('region', { name: 'What was done' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.has('job')).toBe(false);
  // It has ended: nobody asks for it any more.
  expect(asked.length).toBe(before);
});

test('a large export is a job whose zip is downloaded when it is done', async () => {
  const { page } = await library(titles(120));
  await selectShown(page);
  await button(page, 'Select all 120 that match').click();
  await page.getByRole('button', { name: 'Export as zip' }).click();
  await page.getByRole('menuitem', { name: 'Sigma (YAML)' }).click();
  await page.getByText('120 rules are exported.').waitFor();
  const saved = page.waitForEvent('download');
  await button(page, 'Download the zip').click();
  expect((await saved).suggestedFilename()).toBe('tripline-rules.zip');
});

test('the bin shows what was deleted, restores it and deletes it for good', async () => {
  const { page } = await library(titles(4));
  await page.getByRole('link', { name: 'Rule 1', exact: true }).click();
  await button(page, 'Delete').click();
  await page.getByText('It stays in the bin for 30 days').waitFor();
  await button(page, 'Delete it').click();
  await page.getByText('“Rule 1” is in the bin for 30 days.').waitFor();
  await page.reload();
  await button(page, 'Restore').click();
  await page.getByRole('link', { name: 'Rule 1', exact: true }).waitFor();
  await selectShown(page);
  await button(page, 'Delete').click();
  await button(page, 'Delete them').click();
  await page.getByText('4 rules are deleted.').waitFor();
  await page.getByRole('link', { name: 'Bin', exact: true }).click();
  await page.getByRole('heading', { name: 'Bin', level: 1 }).waitFor();
  await page.getByText('4 rules in the bin').waitFor();
  await look(page, 'bin');
  await page.getByRole('checkbox', { name: 'Select Rule 2' }).check({ force: true });
  await button(page, 'Restore').click();
  await page.getByText('3 rules in the bin').waitFor();
  await page.getByRole('checkbox', { name: 'Select Rule 3' }).check({ force: true });
  await button(page, 'Delete for good').click();
  await page
    .getByRole('dialog', { name: 'Delete 1 rule for good?' })
    .getByRole('button', { name: 'Delete for good' })
    .click();
  await page.getByText('2 rules in the bin').waitFor();
  await button(page, 'Empty the bin').click();
  await page
    .getByRole('dialog', { name: 'Delete 2 rules for good?' })
    .getByRole('button', { name: 'Delete for good' })
    .click();
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor();
  await page.getByRole('link', { name: 'Library' }).last().click();
  await page.getByRole('link', { name: 'Rule 2', exact: true }).waitFor();
  expect(await rowsOf(page).count()).toBe(1);
});
