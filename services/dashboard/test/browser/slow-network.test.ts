import type { Page } from 'playwright-core';
import { expectComplaint, openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { holdAnswers, shiftsOf, watchShifts } from '../support/slow.js';
import { asPerson, makeRules, newPerson, type Person } from '../support/stack.js';

withBrowser();

/** As a share of the window, as Chromium counts it; 0.1 is what it calls good. */
const MOST_MOVED = 0.05;

/** Somebody with an account that was scanned, a report and its drafts. */
async function everything(): Promise<{ person: Person; account: string; report: string; gap: string }> {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  const { id } = await api('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1059.001' });
  const { gaps } = await api('GET', `/accounts/${account}/coverage/gaps?limit=1&unknown=false`);
  return { person, account, report: id, gap: gaps[0].technique_id };
}

/** Opens an address whose answers come one by one. @returns what was drawn before the first came, and how much moved until the last */
async function openSlowly(page: Page, address: string) {
  // The page before asks on until the next one's document has come.
  await page.goto('about:blank');
  const answers = await holdAnswers(page);
  await page.goto(address);
  await answers.untilHeld();
  const lines = await page
    .locator('[class*="_loading-line_"]')
    .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height).filter((height) => height > 0));
  const asked: string[] = [];
  for (let path = await answers.letOneThrough(); path !== undefined; path = await answers.letOneThrough())
    asked.push(path);
  await page.unrouteAll();
  return { lines, asked, moved: await shiftsOf(page) };
}

test('while answers come one by one there is something to be seen, and nothing that is read jumps', async () => {
  const { account, gap, person, report } = await everything();
  const page = await openPage();
  await signIn(page, person, '/settings/profile');
  await watchShifts(page);
  const jumps: Record<string, unknown> = {};
  for (const address of [
    ...['/', '/rules', '/reports', `/reports/${report}`, '/coverage', '/siems'],
    ...[
      '',
      '/matrix',
      '/gaps',
      '/detections',
      '/visibility',
      '/history',
      '/changes',
      '/techniques/T1078',
      `/techniques/${gap}`,
    ].map((part) => `/coverage/${account}${part}`),
  ]) {
    const { asked, lines, moved } = await openSlowly(page, address);
    expect([address, asked.length > 0, lines.length > 0, lines.every((height) => height > 8)]).toEqual([
      ...[address, true, true, true],
    ]);
    if (moved.total > MOST_MOVED) jumps[address] = moved;
  }
  expect(jumps).toEqual({});
});

/** Notes from now on, after each change of a page and before the browser draws it, what has no content yet: tabs and the value of a choice. */
const watchHollow = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const hollow: string[] = [];
    Object.assign(globalThis, { hollow });
    new MutationObserver(() => {
      for (const list of document.querySelectorAll('[role="tablist"]'))
        if (list.parentElement?.querySelector('[role="tabpanel"]') == null)
          hollow.push(`no panel of ${list.ariaLabel}`);
      for (const value of document.querySelectorAll('[data-placeholder]'))
        hollow.push(`no value in ${value.parentElement?.textContent}`);
    }).observe(document, { childList: true, subtree: true });
  });

test('tabs and choices are drawn with what is in them, and not empty before', async () => {
  const { account, gap, person } = await everything();
  const page = await openPage();
  await signIn(page, person, '/settings/profile');
  await watchHollow(page);
  for (const [address, shown] of [
    [`/coverage/${account}/techniques/${gap}`, page.getByRole('tabpanel').first()],
    [`/coverage/${account}/gaps`, page.getByRole('button', { name: /Priority/ })],
  ] as const) {
    await page.goto(address);
    await shown.waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { hollow: string[] }).hollow)).toEqual([]);
  }
});

/** How light a colour is, and how much two differ, by the formulas of WCAG 2.2. */
function luminanceOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one) + 0.05, luminanceOf(other) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
}

test.each(['light', 'dark'] as const)(
  'what stands for something that loads stands out from its ground in %s',
  async (colorScheme) => {
    const page = await openPage();
    await signIn(page, await newPerson(), '/settings/profile');
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await holdAnswers(page);
    await page.goto('/rules');
    const grounds = await page.waitForFunction(() => {
      const { document } = globalThis;
      const found: string[] = [];
      for (let at = document.querySelector('[class*="_loading-line_"]'); at !== null; at = at.parentElement)
        found.push(getComputedStyle(at).backgroundColor);
      return found.length > 0 && found.filter((colour) => !colour.startsWith('rgba(0, 0, 0, 0'));
    });
    const [drawn = '', ground = ''] = (await grounds.jsonValue()) || [];
    expect([drawn, ground, contrastOf(drawn, ground) > 1.15]).toEqual([drawn, ground, true]);
  },
);

test('a page whose service is away says so, keeps what it had, and comes back by itself', async () => {
  expectComplaint(/Failed to load resource/);
  const person = await newPerson();
  await makeRules(person, ['Still to be read']);
  const page = await openPage();
  await signIn(page, person, '/rules');
  const rule = page.getByRole('link', { name: 'Still to be read' });
  await rule.waitFor();
  const isApi = ({ pathname }: URL): boolean => /^\/(?:v1|api\/v1)\//.test(pathname);
  await page.route(isApi, (route) => route.abort('connectionrefused'));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'tries again by itself' }).first();
  await notice.waitFor();
  // What was answered before is still there.
  await page.goBack();
  await rule.waitFor();
  await page.goForward();
  await notice.waitFor();
  await page.unroute(isApi);
  await page.getByText('No reports yet').or(page.getByRole('table')).first().waitFor();
  await notice.waitFor({ state: 'detached' });
});

test('what is sent while the service is away is not lost: it is said, and can be sent again', async () => {
  expectComplaint(/Failed to load resource/);
  const page = await openPage();
  await signIn(page, await newPerson(), '/generate');
  const field = page.getByLabel('Generate from');
  await field.fill('T1059.001');
  const isApi = ({ pathname }: URL): boolean => /^\/v1\/generate/.test(pathname);
  await page.route(isApi, (route) => route.abort('connectionrefused'));
  await field.press('Enter');
  await page.getByRole('alert').first().waitFor();
  expect(await field.inputValue()).toBe('T1059.001');
  await page.unroute(isApi);
  await field.press('Enter');
  await page.waitForURL('**/reports/*');
});
