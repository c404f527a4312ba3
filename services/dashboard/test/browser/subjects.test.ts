import type { Page } from 'playwright-core';
import {
  accountButton,
  expectComplaint,
  inAccountMenu,
  openPage,
  openTab,
  signIn,
  signOut,
  withBrowser,
} from '../support/browser.js';
import { asPerson, newPerson, type Person, signInLink, stack } from '../support/stack.js';

withBrowser();

const SECRET = 'First person’s production';

/** Somebody with a cloud account that nobody else may see. It was never scanned: its page asks for a coverage that is not there yet. */
async function owner(): Promise<{ person: Person; account: string }> {
  expectComplaint(/404.*\/coverage$/);
  const person = await newPerson();
  const api = await asPerson(person);
  const { id } = await api('POST', '/accounts', {
    name: SECRET,
    provider: 'aws',
    external_account_id: '111122223333',
  });
  return { person, account: id };
}

/** Remembers from now on whether the words are drawn, for however short a time. */
async function watchFor(page: Page, words: string): Promise<() => Promise<boolean>> {
  await page.evaluate(`
    globalThis.wasDrawn = document.body.textContent.includes(${JSON.stringify(words)});
    new MutationObserver(() => {
      globalThis.wasDrawn ||= document.body.textContent.includes(${JSON.stringify(words)});
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  `);
  return () => page.evaluate('globalThis.wasDrawn') as Promise<boolean>;
}

/** Signs in by the form that is shown, without loading the page anew. */
async function signInHere(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await accountButton(page).waitFor();
}

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

test('who signs in next in the same tab sees nothing of who was there before', async () => {
  const { account, person } = await owner();
  const second = await newPerson();
  const page = await openPage();
  await signIn(page, person, '/coverage');
  await page.getByRole('link', { name: SECRET }).click();
  await page.getByRole('heading', { name: SECRET }).waitFor();
  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(page.url()).toBe(`${stack.dashboardUrl}/sign-in`);
  const drawn = await watchFor(page, SECRET);
  await signInHere(page, second);
  expect(page.url()).not.toContain(account);
  await menu(page, 'Cloud accounts');
  await page.getByRole('heading', { name: 'No account yet' }).waitFor();
  await inAccountMenu(page, 'Profile');
  await page.getByRole('main').getByText(second.email).waitFor();
  expect(await drawn()).toBe(false);
});

test('a refusal takes away what was answered before it', async () => {
  const { person } = await owner();
  const page = await openPage();
  await signIn(page, person, '/coverage');
  await page.getByRole('link', { name: SECRET }).waitFor();
  expectComplaint(/403/);
  await page.route('**/api/v1/public/accounts?*', (route) =>
    route.fulfill({ status: 403, json: { detail: 'Your tier has no coverage any more.' } }),
  );
  await page.getByRole('link', { name: 'Add an account' }).click();
  // Another account makes everything be asked for anew.
  await page.getByLabel('Name').fill('another');
  await page.getByLabel('AWS account number').fill('444455556666');
  await page.getByRole('button', { name: 'Add the account' }).click();
  await page.waitForURL('**/connect');
  await menu(page, 'Cloud accounts');
  await page.getByRole('main').getByText('no coverage any more').waitFor();
  expect(await page.getByRole('link', { name: SECRET }).count()).toBe(0);
});

test('a sign-out ends every tab, and each follows who signs in next without a word of the first', async () => {
  const { person } = await owner();
  const second = await newPerson();
  const page = await openPage();
  await signIn(page, person, '/coverage');
  const other = await openTab(page.context());
  await other.goto('/coverage');
  await other.getByRole('link', { name: SECRET }).click();
  await other.getByRole('heading', { name: SECRET }).waitFor();
  await signOut(page);
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(other.url()).toBe(`${stack.dashboardUrl}/sign-in`);
  const drawn = await watchFor(other, SECRET);
  await signInHere(page, second);
  await accountButton(other).waitFor();
  await menu(other, 'Cloud accounts');
  await other.getByRole('heading', { name: 'No account yet' }).waitFor();
  expect(await drawn()).toBe(false);
});

test('a tab that is open when somebody else signs in beside it draws that person’s page, and finishes no call of the first', async () => {
  const { person } = await owner();
  const second = await newPerson();
  const link = await signInLink(second);
  const page = await openPage();
  await signIn(page, person, '/coverage');
  await page.getByRole('link', { name: SECRET }).waitFor();
  // A call that is under way when the person changes.
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    void page.route('**/v1/rules?*', async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.fulfill({ json: { success: true, data: { rules: [], nextCursor: null } } }).catch(() => undefined);
    });
  });
  await menu(page, 'Library');
  await asked;
  await menu(page, 'Cloud accounts');
  const other = await openTab(page.context());
  await other.goto(link);
  await accountButton(other).waitFor();
  await page.getByRole('heading', { name: 'No account yet' }).waitFor();
  answer();
  await page.unroute('**/v1/rules?*');
  await inAccountMenu(page, 'Profile');
  await page.getByRole('main').getByText(second.email).waitFor();
  expect(await page.getByText(SECRET).count()).toBe(0);
});

test('a session that ends by itself leads back to the page for whoever signs in again', async () => {
  const { account, person } = await owner();
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}`);
  await page.getByRole('heading', { name: SECRET }).waitFor();
  expectComplaint(/401/);
  const api = await asPerson(person);
  await api('DELETE', '/v1/me/sessions');
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe(`/coverage/${account}`);
});
