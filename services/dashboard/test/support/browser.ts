import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Person, stack } from './stack.js';

const PICTURES = fileURLToPath(new URL('../../../../.local/browser/', import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Longer than any step takes, also on a busy machine; a wait ends as soon as it can. */
const PATIENCE_MS = 60_000;

let browser: Browser | undefined;
const contexts: BrowserContext[] = [];
/** What pages complained of since the last test, and calls whose refusal a test expects. */
let complaints: string[] = [];
let expected: RegExp[] = [];

/**
 * Starts a browser for the test file that calls this, and looks after each of its tests at what the pages complained of. Each file calls it at its
 * top: hooks belong to the file that registers them, and this module is loaded once for all (decision 51).
 */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: stack.chromium, args: ['--no-sandbox'] });
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    const found = complaints.filter((complaint) => !expected.some((allowed) => allowed.test(complaint)));
    complaints = [];
    expected = [];
    // A page that breaks its own policy or throws has a fault, whatever the test looked at.
    expect(found).toEqual([]);
  });
  afterAll(() => browser?.close());
}

/** A page in a browser of its own, as that of another person. */
export async function openPage(): Promise<Page> {
  if (browser === undefined) throw new Error('the browser has not started: call withBrowser() at the top of the file');
  const context = await browser.newContext({
    baseURL: stack.dashboardUrl,
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  });
  contexts.push(context);
  context.setDefaultTimeout(PATIENCE_MS);
  return openTab(context);
}

/** Another tab of the same browser: it shares the cookies, and so the session. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  // Chromium swaps the loaders of a running page in its own time: a call that begins right after the first `route` of a page would now and then pass by it.
  await page.route('**/intercepted-from-the-start', (route) => route.continue());
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  return page;
}

/** Lets the browser complain of what a test means to happen, such as a call that is refused. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern);
}

/** Signs in by the page. */
export async function signIn(page: Page, { email, password }: Person, to = '/'): Promise<void> {
  await page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Main' })
    .or(page.getByRole('button', { name: 'Menu' }))
    .first()
    .waitFor();
}

/** The button that opens the account menu: it is there for whoever is signed in. */
export const accountButton = (page: Page) => page.getByRole('button', { name: /^Account:/ });

/** Presses an entry of the account menu. */
export async function inAccountMenu(page: Page, entry: string): Promise<void> {
  await accountButton(page).click();
  await page.getByRole('menu', { name: 'Account' }).getByText(entry, { exact: true }).click();
}

/** Signs out by the account menu. */
export const signOut = (page: Page): Promise<void> => inAccountMenu(page, 'Sign out');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe looks at: everything in light; in dark what colours decide, since nothing else differs. */
const LOOKED_AT = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/** The page as it is now meets WCAG 2.2 AA as far as axe can tell, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // It is evaluated by the debugger, which the page's policy does not bind; the policy itself stays as it is.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
    const violations = await page.evaluate(async (runOnly) => {
      const { axe } = globalThis as unknown as {
        axe: { run(root: object, options: object): Promise<{ violations: Violation[] }> };
      };
      // What React Aria says aloud names elements that may be gone a moment later; it takes it out itself.
      return (await axe.run({ exclude: ['[data-live-announcer]'] }, { runOnly, resultTypes: ['violations'] }))
        .violations;
    }, LOOKED_AT[colorScheme]);
    expect(
      violations.map(
        ({ id, nodes }) =>
          `${colorScheme} ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`,
      ),
    ).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The page fits a narrow screen: nothing makes it scroll sideways. */
async function expectNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  const over = await page.evaluate(() => {
    const { documentElement } = (
      globalThis as unknown as { document: { documentElement: { scrollWidth: number; clientWidth: number } } }
    ).document;
    return documentElement.scrollWidth - documentElement.clientWidth;
  });
  expect(over).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  // What is drawn for a narrow page only is gone again before the test goes on.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/** Checks a page's manners; with BROWSER_PICTURES set, keeps pictures of it for people to look at: light and dark, wide and narrow. */
export async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNarrow(page);
  if (!process.env['BROWSER_PICTURES']) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${PICTURES}${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}
