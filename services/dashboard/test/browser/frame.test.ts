import type { Locator, Page } from 'playwright-core';
import {
  accountButton,
  expectAccessible,
  expectComplaint,
  inAccountMenu,
  look,
  openPage,
  signIn,
  signOut,
  withBrowser,
} from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, makeRules, newPerson, stack } from '../support/stack.js';

withBrowser();

const main = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search or go to' });
const heightOf = async (row: Locator): Promise<number> => Math.round((await row.boundingBox())?.height ?? 0);
const widthOf = async (part: Locator): Promise<number> => Math.round((await part.boundingBox())?.width ?? 0);

/** Presses keys until the palette has the entry chosen, as somebody without a mouse does. */
async function goTo(page: Page, typed: string, entry: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
  await page.keyboard.type(typed);
  const wanted = palette(page).getByRole('menuitem', { name: entry });
  await wanted.first().waitFor();
  const chosen = palette(page).locator('[role="menuitem"][data-focused]');
  for (let tries = 0; tries < 40 && !entry.test((await chosen.allTextContents())[0] ?? ''); tries += 1)
    await page.keyboard.press('ArrowDown');
  expect((await chosen.allTextContents())[0]).toMatch(entry);
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'hidden' });
}

test('rows are 40 pixels high, or 36 where somebody chose so, which is kept for them alone', async () => {
  const person = await newPerson();
  await makeRules(person, ['A rule']);
  const other = await newPerson();
  await makeRules(other, ['A rule']);
  const page = await openPage();
  await signIn(page, person, '/rules');
  const body = page.locator('body');
  expect(await body.evaluate('getComputedStyle(document.body).fontSize')).toBe('14px');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'A rule' }) });
  await row.waitFor();
  const whole = await heightOf(row);
  await inAccountMenu(page, 'Compact');
  await page.keyboard.press('Escape');
  // The second line, which names the report, is left out.
  expect(whole).toBeGreaterThan(40);
  expect(await heightOf(row)).toBe(36);
  await page.reload();
  await row.waitFor();
  expect(await heightOf(row)).toBe(36);
  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(page, other, '/rules');
  await row.waitFor();
  expect(await heightOf(row)).toBe(whole);
});

test('the typefaces come from this server, and nothing else was let in for them', async () => {
  const page = await openPage();
  const answer = await page.goto('/sign-in');
  expect(answer?.headers()['content-security-policy']?.split(';').sort()).toEqual(
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ].sort(),
  );
  await signIn(page, await newPerson(), '/convert');
  await page.evaluate('document.fonts.ready');
  const loaded = (await page.evaluate(
    '[...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll(\'"\', ""))',
  )) as string[];
  expect([...new Set(loaded)].sort()).toEqual(['Geist Mono Variable', 'Geist Variable']);
});

test('the menu folds to its icons, by mouse and by key, and stays so', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/rules');
  await page.getByRole('button', { name: 'Fold the menu' }).click();
  const link = main(page).getByRole('link', { name: 'Reports' });
  expect(await widthOf(main(page))).toBeLessThan(64);
  // The word comes out beside the icon.
  const opacity = `getComputedStyle(document.querySelector('nav a[href="/reports"] span')).opacity`;
  await page.getByRole('heading', { level: 1 }).hover();
  expect(await page.evaluate(opacity)).toBe('0');
  await link.hover();
  expect(await page.evaluate(opacity)).toBe('1');
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'Unfold the menu' }).waitFor();
  expect(await widthOf(main(page))).toBeLessThan(64);
  await page.keyboard.press('[');
  await page.getByRole('button', { name: 'Fold the menu' }).waitFor();
  expect(await widthOf(main(page))).toBeGreaterThan(150);
});

test('the palette leads to a page, a rule, a technique and an account by the keyboard alone', async () => {
  const { account, person } = await scanned();
  const [key] = await makeRules(person, ['Shadow copies deleted by a stranger']);
  const page = await openPage();
  await signIn(page, person, '/settings/profile');
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('menuitem', { name: 'Library' }).waitFor();
  await look(page, 'palette');
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'hidden' });
  await goTo(page, 'pipel', /^Pipelines/);
  await page.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor();
  await goTo(page, 'shadow stran', /^Shadow copies deleted by a stranger/);
  await page.getByRole('heading', { name: 'Shadow copies deleted by a stranger', level: 1 }).waitFor();
  expect(page.url()).toBe(`${stack.dashboardUrl}/rules/${key}`);
  await goTo(page, 'T1059.001', /^T1059\.001 PowerShell/);
  await page.waitForURL(/\/rules\?technique=T1059\.001$/);
  await page.getByRole('link', { name: 'Shadow copies deleted by a stranger' }).waitFor();
  await goTo(page, 'sample', /^Sample/);
  await page.getByRole('heading', { name: 'Sample', level: 1 }).waitFor();
  await goTo(page, 'visib', /^Visibility/);
  await page.waitForURL(`**/coverage/${account}/visibility`);
  // Within an account a technique is the account's.
  await goTo(page, 'valid accounts', /^T1078 Valid Accounts/);
  await page.waitForURL(`**/coverage/${account}/techniques/T1078`);
  await goTo(page, 'theme dark', /^Theme: dark/);
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nothing at all is called so');
  await palette(page).getByText('Nothing has these words.').waitFor();
});

test('the palette works for a tier without coverage, whose accounts it leaves out', async () => {
  expectComplaint(/40[0-9]/);
  const page = await openPage();
  await signIn(page, await newPerson('free'), '/rules');
  await goTo(page, 'convert', /^Converter/);
  await page.getByRole('heading', { name: 'Converter', level: 1 }).waitFor();
});

