import type { Page } from 'playwright-core';
import { expectComplaint, openPage, openTab, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, makeRules, newPerson } from '../support/stack.js';

withBrowser();

const scrolled = (page: Page): Promise<number> => page.evaluate('Math.round(scrollY)') as Promise<number>;

test('Back from a rule returns to the same place in the library, with the keyboard on the link that was followed', async () => {
  const person = await newPerson('enterprise');
  await makeRules(
    person,
    Array.from({ length: 50 }, (_, index) => `Rule number ${index}`),
  );
  const page = await openPage();
  await signIn(page, person, '/rules');
  const link = page.getByRole('link', { name: 'Rule number 9', exact: true });
  await link.focus();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(200);
  const address = await link.getAttribute('href');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Rule number 9', level: 1 }).waitFor();
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await page.locator(`a[href="${address}"]:focus`).waitFor();
  expect(await scrolled(page)).toBe(before);
  await page.goForward();
  await page.getByRole('heading', { name: 'Rule number 9', level: 1 }).waitFor();
  await page.waitForFunction('scrollY === 0');
});

test('Back from a technique returns to its panel beside the matrix, and once more to the matrix as it was: unfolded, and scrolled down and to the side', async () => {
  const { account, person } = await scanned();
  const page = await openPage();
  await page.setViewportSize({ width: 900, height: 700 });
  await signIn(page, person, `/coverage/${account}/matrix`);
  const parent = page
    .locator('[data-parent][data-cell$=" T1485"], [data-parent][data-cell$=" T1562"], [data-parent]')
    .last();
  await parent.focus();
  const key = await parent.getAttribute('data-cell');
  const cells = page.locator('[data-cell]');
  const before = await cells.count();
  await page.keyboard.press('Space');
  await page.waitForFunction((count) => globalThis.document.querySelectorAll('[data-cell]').length > count, before);
  const unfolded = await cells.count();
  const box = page.getByRole('region', { name: 'ATT&CK matrix' });
  const place = await box.evaluate(({ scrollLeft }) => [Math.round(scrollLeft), Math.round(scrollY)]);
  expect(place[0]).toBeGreaterThan(100);
  await page.keyboard.press('Enter');
  const technique = key?.split(' ').at(-1) ?? '';
  const panel = page.getByRole('dialog', { name: new RegExp(`^${technique} `) });
  await panel.getByRole('link', { name: 'Open the technique’s page' }).click();
  await page.waitForURL('**/techniques/*');
  await page.getByRole('heading', { name: technique }).first().waitFor();
  await page.goBack();
  await panel.waitFor();
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await page.waitForURL('**/matrix');
  await page.waitForFunction((count) => globalThis.document.querySelectorAll('[data-cell]').length === count, unfolded);
  expect(await box.evaluate(({ scrollLeft }) => [Math.round(scrollLeft), Math.round(scrollY)])).toEqual(place);
});

test('a session that ended is begun again in another tab, and the first goes on with what was typed in it', async () => {
  // The rule that was put into the library is none.
  expectComplaint(/40[01]/);
  const person = await newPerson();
  const [key] = await makeRules(person, ['Typed in']);
  const first = await openPage();
  await signIn(first, person, `/rules/${key}/edit`);
  const field = first.getByLabel('Sigma rule', { exact: true });
  await field.fill(`${await field.inputValue()}# a note of mine\n`);
  const second = await openTab(first.context());
  await second.goto('/rules');
  await second.getByRole('link', { name: 'Typed in' }).waitFor();
  await (await asPerson(person))('DELETE', '/v1/me/sessions');
  // Both tabs had the session; the second is the one that notices.
  await second.reload();
  await second.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(second, person, '/reports');
  await second.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
  expect(await field.inputValue()).toContain('# a note of mine');
  await first.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Converter' }).click();
  await first
    .getByRole('dialog')
    .getByRole('button', { name: /^(?:Leave|Keep|Go)/ })
    .first()
    .click();
  await first.getByRole('heading', { name: 'Converter', level: 1 }).waitFor();
  await first.goBack();
  await first.getByLabel('Sigma rule', { exact: true }).waitFor();
  expect(await first.getByLabel('Sigma rule', { exact: true }).inputValue()).toContain('# a note of mine');
});
