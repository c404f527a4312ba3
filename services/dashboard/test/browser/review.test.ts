import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expectAccessible, expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, makeReport, newPerson, type Person } from '../support/stack.js';

withBrowser();

/** A report of three rules: a task, deleted shadow copies, and a name that is asked for. */
const TEXT = `# Rust Marten

The attackers set up a task that brought the loader back:

\`\`\`
schtasks /create /tn "Marten Check" /tr "C:\\ProgramData\\marten\\masvc.exe" /sc hourly /ru SYSTEM
\`\`\`

Before they left, the attackers removed the shadow copies with \`vssadmin.exe delete shadows /all /quiet\`. The loader asked parts.rust-marten[.]com for its tasks.
`;

/** Somebody at a report of {@link TEXT}. */
async function atReport(page: Page, person: Person): Promise<string> {
  const call = await asPerson(person);
  const { id } = await call('POST', '/v1/generate', { inputType: 'text', text: TEXT, title: 'Rust Marten' });
  await signIn(page, person, `/reports/${id}`);
  await decided(page, '0 of 3');
  return id;
}

/** What has the keyboard: its id, or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    '/^(rules?|at)(-|$)/.test(document.activeElement.id) ? document.activeElement.id : document.activeElement.textContent.trim()',
  );
/** Waits until so many are decided. @throws Error that says what a screen reader was told instead */
const decided = async (page: Page, count: string): Promise<void> => {
  try {
    await page.getByText(`${count} decided`, { exact: true }).waitFor();
  } catch (error) {
    const told = await page.getByRole('status').allTextContents();
    throw new Error(`not ${count} decided; the page says: ${told.join(' | ')}`, { cause: error });
  }
};
/** Waits until a screen reader is told these words. */
const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor();
const openRule = (page: Page) => page.locator('button[id^="rule-"][aria-expanded="true"]');
const titleOf = async (page: Page): Promise<string> =>
  ((await openRule(page).textContent()) ?? '').replace(/^[▾▸]\s*/, '').trim();
/** Waits until another rule than this one is open, and gives its title. */
const otherThan = async (page: Page, title: string): Promise<string> => {
  await openRule(page).filter({ hasNotText: title }).waitFor();
  return titleOf(page);
};

test('a whole report is reviewed, edited and exported by the keyboard alone, and every decision is there again', async () => {
  const page = await openPage();
  const person = await newPerson();
  await atReport(page, person);
  const call = await asPerson(person);

  await page.keyboard.press('j');
  await openRule(page).waitFor();
  expect(await focused(page)).toMatch(/^rule-/);
  const first = await titleOf(page);
  await page.keyboard.press('a');
  await decided(page, '1 of 3');
  await said(page, `Accepted: ${first}. 1 of 3 decided. Next: `);
  const second = await otherThan(page, first);
  expect(await focused(page)).toBe(await openRule(page).getAttribute('id'));

  // Rejected with a reason of one's own; its letters are keys of the review elsewhere.
  await page.keyboard.press('r');
  const form = page.getByRole('form', { name: 'Reject the rule' });
  await form.getByRole('radio', { name: 'too noisy' }).waitFor();
  await look(page, 'review-reject');
  await page.keyboard.press('Enter');
  await form.getByText('Choose one.').waitFor();
  await page.keyboard.press('ArrowUp');
  expect(await form.getByRole('radio', { name: 'other' }).isChecked()).toBe(true);
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await form.getByText('Say why in a few words.').waitFor();
  await page.keyboard.type('a rake, just like our backup jerk');
  await decided(page, '1 of 3');
  await page.keyboard.press('Enter');
  await decided(page, '2 of 3');
  await said(page, `Rejected as a rake, just like our backup jerk: ${second}.`);
  const third = await otherThan(page, second);

  // Edited in place: a fault is shown with its line, what is typed stays, and the text is saved.
  await page.keyboard.press('e');
  const editor = page.getByRole('textbox', { name: 'Sigma rule' });
  await editor.waitFor();
  await page.waitForFunction('document.activeElement.tagName === "TEXTAREA"');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('title: [jaunty');
  expectComplaint(/400/);
  await page
    .getByRole('button', { name: /^Line [12]/ })
    .first()
    .waitFor();
  await look(page, 'review-edit');
  await decided(page, '2 of 3');
  await page.getByRole('button', { name: 'Close the editor' }).focus();
  await page.keyboard.press('Enter');
  await editor.waitFor({ state: 'detached' });
  await page.keyboard.press('e');
  await page.getByText('This is your draft, which is not saved.').waitFor();
  expect(await editor.inputValue()).toMatch(/^title: \[jaunty\n/);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('title: A Jerky Task, Just Edited');
  const save = page.getByRole('button', { name: 'Save as a new version' });
  await save.focus();
  await page.keyboard.press('Enter');
  await editor.waitFor({ state: 'detached' });
  await openRule(page).filter({ hasText: 'A Jerky Task, Just Edited' }).waitFor();
  await page.getByText('Edited: this is its newest version.').waitFor();
  expect(await focused(page)).toMatch(/^rule-/);

  await page.keyboard.press('a');
  await decided(page, '3 of 3');
  await said(page, 'Accepted: A Jerky Task, Just Edited. All 3 are decided.');
  await look(page, 'review-done');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Export the accepted (2)');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.keyboard.press('u');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await decided(page, '3 of 3');

  await page.keyboard.press('u');
  await decided(page, '2 of 3');
  await said(page, 'Undone: A Jerky Task, Just Edited.');
  await openRule(page).filter({ hasText: 'A Jerky Task, Just Edited' }).waitFor();
  await page.keyboard.press('a');
  await decided(page, '3 of 3');

  // All of it is kept.
  await page.getByText('saving').waitFor({ state: 'detached' });
  await page.reload();
  await decided(page, '3 of 3');
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: second }) });
  await row.getByText('a rake, just like our backup jerk').waitFor();
  await row.getByText('rejected', { exact: true }).waitFor();
  const { rules } = await call('GET', '/v1/rules');
  expect(rules.find(({ title }: { title: string }) => title === second)).toMatchObject({
    state: 'rejected',
    decision: { reason: { code: 'other', words: 'a rake, just like our backup jerk' }, by: { email: person.email } },
  });
  expect(third).not.toBe('A Jerky Task, Just Edited');

  // The rule's own page says so too, and leads back to its report.
  await row.getByRole('button', { name: second }).click();
  await row.getByRole('link', { name: 'Open in the library' }).click();
  await page.getByRole('heading', { name: second, level: 1 }).waitFor();
  await page.getByText(/^You rejected it on .*: a rake, just like our backup jerk$/).waitFor();
  await look(page, 'review-rule-page');
  await page.getByRole('link', { name: '“Rust Marten”' }).click();
  await openRule(page).filter({ hasText: second }).waitFor();
  await page.getByText(/^You rejected it on .*: a rake, just like our backup jerk$/).waitFor();

  // The same rule in a later report.
  const again = await call('POST', '/v1/generate', { inputType: 'text', text: TEXT, title: 'Rust Marten again' });
  await page.goto(`/reports/${again.id}`);
  await page.getByRole('heading', { name: 'Rust Marten again', level: 1 }).waitFor();
  await decided(page, '3 of 3');
  await page.getByText(/^You rejected it on .*: a rake, just like our backup jerk$/).waitFor();
});

