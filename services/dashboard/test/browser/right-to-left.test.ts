import type { Page } from 'playwright-core';
import { openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson } from '../support/stack.js';

withBrowser();

/** Arabic with an English word in it: from left to right its halves would change places. */
const TITLE = 'هجوم mailbox خادم';

/** Where the title is drawn with its first word left of the English one, and how often it is drawn at all. */
const drawn = (page: Page): Promise<{ times: number; swapped: string[] }> =>
  page.evaluate((title) => {
    const { document, NodeFilter } = globalThis as unknown as Window & typeof globalThis;
    const swapped: string[] = [];
    let times = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(title) ?? -1;
      // Code runs from left to right, whatever it says.
      if (start === -1 || !node.parentElement?.checkVisibility() || node.parentElement.closest('pre, code')) continue;
      const leftOf = (at: number): DOMRect => {
        const range = document.createRange();
        range.setStart(node as Node, at);
        range.setEnd(node as Node, at + 1);
        return range.getBoundingClientRect();
      };
      const [first, english] = [leftOf(start), leftOf(start + title.indexOf('m'))];
      if (first.width === 0 || first.top !== english.top) continue;
      times += 1;
      if (first.left < english.left) swapped.push(node.parentElement.outerHTML.slice(0, 120));
    }
    return { times, swapped };
  }, TITLE);

test('a title in Arabic keeps its order wherever it is shown', async () => {
  const person = await newPerson('enterprise');
  const api = await asPerson(person);
  const { rules } = await api('POST', '/v1/generate', {
    inputType: 'sigma',
    yaml: `title: ${TITLE}\nlogsource: { product: windows, category: process_creation }\ndetection:\n  a: { Image|endswith: \\x.exe }\n  condition: a\n`,
  });
  const report = await api('POST', '/v1/generate', {
    inputType: 'text',
    text: 'The actor ran vssadmin.exe delete shadows /all /quiet on every server.',
    title: TITLE,
  });
  const { id: account } = await api('POST', '/accounts', {
    name: TITLE,
    provider: 'aws',
    external_account_id: '111122223333',
  });
  await api('POST', '/siems', { name: TITLE, kind: 'splunk' });
  await api('POST', '/v1/team', { name: TITLE });
  const [{ key }] = rules;
  const page = await openPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, person);
  const wrong: Record<string, string[]> = {};
  for (const address of [
    ...['/', '/rules', `/rules?preview=/rules/${key}`, `/rules/${key}`, `/rules/${key}/versions`, '/reports'],
    ...[`/reports/${report.id}`, '/coverage', `/coverage/${account}/connect`, '/siems', '/team'],
  ]) {
    await page.goto(address);
    await page.getByText(TITLE).first().waitFor();
    await page.waitForFunction(() => globalThis.document.querySelector('[class*="_loading_"]') === null);
    const { swapped, times } = await drawn(page);
    if (swapped.length > 0 || times === 0) wrong[address] = [`${times} times`, ...swapped];
  }
  expect(wrong).toEqual({});
});
