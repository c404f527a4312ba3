/// <reference lib="dom" />

import type { Locator } from 'playwright-core';
import { look, openPage, signIn, withBrowser } from '../support/browser.js';
import { declareMore, scanned } from '../support/scanned-account.js';
import { asPerson, type Person } from '../support/stack.js';

withBrowser();

let person: Person;
let account: string;
beforeAll(async () => {
  ({ account, person } = await scanned());
});

test('the trend of an account that was scanned once stands on the day of the scan', async () => {
  const [{ created_at }] = (await (await asPerson(person))('GET', `/accounts/${account}/coverage/history`)).snapshots;
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}`);
  const chart = page.getByRole('img', { name: /^Coverage over the last 90 days/ });
  await chart.waitFor();
  const day = await page.evaluate(
    (at) => new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' }).format(new Date(at)),
    created_at,
  );
  expect((await chart.locator(':scope > text').allTextContents()).map((text) => text.trim())).toEqual([day]);
  await look(page, 'overview-one-scan');
});

test('what is to be closed next is said by what it is, not by the name alone that somebody gave it', async () => {
  const { gaps } = await (await asPerson(person))('GET', `/accounts/${account}/coverage/gaps?limit=200&unknown=false`);
  const titles: string[] = gaps.flatMap(({ closes }: { closes: { kind: string; title: string }[] }) =>
    closes.filter(({ kind }) => kind === 'enable').map(({ title }) => title),
  );
  expect(titles).toContain('Switch on the EventBridge rule “mfa-device-removed”');
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}`);
  const next = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Close next' }) });
  const lines = next.last().getByRole('listitem');
  await lines.first().waitFor();
  for (const line of await lines.allTextContents())
    expect(line).toMatch(/Switch (?:on the|GuardDuty)|Add an EventBridge rule|Set up GuardDuty|of GuardDuty|rule/);
});

test('the bars of tactics are filled as the bar of all techniques is, and no part of them is left blank', async () => {
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}`);
  const fillsOf = (bar: Locator): Promise<string[]> =>
    bar.locator('span').evaluateAll((parts) => parts.map((part) => getComputedStyle(part).background).sort());
  const rows = page.getByRole('region', { name: 'Coverage by tactic' }).locator('tbody tr');
  await rows.first().waitFor();
  const all = await fillsOf(page.locator('[class*="_bar-tall_"]').first());
  expect(new Set(all).size).toBe(4);
  for (const row of await rows.all()) {
    const bar = row.locator('[class*="_bar_"]');
    expect(await fillsOf(bar)).toEqual(all);
    // Covered, partly, not and unknown are cells of the row; the bar has the unknown before those not covered.
    const [covered, partly, not, unknown] = (await row.locator('td').allTextContents()).slice(-4);
    const counts = [covered, partly, unknown, not].map(Number);
    const total = counts.reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(0);
    const widths = await bar
      .locator('span')
      .evaluateAll((parts) => parts.map((part) => Number.parseFloat((part as HTMLElement).style.width)));
    expect(widths).toHaveLength(counts.length);
    for (const [at, count] of counts.entries()) expect(widths[at]).toBeCloseTo((100 * count) / total, 1);
  }
});

test('a comparison whose address names no snapshots leads to where two are chosen', async () => {
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/diff`);
  await page.waitForURL(`**/coverage/${account}/history`);
  await page.getByRole('img', { name: /^Coverage over time/ }).waitFor();
});

test('snapshots of one minute are told apart, in the table and where two are chosen', async () => {
  const own = await scanned();
  await declareMore(own.person, own.account);
  const page = await openPage();
  await signIn(page, own.person, `/coverage/${own.account}/history`);
  const table = page.getByRole('region', { name: 'Snapshots' });
  await table.waitFor();
  const named = await table.locator('tbody time').allTextContents();
  expect(named.length).toBeGreaterThan(1);
  expect(new Set(named).size).toBe(named.length);
  await page.getByRole('button', { name: /From$/ }).click();
  const offered = await page.getByRole('option').allTextContents();
  expect(offered.map((words, at) => words.startsWith(named[at] ?? '-'))).toEqual(named.map(() => true));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.waitForURL('**/diff?*');
  const compared = page.getByRole('main').locator('p time');
  await compared.nth(1).waitFor();
  expect((await compared.allTextContents()).slice(0, 2)).toEqual([named[1], named[0]]);
});
