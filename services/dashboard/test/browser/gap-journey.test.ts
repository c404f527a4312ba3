import type { Locator, Page } from 'playwright-core';
import { openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson } from '../support/stack.js';

withBrowser();

interface Gap {
  readonly technique_id: string;
  readonly generate: object | null;
  readonly closes: readonly { readonly kind: string }[];
}

const isForRules = ({ closes, generate }: Gap): boolean =>
  generate !== null && closes.some(({ kind }) => kind === 'rule');

/** Presses Enter on something that has the focus, as somebody without a mouse does. */
async function enter(page: Page, what: Locator): Promise<void> {
  await what.focus();
  await page.keyboard.press('Enter');
}

/** Answers the first question for a technique's gap as if the coverage service had not been told yet that a rule was accepted: it is told a moment later. @returns how often it was asked */
async function answerOnceAsBefore(page: Page, technique: string): Promise<() => number> {
  let asked = 0;
  await page.route(
    ({ pathname, searchParams }) => pathname.endsWith('/coverage/gaps') && searchParams.get('technique') === technique,
    async (route) => {
      asked += 1;
      const response = await route.fetch();
      if (asked > 1) return route.fulfill({ response });
      const body = await response.text();
      return route.fulfill({ response, body: body.replaceAll('"state":"accepted"', '"state":"draft"') });
    },
  );
  return () => asked;
}

test('by keyboard alone from the matrix to a technique, its gap, a rule, the review, and an accepted rule in a file', async () => {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  const { gaps } = await api('GET', `/accounts/${account}/coverage/gaps?limit=200&unknown=false`);
  const technique = gaps.find(isForRules).technique_id;
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/matrix?sub=all`);
  await enter(page, page.locator(`[data-cell$="${technique}"]`).first());
  await page.getByRole('dialog', { name: new RegExp(`^${technique} `) }).waitFor();
  await enter(page, page.getByRole('link', { name: 'Write rules for this gap' }));
  await page.waitForURL('**/generate?*');
  expect(await page.getByLabel('Generate from').inputValue()).toBe(technique);
  // Of one line, Enter sends.
  await page.getByLabel('Generate from').press('Enter');
  await page.waitForURL('**/reports/*');
  await page.getByText(/^0 of \d+ decided$/).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.getByText(/^1 of \d+ decided$/).waitFor();
  await page.getByText('saving').waitFor({ state: 'detached' });
  await enter(page, page.getByRole('button', { name: 'Export the accepted (1)' }));
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: /^(?:Download|Export)/ })
    .last()
    .waitFor();
  const saved = page.waitForEvent('download');
  await enter(page, dialog.getByRole('button', { name: /^(?:Download|Export)/ }).last());
  expect((await saved).suggestedFilename()).toMatch(/\.(?:zip|yml|conf|ndjson|json|yaml)$/);
  await page.keyboard.press('Escape');
  const asked = await answerOnceAsBefore(page, technique);
  await page.goto(`/coverage/${account}/techniques/${technique}`);
  await page
    .getByRole('list', { name: 'Rules written for this gap' })
    .getByRole('listitem')
    .filter({ hasText: 'accepted' })
    .first()
    .waitFor();
  expect(asked()).toBeGreaterThan(1);
});

test('from a page that a gap’s panel led to, Back returns to the panel, and once more to the list without it', async () => {
  const { account, person } = await scanned();
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/gaps?partial=yes`);
  await enter(page, page.getByRole('button', { name: /, what closes/ }).first());
  const panel = page.getByRole('dialog');
  const title = (await panel.getByRole('heading', { level: 2 }).textContent()) ?? '';
  await enter(page, panel.getByRole('link', { name: 'Open the technique’s page' }));
  await page.getByRole('heading', { name: title }).first().waitFor();
  await page.waitForURL('**/techniques/*');
  await page.goBack();
  await panel.getByRole('heading', { name: title, level: 2 }).waitFor();
  expect(new URL(page.url()).searchParams.get('partial')).toBe('yes');
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(`/coverage/${account}/gaps`);
});