test('single letters do nothing in a field, with a modifier, in a list or under a dialog, and are told of on the page', async () => {
  const page = await openPage();
  await atReport(page, await newPerson());
  await page.getByText(/Keys:.*accept.*reject.*edit.*undo.*next.*previous/).waitFor();
  await page.keyboard.press('j');
  await openRule(page).waitFor();
  const title = await titleOf(page);
  for (const [name, key] of [
    ['Accept', 'A'],
    ['Reject', 'R'],
    ['Edit', 'E'],
    ['Next', 'J'],
    ['Previous', 'K'],
  ] as const)
    expect(await page.getByRole('button', { name, exact: true }).getAttribute('aria-keyshortcuts')).toBe(key);

  const nothingHappened = async (): Promise<void> => {
    await decided(page, '0 of 3');
    expect(await titleOf(page)).toBe(title);
    expect(await page.getByRole('form', { name: 'Reject the rule' }).count()).toBe(0);
  };
  for (const held of ['Control', 'Alt', 'Meta', 'Shift']) {
    await page.keyboard.press(`${held}+u`);
    await page.keyboard.press(`${held}+j`);
  }
  await nothingHappened();
  await page.getByRole('button', { name: /Level/ }).focus();
  await page.keyboard.type('jaru');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await page.keyboard.type('jaru');
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await nothingHappened();
  await page.getByRole('button', { name: 'Edit title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('jar');
  await page.keyboard.type('jaru');
  await page.keyboard.press('Escape');
  await nothingHappened();
});

test('filters and order are in the address, and the rules are decided in the order that is shown', async () => {
  const page = await openPage();
  const id = await atReport(page, await newPerson());
  await page
    .getByRole('button', { name: /^State/ })
    .or(page.getByRole('button', { name: /State$/ }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Undecided' }).click();
  await page.waitForURL(/state=draft/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Next' }).click();
  const title = await titleOf(page);
  await page.keyboard.press('a');
  await decided(page, '1 of 3');
  await page.getByRole('button', { name: title }).waitFor({ state: 'detached' });
  expect(await page.locator('button[id^="rule-"]').count()).toBe(2);
  await page.goto(`/reports/${id}?state=rejected&order=level`);
  await page.getByText('No rule of the report fits.').waitFor();
  await page.getByRole('button', { name: 'Show all 3' }).click();
  await page.locator('button[id^="rule-"]').nth(2).waitFor();
  const levels = ['critical', 'high', 'medium', 'low', 'informational'];
  const shown = await page
    .locator('li[data-state] p')
    .first()
    .page()
    .evaluate(`[...document.querySelectorAll('li[data-state]')].map((row) => row.querySelector('p span').textContent)`);
  expect(shown).toEqual((shown as string[]).toSorted((a, b) => levels.indexOf(a) - levels.indexOf(b)));
});

test('a decision that cannot be saved is taken back, says why, and can be tried again; one that came too soon is saved later', async () => {
  const page = await openPage();
  const person = await newPerson();
  await atReport(page, person);
  await page.keyboard.press('j');
  await openRule(page).waitFor();
  const title = await titleOf(page);
  expectComplaint(/500|429/);
  let refused = 0;
  await page.route('**/v1/rules/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    refused += 1;
    await route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ success: false, error: { code: 'InternalError', message: 'The disk is on fire.' } }),
    });
  });
  await page.keyboard.press('a');
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title }) });
  await row.getByRole('alert').getByText('The disk is on fire.').waitFor();
  await said(page, `Not saved: ${title}. The disk is on fire.`);
  await decided(page, '0 of 3');
  expect(refused).toBe(1);
  await look(page, 'review-failed');
  await page.unroute('**/v1/rules/*');
  let tooSoon = 0;
  await page.route('**/v1/rules/*', async (route) => {
    if (route.request().method() !== 'PATCH' || tooSoon > 0) return route.continue();
    tooSoon += 1;
    await route.fulfill({
      status: 429,
      headers: { 'retry-after': '1' },
      contentType: 'application/json',
      body: JSON.stringify({ success: false, error: { code: 'RateLimited', message: 'Too many.' } }),
    });
  });
  await row.getByRole('button', { name: 'Try again' }).click();
  await decided(page, '1 of 3');
  await page.getByText('saving 1').waitFor({ state: 'detached' });
  expect(tooSoon).toBe(1);
  await page.reload();
  await decided(page, '1 of 3');
  const { rules } = await (await asPerson(person))('GET', '/v1/rules?state=accepted');
  expect(rules.map((rule: { title: string }) => rule.title)).toEqual([title]);
});

