import type { Page } from 'playwright-core';
import { look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson } from '../support/stack.js';

withBrowser();

const RULES = 130;
const sigma = (number: number): string => `title: Tool number ${number} started
logsource:
  product: windows
  category: process_creation
detection:
  selection:
    CommandLine|contains: tool-${number}.exe
  condition: selection
`;

/** The library with more than a hundred rules in its table. */
async function longLibrary(): Promise<Page> {
  const person = await newPerson('enterprise');
  const api = await asPerson(person);
  await api('POST', '/v1/generate', {
    inputType: 'sigma',
    yaml: Array.from({ length: RULES }, (_, number) => sigma(number + 1)).join('---\n'),
    options: { maxRules: 200 },
  });
  const page = await openPage();
  await signIn(page, person, '/rules');
  const more = page.getByRole('button', { name: 'Show more' });
  const table = page.getByRole('table');
  await more.click();
  await table.locator('tbody tr').nth(99).waitFor();
  await more.click();
  await page.locator(`table[aria-rowcount="${RULES + 1}"]`).waitFor();
  return page;
}

test('a table of more than a hundred rows has those in sight in the document, says how many there are, and is walked through by keyboard', async () => {
  const page = await longLibrary();
  const rows = page.getByRole('table').locator('tbody tr[aria-rowindex]');
  expect(await rows.count()).toBeLessThan(70);
  await look(page, 'library-long');
  const frame = page.getByRole('region', { name: 'Rules' });
  const head = page.getByRole('columnheader', { name: 'Level' });
  await frame.focus();
  await page.keyboard.press('Home');
  await page.locator('tr[aria-rowindex="2"]').waitFor();
  const first = page.locator('tr[aria-rowindex="2"]').getByRole('checkbox');
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  expect(await page.locator('tr[aria-rowindex="3"]').getByRole('checkbox').isChecked()).toBe(true);
  await page.keyboard.press('Control+End');
  await page.locator(`tr[aria-rowindex="${RULES + 1}"] input:focus`).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.getByText('2 selected').waitFor();
  expect(await rows.count()).toBeLessThan(70);
  expect(await head.isVisible()).toBe(true);
  // The head stays above the rows.
  const [frameBox, headBox] = [await frame.boundingBox(), await head.boundingBox()];
  expect(Math.abs((headBox?.y ?? 0) - (frameBox?.y ?? 0))).toBeLessThan(3);
  await page.keyboard.press('Control+Home');
  await page.locator('tr[aria-rowindex="2"] input:focus').waitFor();
});

test('ticking a row draws that row alone', async () => {
  const page = await longLibrary();
  const devtools = await page.context().newCDPSession(page);
  const sources = new Map<string, Promise<string>>();
  devtools.on('Debugger.scriptParsed', ({ scriptId, url }) => {
    if (url.includes('/assets/'))
      sources.set(
        scriptId,
        devtools.send('Debugger.getScriptSource', { scriptId }).then(({ scriptSource }) => scriptSource),
      );
  });
  await devtools.send('Debugger.enable');
  await devtools.send('Profiler.enable');
  const box = page.getByRole('checkbox', { name: /^Select Tool/ }).nth(15);
  await box.focus();
  // Where the focus scrolled the frame to, rows have come by the second frame.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await page.keyboard.press('Space');
  await page.getByText('1 selected').waitFor();
  const { result } = await devtools.send('Profiler.takePreciseCoverage');
  // The functions that draw a rule's title and a box, by what stands in them.
  let titles = 0;
  let boxes = 0;
  for (const { functions, scriptId } of result) {
    const source = (await sources.get(scriptId)) ?? '';
    for (const { ranges } of functions) {
      const [{ count = 0, endOffset = 0, startOffset = 0 } = {}] = ranges;
      const text = source.slice(startOffset, endOffset);
      if (text.length > 600) continue;
      if (text.includes('.ruleSource')) titles += count;
      if (text.includes('isIndeterminate') && text.includes('✓')) boxes += count;
    }
  }
  expect(titles).toBe(1);
  // A box is drawn when it is pressed, let go and ticked; the one above the rows once.
  expect(boxes).toBeGreaterThan(0);
  expect(boxes).toBeLessThan(15);
});
