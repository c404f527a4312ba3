import type { Locator } from 'playwright-core';
import { openPage, signIn, withBrowser } from '../support/browser.js';
import { declareMore, scanned } from '../support/scanned-account.js';
import type { Person } from '../support/stack.js';

withBrowser();

const PHONE = { width: 390, height: 844 };

let person: Person;
let account: string;
beforeAll(async () => {
  ({ account, person } = await scanned());
  await declareMore(person, account);
});

const widthOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.width ?? 0;

test.each([PHONE.width, 704])(
  'at a width of %s a row of a table is a card: its name as wide as the card, each fact with its name, and what closes a gap',
  async (width) => {
    const page = await openPage();
    await page.setViewportSize({ ...PHONE, width });
    await signIn(page, person, `/coverage/${account}/gaps`);
    const card = page.getByRole('table').locator('tbody tr').first();
    await card.waitFor();
    // The page leaves 16 pixels at each side.
    expect(await widthOf(card)).toBeGreaterThan(width - 60);
    expect(await widthOf(card.locator('td[data-name="true"]'))).toBeGreaterThan(width - 110);
    for (const heading of ['Priority', 'Why it matters', 'What closes it'])
      expect(
        await card
          .locator(`td[data-heading="${heading}"]`)
          .evaluate((cell) => [cell.getClientRects().length > 0, getComputedStyle(cell, '::before').content]),
      ).toEqual([true, `"${heading}"`]);
    await card.getByRole('button', { name: /^Generate rules for T/ }).waitFor();
    // What the list is sorted by stays.
    await page.goto(`/coverage/${account}/detections`);
    await page.getByRole('button', { name: 'Kind' }).click();
    await page.waitForURL('**sort=detection_type');
  },
);

test('on a phone a table of more than a hundred rows has those in sight, however it is come to', async () => {
  const page = await openPage();
  await page.setViewportSize(PHONE);
  await signIn(page, person, `/coverage/${account}/visibility`);
  const cards = page.locator('[data-long="true"] tbody tr[data-index]');
  await cards.first().waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await cards.first().waitFor();
  await page.setViewportSize(PHONE);
  await cards.first().waitFor();
  // As many as there are techniques can be scrolled to.
  await cards.first().getByRole('link').first().focus();
  await page.keyboard.press('Control+End');
  await page.locator('[data-long="true"] tbody tr:last-child[data-index]').waitFor();
});

test('on a phone a table of figures stays a table', async () => {
  const page = await openPage();
  await page.setViewportSize(PHONE);
  await signIn(page, person, `/coverage/${account}`);
  const table = page.getByRole('table', { name: undefined }).first();
  await table.getByRole('columnheader', { name: 'Covered' }).waitFor();
  const row = table.locator('tbody tr').first();
  const tops = await row
    .locator('td:visible')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(2);
  expect(new Set(tops).size).toBe(1);
});

test.each([390, 1440])(
  'a trend is as wide as its place, and its words are alike large, at a width of %s',
  async (width) => {
    const page = await openPage();
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, person, `/coverage/${account}/history`);
    const chart = page.getByRole('img', { name: /^Coverage over time/ });
    await chart.waitFor();
    const { drawn, heights, of, words } = await chart.evaluate((svg) => {
      const texts = [...svg.querySelectorAll(':scope > text')];
      return {
        drawn: svg.getBoundingClientRect().width,
        of: svg.parentElement?.clientWidth,
        heights: texts.map((text) => Math.round(text.getBoundingClientRect().height)),
        words: texts.map((text) => text.textContent),
      };
    });
    expect(drawn).toBeCloseTo(of ?? 0, 0);
    for (const height of heights) {
      expect(height).toBeGreaterThan(10);
      expect(height).toBeLessThan(18);
    }
    expect(new Set(words).size).toBe(words.length);
  },
);
