import type { Page } from 'playwright-core';
import { openPage, signIn, withBrowser } from '../support/browser.js';
import { routePatterns } from '../support/route-table.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson } from '../support/stack.js';

withBrowser();

/** What leads to each page that stands for itself, by the words that are typed. A page that is added without an entry fails the first test. */
const ENTRIES: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/generate': 'Generate',
  '/reports': 'Reports',
  '/rules': 'Library',
  '/rules/bin': 'Bin',
  '/convert': 'Converter',
  '/pipelines': 'Pipelines',
  '/coverage': 'Cloud accounts',
  '/coverage/new': 'Add a cloud account',
  '/coverage/changes': 'What changed',
  '/siems': 'SIEMs',
  '/siems/new': 'Add a SIEM',
  '/team': 'Members',
  '/team/rules': 'Team rules',
  '/team/analytics': 'Analytics',
  '/team/audit': 'Audit log',
  '/team/service-accounts': 'Service accounts',
  '/settings/profile': 'Profile',
  '/settings/plan': 'Plan and limits',
  '/settings/keys': 'API keys',
  '/settings/webhooks': 'Webhooks',
  '/settings/security': 'Security',
  '/coverage/:id': 'Overview',
  '/coverage/:id/matrix': 'Matrix',
  '/coverage/:id/gaps': 'Gaps',
  '/coverage/:id/detections': 'All detections',
  '/coverage/:id/visibility': 'Visibility',
  '/coverage/:id/regions': 'Regions',
  '/coverage/:id/scans': 'Scans',
  '/coverage/:id/history': 'History',
  '/coverage/:id/changes': 'Changes',
  '/coverage/:id/connect': 'Connection',
  '/coverage/:id/actors': 'Actors',
  '/coverage/:id/decisions': 'Decisions',
  '/coverage/:id/settings': 'Settings',
};

/** Whether an address stands for itself: nothing in it is named but the account that is open. A comparison is one of two scans, chosen in the history. */
const standsForItself = (pattern: string): boolean =>
  !pattern.replace('/coverage/:id', '').includes(':') && pattern !== '/coverage/:id/diff';

test('every page that stands for itself has an entry in the palette', async () => {
  const { signedIn } = await routePatterns();
  expect(Object.keys(ENTRIES).sort()).toEqual(signedIn.filter(standsForItself).sort());
});

/** Types an entry's words and presses Enter on it, without a mouse. */
async function goTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or go to' });
  await palette.waitFor();
  await page.keyboard.type(words);
  const chosen = palette.locator('[role="menuitem"][data-focused] > span:first-child');
  await palette.getByRole('menuitem').locator('> span:first-child').getByText(words, { exact: true }).first().waitFor();
  for (let tries = 0; tries < 20 && (await chosen.first().textContent()) !== words; tries += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'hidden' });
}

test('by keyboard alone the palette leads to every page', async () => {
  const { account, person } = await scanned();
  await (await asPerson(person))('POST', '/v1/team', { name: 'Night shift' });
  const page = await openPage();
  await signIn(page, person, '/settings/profile');
  for (const [pattern, words] of Object.entries(ENTRIES)) {
    if (pattern === '/coverage/:id') {
      await goTo(page, 'Sample');
      await page.waitForURL(({ pathname }) => pathname === `/coverage/${account}`);
    }
    await goTo(page, words);
    await page.waitForURL(({ pathname }) => pathname === pattern.replace(':id', account));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
});