test('“?” shows the keys, which lead to pages, and no letter is taken from somebody who types', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/rules');
  await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Fold or unfold the menu').waitFor();
  await look(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  const search = page.getByLabel('Search', { exact: true });
  await search.fill('');
  await search.press('g');
  await search.press('r');
  await search.press('?');
  expect(await search.inputValue()).toBe('gr?');
  expect(await sheet.count()).toBe(0);
  expect(page.url()).toContain('/rules');
  // Somebody who speaks to the computer takes single keys away; what has Ctrl stays.
  await inAccountMenu(page, 'Keyboard shortcuts');
  await sheet.getByText('Single-key shortcuts').click();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await main(page).getByRole('link', { name: 'Library' }).focus();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
  expect(await sheet.count()).toBe(0);
});

test('the account menu has one’s pages, the theme and the way out', async () => {
  const person = await newPerson('pro');
  const page = await openPage();
  await signIn(page, person, '/rules');
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Plan and limits' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await page.locator('html[data-theme="light"]').waitFor();
  await page.getByRole('menuitemradio', { name: 'As the system' }).click();
  await page.locator('html:not([data-theme])').waitFor();
  await page.getByRole('menuitem', { name: 'Plan and limits' }).click();
  await page.getByRole('heading', { name: 'Plan and limits', level: 1 }).waitFor();
  expect(page.url()).toBe(`${stack.dashboardUrl}/settings/plan`);
  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(page.url()).toBe(`${stack.dashboardUrl}/sign-in`);
});

test('an account’s pages are in four groups, each page at the address that it had', async () => {
  const { account, person } = await scanned();
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}`);
  const groups = page.getByRole('navigation', { name: 'Parts of this account' });
  await groups.waitFor();
  expect(await groups.getByRole('link').allTextContents()).toEqual(['Coverage', 'Detections', 'Activity', 'Set-up']);
  const expected: Record<string, readonly (readonly [string, string])[]> = {
    Coverage: [
      ['Overview', ''],
      ['Matrix', '/matrix'],
      ['Gaps', '/gaps'],
    ],
    Detections: [
      ['All detections', '/detections'],
      ['Visibility', '/visibility'],
      ['Regions', '/regions'],
    ],
    Activity: [
      ['Scans', '/scans'],
      ['History', '/history'],
      ['Changes', '/changes'],
    ],
    'Set-up': [
      ['Connection', '/connect'],
      ['Actors', '/actors'],
      ['Decisions', '/decisions'],
      ['Settings', '/settings'],
    ],
  };
  for (const [group, pages] of Object.entries(expected)) {
    await groups.getByRole('link', { name: group }).click();
    const within = page.getByRole('navigation', { name: `Pages of ${group.toLowerCase()}` });
    await within.waitFor();
    for (const [label, path] of pages) {
      await within.getByRole('link', { name: label, exact: true }).click();
      await page.waitForURL(`${stack.dashboardUrl}/coverage/${account}${path}`);
      await within.locator('[aria-current="page"]', { hasText: label }).waitFor();
    }
  }
  // An address that is opened cold shows the group and the page that it belongs to, and the way there.
  await page.goto(`/coverage/${account}/techniques/T1078`);
  await page.getByRole('heading', { name: /T1078/ }).waitFor();
  expect(await groups.locator('[aria-current]').allTextContents()).toEqual(['Coverage']);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await crumbs.getByText('T1078 Valid Accounts').waitFor();
  expect(await crumbs.getByRole('listitem').allTextContents()).toEqual([
    'Coverage',
    'Cloud accounts',
    'Sample',
    'Matrix',
    'T1078 Valid Accounts',
  ]);
  await crumbs.getByRole('link', { name: 'Matrix' }).click();
  await page.waitForURL(`**/coverage/${account}/matrix`);
});

test('addresses that reports had lead to theirs, with all that they said', async () => {
  const person = await newPerson();
  const api = await asPerson(person);
  const { id, source } = await api('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1059.001' });
  const page = await openPage();
  await signIn(page, person, `/generations/${id}?rule=none#here`);
  await page.waitForURL(`${stack.dashboardUrl}/reports/${id}?rule=none#here`);
  await page.getByRole('heading', { name: source.title, level: 1 }).waitFor();
  await page.goto('/generations?limit=10');
  await page.waitForURL(`${stack.dashboardUrl}/reports?limit=10`);
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
});

test('a technique’s id tells its name and tactic where the pointer or the keyboard is', async () => {
  const person = await newPerson();
  await makeRules(person, ['A rule']);
  const page = await openPage();
  await signIn(page, person, '/rules');
  const technique = page.getByRole('link', { name: 'T1059.001 PowerShell' });
  await technique.waitFor();
  expect(await technique.getAttribute('href')).toBe('https://attack.mitre.org/techniques/T1059/001/');
  const about = page.getByRole('tooltip').filter({ hasText: 'Execution' });
  expect(await about.isVisible()).toBe(false);
  await technique.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await about.waitFor();
  expect(await about.textContent()).toBe('PowerShellExecution');
  await page.keyboard.press('Escape');
  await about.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1 }).click();
  await technique.hover();
  await about.waitFor();
});

test('on a phone the menu is a drawer, which a page closes', async () => {
  const page = await openPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await newPerson(), '/rules');
  await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
  expect(await main(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await main(page).waitFor();
  await main(page).getByRole('link', { name: 'Converter' }).click();
  await page.getByRole('heading', { name: 'Converter', level: 1 }).waitFor();
  await main(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.keyboard.press('Escape');
  await main(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Search' }).click();
  await palette(page).waitFor();
  await page.keyboard.press('Escape');
  const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(over).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
