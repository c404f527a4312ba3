import type { Page } from 'playwright-core';
import { openPage, signIn, withBrowser } from '../support/browser.js';
import { layoutFaults } from '../support/layout.js';
import { declareMore, scanned } from '../support/scanned-account.js';
import { asPerson } from '../support/stack.js';

withBrowser();

/** A4 less its margins of 1 cm, at 96 dots per inch. */
const PAPER = { width: 718, height: 1047 };

/** What paper would cut: nobody scrolls it. */
const cutOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as Window & typeof globalThis;
    return [...document.querySelectorAll('main *')].flatMap((one) => {
      const { clientHeight, clientWidth, scrollHeight, scrollWidth } = one as Element;
      const { overflowX, overflowY } = getComputedStyle(one as Element);
      const cutsX = overflowX !== 'visible' && scrollWidth > clientWidth + 1;
      const cutsY = (overflowY === 'auto' || overflowY === 'scroll') && scrollHeight > clientHeight + 1;
      return clientWidth > 1 && (cutsX || cutsY)
        ? [
            `${one.localName}.${one.getAttribute('class')} ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`,
          ]
        : [];
    });
  });

test('overview, matrix, gaps, a review and a report to hand over are whole on A4', async () => {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  const { id } = await api('POST', '/v1/generate', {
    inputType: 'text',
    text: 'The actor ran vssadmin.exe delete shadows /all /quiet on every server. Then they ran wevtutil.exe cl Security on the domain controller.',
  });
  const before = await declareMore(person, account);
  const page = await openPage();
  await signIn(page, person);
  const found: Record<string, string[]> = {};
  for (const address of [
    ...['', '/matrix', `/matrix?compare=${before}`, '/gaps', '/detections', '/history'].map(
      (part) => `/coverage/${account}${part}`,
    ),
    `/reports/${id}`,
    '/',
  ]) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForFunction(() => globalThis.document.querySelector('[class*="_loading_"]') === null);
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    if (process.env['BROWSER_PICTURES'])
      await page.screenshot({
        path: `.local/browser/print-${address.split('/').at(-1) || 'home'}.png`,
        fullPage: true,
      });
    const faults = [...(await cutOn(page)), ...(await layoutFaults(page))];
    // Fills are drawn, and nothing is there to be pressed.
    const style = await page.evaluate('getComputedStyle(document.querySelector("main h1")).printColorAdjust');
    if (style !== 'exact') faults.push('browsers leave fills out');
    if (await page.getByRole('button', { name: /^(?:Scan now|Generate|Download CSV)$/ }).count())
      faults.push('it has buttons to press');
    if (await page.locator('main').getByRole('navigation').count()) faults.push('it has links to other pages');
    if (address.endsWith('/gaps')) await page.getByRole('columnheader', { name: 'What closes it' }).waitFor();
    if (faults.length > 0) found[address] = faults;
    await page.emulateMedia({ media: 'screen' });
  }
  expect(found).toEqual({});
});
