import type { Page } from 'playwright-core';
import { expectComplaint, look, openPage, signIn, signOut, withBrowser } from '../support/browser.js';
import { asPerson, newPerson, type Person } from '../support/stack.js';

withBrowser();

const TEXT = 'The actor ran vssadmin.exe delete shadows /all /quiet on every server.';

async function withRule(): Promise<{ person: Person; key: string }> {
  const person = await newPerson();
  const api = await asPerson(person);
  const { rules } = await api('POST', '/v1/generate', { inputType: 'text', text: TEXT });
  return { person, key: rules[0].key };
}

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

const editorOf = (page: Page) => page.getByLabel('Sigma rule', { exact: true });

test('leaving a page with text that is not saved asks, and the text is there when one comes back', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/generate');
  await page.getByLabel('Generate from').fill(TEXT);
  await menu(page, 'Library');
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await dialog.getByText('stays in this tab as a draft').waitFor();
  await look(page, 'leave');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Generate from').inputValue()).toBe(TEXT);
  await menu(page, 'Library');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
  await menu(page, 'Generate');
  expect(await page.getByLabel('Generate from').inputValue()).toBe(TEXT);

  // What was typed and used is no draft any more, and nothing asks.
  await page.getByRole('button', { name: 'Generate rules' }).click();
  await page.getByRole('region', { name: 'The text' }).waitFor();
  await menu(page, 'Generate');
  expect(await page.getByLabel('Generate from').inputValue()).toBe('');
});

test('closing the tab or loading it anew asks while something typed is not saved', async () => {
  const page = await openPage();
  await signIn(page, await newPerson(), '/convert');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual([]);
  const editor = page.getByLabel('Sigma rules (type, paste, or drop a file)');
  await editor.click();
  expectComplaint(/400/);
  await page.keyboard.type('title: mine');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  // The converter saves nothing: what was typed stays in this tab.
  await editor.waitFor();
  expect(await editor.inputValue()).toBe('title: mine');
});

test('a broken rule keeps the last good query in its language, says which line is at fault, and is kept as a draft', async () => {
  const { key, person } = await withRule();
  const page = await openPage();
  expectComplaint(/400/);
  await signIn(page, person, `/rules/${key}/edit`);
  await page.getByRole('tab', { name: 'KQL' }).click();
  const query = page.getByRole('region', { name: 'the KQL query' });
  await query.getByText('vssadmin').first().waitFor();
  const good = await query.textContent();
  const before = await editorOf(page).inputValue();
  const broken = before.replace(/condition: .*/, 'condition: selektion');
  const line = broken.split('\n').findIndex((text) => text.includes('selektion')) + 1;
  await editorOf(page).fill(broken);
  await page
    .getByText('These are the queries of the last text that could be read.')
    .and(page.getByText(`Line ${line}: `))
    .waitFor();
  expect(await query.textContent()).toBe(good);
  expect(await page.getByRole('tab', { name: 'KQL' }).getAttribute('aria-selected')).toBe('true');
  await look(page, 'rule-edit-broken');

  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await page.getByText('It is not saved. What you typed stays in this tab as a draft.').waitFor();
  const api = await asPerson(person);
  expect((await api('GET', `/v1/rules/${key}`)).versions).toHaveLength(1);
  await page.reload();
  await page.getByText('This is your draft').waitFor();
  expect(await editorOf(page).inputValue()).toBe(broken);

  // The queries are those of the saved text then. Mended, saving asks nothing.
  await page.getByText('These are the queries of the last text that could be read.').waitFor();
  await editorOf(page).fill(before.replace(/^level: .*$/m, 'level: low'));
  await page.getByText('These are the queries of').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await page.getByRole('link', { name: 'Versions (2)' }).waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Save as a new version', disabled: true }).waitFor();
  expect(await page.getByText('This is your draft').count()).toBe(0);
});

test('an empty text and a second rule are told at their lines', async () => {
  const { key, person } = await withRule();
  const page = await openPage();
  expectComplaint(/400/);
  await signIn(page, person, `/rules/${key}/edit`);
  const before = await editorOf(page).inputValue();
  await editorOf(page).fill('');
  await page.getByRole('button', { name: /^Line 1: .*empty/ }).waitFor();
  await editorOf(page).fill(
    `${before}---\n${before.replace(/^id: .*\n/m, '').replace(/^title: .*$/m, 'title: Another')}`,
  );
  const second = before.split('\n').length + 1;
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await page.getByRole('button', { name: new RegExp(`^Line ${second}: .*exactly one rule`) }).waitFor();
});

test('drafts end with who typed them, and signing out says so', async () => {
  const { key, person } = await withRule();
  const page = await openPage();
  await signIn(page, person, `/rules/${key}/edit`);
  const before = await editorOf(page).inputValue();
  await editorOf(page).fill(`${before}# a note of mine\n`);
  await signOut(page);
  const dialog = page.getByRole('dialog', { name: 'Sign out?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await editorOf(page).inputValue()).toContain('a note of mine');
  await signOut(page);
  await dialog.getByRole('button', { name: 'Sign out all the same' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('a note of mine');
  await signIn(page, person, `/rules/${key}/edit`);
  await editorOf(page).waitFor();
  expect(await editorOf(page).inputValue()).toBe(before);
});
