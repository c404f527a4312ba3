import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { openPage, withBrowser } from '../support/browser.js';
import { asPerson, makeRole, newPerson, signInLink } from '../support/stack.js';

withBrowser();

/** As many as the whole way took when it was last looked at: whoever adds one says why. The last is that on the gap which the import closed. */
const MOST_CLICKS = 19;
/** Where the page that somebody is on does not say what comes next, so that they look for it in the menu: nowhere. */
const MOST_HESITATIONS = 0;

/** Somebody who uses a mouse: each thing they press is counted, by what it says; a hesitation is what they press in a menu. */
function mouse(): { readonly clicks: string[]; readonly hesitations: string[]; press(what: Locator): Promise<void> } {
  const clicks: string[] = [];
  const hesitations: string[] = [];
  return {
    clicks,
    hesitations,
    async press(what) {
      // It may be gone once it is pressed.
      const words = (await what.textContent()) ?? '';
      clicks.push(words);
      if (await what.evaluate((element) => element.closest('nav') !== null)) hesitations.push(words);
      await what.click();
    },
  };
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first();
const link = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name }).first();

/** What a SIEM exports once our app is installed in it and its searches are switched on. */
const exportedBySplunk = (app: string): string =>
  execFileSync('tar', ['-xzOf', app, 'tripline_rules/default/savedsearches.conf'], { encoding: 'utf8' }).replaceAll(
    /^disabled = 1$/gm,
    'disabled = 0',
  );

test('whoever is new comes from the first sign-in to rules in a SIEM and a gap that is closed, without a document', async () => {
  const person = await newPerson('team');
  const { clicks, hesitations, press } = mouse();
  const page = await openPage();
  // What `npm start` prints.
  await page.goto(await signInLink(person));
  await page.getByRole('heading', { name: 'First steps: 0 of 3 done' }).waitFor();

  await press(page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'Generate rules' }));
  await press(button(page, 'Try the sample advisory'));
  await page.waitForURL('**/reports/*');
  await page.getByText(/^0 of \d+ decided$/).waitFor();

  await press(link(page, 'Connect a cloud account'));
  await page.getByLabel('Name').fill('Production');
  await page.getByLabel('AWS account number').fill('1111 2222 3333');
  await press(button(page, 'Add the account'));
  await page.getByRole('heading', { name: 'Production', level: 1 }).waitFor();
  // Whoever owns the account makes the role, by the way that the page shows.
  const [account] = (await (await asPerson(person))('GET', '/accounts')).accounts;
  const role = `tripline-${randomUUID()}`;
  await makeRole(role, account.connection.external_id);
  await page.getByLabel('Role ARN').fill(`arn:aws:iam::111122223333:role/${role}`);
  await press(button(page, 'Check the connection'));
  // Beside what the check said, and not only at the page's top.
  await press(page.getByRole('listitem').getByRole('button', { name: 'Scan now' }));
  await page.getByRole('heading', { name: 'What changed' }).waitFor();

  await press(link(page, 'See what it covers'));
  const next = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Close next' }) })
    .last();
  const gap = next.getByRole('listitem').filter({ hasText: /rule/i }).first().getByRole('link').first();
  await gap.waitFor();
  const technique = (await gap.textContent())?.split(' ')[0] ?? '';
  await press(gap);
  await press(link(page, 'Write rules for this gap'));
  await press(button(page, /^Generate/));
  await page.waitForURL('**/reports/*');
  await press(button(page, /^Accept/));
  await page.getByText(/^1 of \d+ decided$/).waitFor();
  await page.getByText('saving').waitFor({ state: 'detached' });
  await press(button(page, 'Export the accepted (1)'));
  const saved = page.waitForEvent('download');
  await press(button(page, 'Download for Splunk'));
  const app = await (await saved).path();
  await press(page.getByRole('dialog').getByRole('link', { name: 'go to SIEMs' }));
  await press(link(page, 'Add your first SIEM'));
  await page.getByLabel('Name').fill('Splunk of the SOC');
  await press(page.getByText('Production', { exact: true }));
  await press(button(page, 'Add the SIEM'));
  await page.getByRole('heading', { level: 1, name: 'Splunk of the SOC' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'savedsearches.conf', mimeType: 'text/plain' },
    buffer: Buffer.from(exportedBySplunk(app)),
  });
  await press(button(page, 'Make these changes'));
  await page.getByRole('region', { name: 'Rules of the SIEM' }).getByRole('row').nth(1).waitFor();

  await press(
    page
      .getByRole('region', { name: 'What the import closed' })
      .getByRole('link', { name: new RegExp(`^${technique} `) }),
  );
  await page.getByRole('heading', { level: 2, name: new RegExp(`^${technique} `) }).waitFor();
  // What the page had of it before the import is not shown again.
  expect(await page.locator('[class*="_state-mark_"]').first().textContent()).toMatch(/^.?(?:covered|partly covered)/);
  expect(clicks.length).toBeLessThanOrEqual(MOST_CLICKS);
  expect(hesitations.length).toBeLessThanOrEqual(MOST_HESITATIONS);
});