test('the marks of the text are one Tab stop with arrow keys between them, and a second skip link leads to the rules', async () => {
  const page = await openPage();
  await atReport(page, await newPerson());
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the page');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the rules');
  await look(page, 'review-skip-link');
  await page.getByRole('link', { name: 'Skip to the rules' }).focus();
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('rules');

  const marks = page.getByRole('region', { name: 'The text' }).locator('a[id^="at-"]');
  const ids: string[] = await marks.evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(4);
  const stops = (): Promise<string[]> =>
    marks.evaluateAll((all) =>
      all.filter((mark) => (mark as unknown as { tabIndex: number }).tabIndex === 0).map(({ id }) => id),
    );
  expect(await stops()).toEqual([ids[0]]);
  // From the last box of the legend one Tab is at the text, and one more beyond it.
  await page.getByRole('list', { name: 'What the marks mean' }).getByRole('checkbox').last().focus();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe(ids[0]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(ids[2]);
  await page.keyboard.press('ArrowLeft');
  expect(await focused(page)).toBe(ids[1]);
  await page.keyboard.press('End');
  expect(await focused(page)).toBe(ids.at(-1));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe(ids[0]);
  await page.keyboard.press('End');
  expect(await stops()).toEqual([ids.at(-1)]);
  await page.keyboard.press('Tab');
  expect(ids).not.toContain(await focused(page));
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe(ids.at(-1));
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'The chosen finding' }).waitFor();
  expect(await stops()).toHaveLength(1);
});

test('a report of 200 rules is decided without waiting for it', async () => {
  const page = await openPage();
  const person = await newPerson();
  const id = await makeReport(person, 200, `A long report ${randomUUID()}`);
  await signIn(page, person, `/reports/${id}`);
  await decided(page, '0 of 200');
  await page.keyboard.press('j');
  await openRule(page).waitFor();
  // What the page's own thread works for one decision, from the key to the last answer; the rest of the machine is not counted.
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const [all = Number.NaN, asked = 0] = ['TaskDuration', 'DevToolsCommandDuration'].map(
      (wanted) => metrics.find(({ name }) => name === wanted)?.value,
    );
    return (all - asked) * 1000;
  };
  const began = await worked();
  const DECISIONS = 20;
  // One after the other, without a look at the page between: no key is lost, and each decides about the next rule.
  for (let count = 1; count <= DECISIONS; count += 1) await page.keyboard.press('a');
  await decided(page, `${DECISIONS} of 200`);
  await page.getByText('saving').waitFor({ state: 'detached' });
  const each = ((await worked()) - began) / DECISIONS;
  console.info(`200 rules: ${each.toFixed(0)} ms of work for each decision`);
  expect(each).toBeLessThanOrEqual(100);
  const { rules } = await (await asPerson(person))('GET', '/v1/rules?state=accepted&sort=created&limit=200');
  expect(rules.map((rule: { title: string }) => rule.title)).toEqual(
    Array.from({ length: DECISIONS }, (_, index) => `Rule ${index + 1} of a long report`),
  );
  await expectAccessible(page);
});
