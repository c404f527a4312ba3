import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson } from '../support/stack.js';

withBrowser();

const FOLDER = fileURLToPath(new URL('../../../../docs/pictures/', import.meta.url));
const ADVISORY = readFileSync(
  fileURLToPath(new URL('../../web/src/pages/generate/form/sample-advisory.txt', import.meta.url)),
  'utf8',
);
/** A clone should stay small. */
const MOST_BYTES = 150_000;

test('docs/pictures show the product as it is', async () => {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  await api('PATCH', `/accounts/${account}`, { name: 'Production' });
  await api('PATCH', '/v1/me', { name: 'Ada' });
  await api('POST', `/accounts/${account}/scans`, {});
  const { id: report } = await api('POST', '/v1/generate', { inputType: 'text', text: ADVISORY });
  for (const techniqueId of ['T1110', 'T1098', 'T1059.001'])
    await api('POST', '/v1/generate', { inputType: 'technique', techniqueId });
  mkdirSync(FOLDER, { recursive: true });
  const page = await openPage();
  await page.setViewportSize({ width: 1120, height: 700 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await signIn(page, person, '/settings/profile');
  const sizes: Record<string, number> = {};
  for (const [name, address, shows] of [
    ['home', '/', 'Close next'],
    ['review', `/reports/${report}`, 'vssadmin'],
    ['overview', `/coverage/${account}`, 'By tactic'],
    ['matrix', `/coverage/${account}/matrix`, 'partly covered'],
    ['gaps', `/coverage/${account}/gaps`, 'What closes it'],
  ] as const) {
    await page.goto(address);
    await page.getByText(shows).first().waitFor();
    await page.waitForFunction(() => globalThis.document.querySelector('[class*="_loading_"]') === null);
    const path = `${FOLDER}${name}.png`;
    await page.screenshot({ path });
    sizes[name] = statSync(path).size;
  }
  expect(Object.entries(sizes).filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([]);
});
