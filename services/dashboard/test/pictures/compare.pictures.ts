import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, type Person } from '../support/stack.js';

withBrowser();

type Side = 'before' | 'now';
/** What scripts/pictures.mjs tells: the built pages, and where their pictures go. */
const { into, pages }: Record<'into' | 'pages', Record<Side, string>> = JSON.parse(process.env['PICTURES_OF'] ?? '{}');
const ADVISORY = readFileSync(
  fileURLToPath(new URL('../../web/src/pages/generate/form/sample-advisory.txt', import.meta.url)),
  'utf8',
);
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const WIDTHS = [1440, 1280, 390];
const THEMES = ['light', 'dark'] as const;
/** Three hours after what the parts are dated at. */
const PARTS_NOW = new Date('2026-03-02T12:00:00.000Z');

/** Gives the browser this build of the page; what it asks the APIs goes on to the stack. */
async function serve(page: Page, folder: string): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request();
    const file = request.isNavigationRequest() ? '/index.html' : new URL(request.url()).pathname;
    const path = join(folder, file);
    if (!file.includes('.') || !isFile(path)) return route.continue();
    return route.fulfill({ contentType: TYPES[extname(path)] ?? 'text/plain', body: readFileSync(path) });
  });
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const settle = async (page: Page): Promise<void> => {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
};

/** A page in all widths and themes. */
async function takePage(page: Page, side: Side, name: string): Promise<void> {
  for (const colorScheme of THEMES)
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      await page.screenshot({ path: join(into[side], `${name}-${colorScheme}-${width}.png`), fullPage: true });
    }
}

/** Each part in both themes and on a phone, with the pointer on its first control, and with the keyboard on it. */
async function takeParts(page: Page, side: Side): Promise<void> {
  const path = (name: string): string => join(into[side], `part-${name}.png`);
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    for (const part of await page.locator('[data-part]').all()) {
      const name = await part.getAttribute('data-part');
      await part.screenshot({ path: path(`${name}-${colorScheme}-${width}`) });
      const control = part.locator('button, a[href], input, textarea, label').first();
      if (width === 390 || (await control.count()) === 0) continue;
      await control.hover({ force: true });
      await part.screenshot({ path: path(`${name}-${colorScheme}-hover`) });
      await page.mouse.move(0, 0);
      // Whoever uses the keyboard sees where they are.
      await page.keyboard.press('Shift');
      await control.focus();
      await part.screenshot({ path: path(`${name}-${colorScheme}-focus`) });
      await control.blur();
    }
  }
}

/** What lies above the page, one after the other. */
async function takeLayers(page: Page, side: Side): Promise<void> {
  const names = await page
    .locator('[data-opens]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('data-opens') ?? ''));
  for (const name of names) {
    await page.goto(`/dev/parts?open=${name}`);
    await page.locator('[data-part]').first().waitFor({ state: 'attached' });
    await settle(page);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: join(into[side], `layer-${name}-${colorScheme}.png`) });
    }
  }
}

/** Ten pages with something on them, and words that are there once they are whole. */
async function tenPages(): Promise<{ person: Person; addresses: readonly (readonly [string, string, string])[] }> {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  await api('PATCH', `/accounts/${account}`, { name: 'Production' });
  const { id: report, rules } = await api('POST', '/v1/generate', { inputType: 'text', text: ADVISORY });
  const [{ key }] = rules;
  return {
    person,
    addresses: [
      ['home', '/', 'Close next'],
      ['generate', '/generate', 'Try the sample advisory'],
      ['report', `/reports/${report}`, 'vssadmin'],
      ['rules', '/rules', 'vssadmin'],
      ['rule', `/rules/${key}`, 'Techniques'],
      ['overview', `/coverage/${account}`, 'By tactic'],
      ['matrix', `/coverage/${account}/matrix`, 'partly covered'],
      ['gaps', `/coverage/${account}/gaps`, 'What closes it'],
      ['detections', `/coverage/${account}/detections`, 'can fire'],
      ['profile', '/settings/profile', 'Account since'],
    ],
  };
}

const SIDES = ['before', 'now'] as const;
let made: Awaited<ReturnType<typeof tenPages>>;
let now: Date;
beforeAll(async () => {
  for (const side of SIDES) mkdirSync(into[side], { recursive: true });
  made = await tenPages();
  now = new Date();
});

test.each(SIDES)('every part is taken in each of its states: %s', async (side) => {
  const page = await openPage();
  await serve(page, pages[side]);
  await page.clock.setFixedTime(PARTS_NOW);
  await page.goto('/dev/parts');
  const otherwise = page.getByRole('button', { name: 'Sign in', exact: true });
  await page.locator('[data-part]').first().or(otherwise).first().waitFor();
  // A commit may not know the parts yet.
  if (side === 'before' && (await otherwise.count()) > 0) return;
  await takeParts(page, side);
  await takeLayers(page, side);
  expect(readdirSync(into[side]).filter((name) => name.startsWith('part-')).length).toBeGreaterThan(0);
});

test.each(SIDES)('ten pages are taken with the same data at the same moment: %s', async (side) => {
  const { addresses, person } = made;
  const page = await openPage();
  await serve(page, pages[side]);
  await signIn(page, person, '/settings/profile');
  await page.clock.setFixedTime(now);
  for (const [name, address, shows] of addresses) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(address);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    await page.waitForFunction(() => globalThis.document.querySelector('[class*="_loading_"]') === null);
    await takePage(page, side, `page-${name}`);
  }
  expect(readdirSync(into[side]).filter((name) => name.startsWith('page-')).length).toBe(
    addresses.length * WIDTHS.length * THEMES.length,
  );
});
