// The dashboard in Chromium with a processor slowed to a quarter: bytes of script at the first load, largest contentful paint of its main
// pages beside that of a bare page from the same server, and how long typical presses take until the next picture. At full speed: what its main pages ask for
// when they are opened cold, and how long a tick among 2,000 rows takes. Parts: first-load, paints, presses, cold, rows.
import { startThrowAwayStack } from '@tripline/stack';
import { openBrowser, SLOWER } from './browser/open.mjs';
import { describeMachine, goal, median, partsAsked } from './lib/figures.mjs';

const ROUNDS = 5;
const ROWS = 2000;
const GOAL_SCRIPT_KB = 250;
const PAGES = ['/generate', '/reports', '/rules', '/convert', '/settings/keys', '/team', '/coverage'];

const PARTS = { 'first-load': firstLoad, paints, presses, cold, rows };

Object.assign(process.env, { PORT: '0', ADMIN_PORT: '0' });
describeMachine();
const stack = await startThrowAwayStack();
const browser = await openBrowser(stack);
try {
  for (const part of partsAsked(Object.keys(PARTS))) await PARTS[part]();
} finally {
  await browser.close();
  await stack.stop();
}

/** What a stranger loads before the sign-in page is there, as it goes over the wire. */
async function firstLoad() {
  const page = await browser.page({ signedIn: false });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const scripts = new Set();
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  devtools.on('Network.loadingFinished', ({ encodedDataLength, requestId }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const kb = bytes / 1000;
  goal(
    'script at the first load, compressed',
    `${kb.toFixed(0)} kB`,
    kb < GOAL_SCRIPT_KB,
    `under ${GOAL_SCRIPT_KB} kB`,
  );
  await page.context().close();
}

/** Largest contentful paint of a page, in milliseconds since its navigation began. */
async function paintOf(page, path) {
  await page.goto(path, { waitUntil: 'networkidle' });
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}

async function paints() {
  const page = await browser.page();
  const bare = await browser.page({ signedIn: false });
  // The floor: a file of the same server without a line of script.
  const floor = median(
    await repeated(async () => {
      await bare.goto('/icon.svg', { waitUntil: 'load' });
      return bare.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd);
    }),
  );
  console.log(
    `\nlargest contentful paint, processor slowed ${SLOWER} times, median of ${ROUNDS}; a bare file loads in ${floor.toFixed(0)} ms`,
  );
  for (const path of PAGES) {
    const paint = median(await repeated(() => paintOf(page, path)));
    goal(path, `${paint.toFixed(0)} ms`, paint < 2500, 'under 2,500 ms');
  }
  await bare.context().close();
  await page.context().close();
}

/** How long a press takes until the picture after it, by the browser's own event timing. */
async function presses() {
  const page = await browser.page();
  console.log(`\ninteraction delay, processor slowed ${SLOWER} times, worst of ${ROUNDS}`);
  const cases = [
    ['open a menu entry', '/generate', async () => page.getByRole('link', { name: 'API keys' }).click()],
    ['open the library', '/settings/keys', async () => page.getByRole('link', { name: 'Library' }).click()],
    [
      'type in the converter',
      '/convert',
      async () => page.getByRole('textbox').first().pressSequentially('title: x', { delay: 50 }),
    ],
    ['choose dark', '/convert', async () => page.getByText('Dark', { exact: true }).click()],
  ];
  for (const [name, path, act] of cases) {
    const delays = await repeated(async () => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.evaluate(() => {
        globalThis.delays = [];
        new PerformanceObserver((list) => {
          for (const { duration, interactionId } of list.getEntries())
            if (interactionId) globalThis.delays.push(duration);
        }).observe({ type: 'event', durationThreshold: 16 });
      });
      await act();
      await page.waitForTimeout(600);
      return page.evaluate(() => Math.max(16, ...globalThis.delays));
    });
    const worst = Math.max(...delays);
    goal(name, `${worst.toFixed(0)} ms`, worst <= 200, 'at most 200 ms');
  }
  await page.context().close();
}

/** What a page asks for that is opened with nothing but a session, as it goes over the wire. */
async function cold() {
  const page = await browser.page({ slower: 1 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  let requests = 0;
  let bytes = 0;
  devtools.on('Network.requestWillBeSent', () => {
    requests += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  console.log('\nopened cold, with its data');
  for (const path of PAGES) {
    await devtools.send('Network.clearBrowserCache');
    requests = 0;
    bytes = 0;
    await page.goto(path, { waitUntil: 'networkidle' });
    const kb = bytes / 1000;
    goal(path, `${requests} requests, ${kb.toFixed(0)} kB`, requests <= 15 && kb <= 250, 'at most 15 and 250 kB');
  }
  await page.context().close();
}

/** How long it takes from a tick among many rows until the next picture, at full speed. The list's answer is made here: what is measured is the page. */
async function rows() {
  const page = await browser.page({ slower: 1 });
  await page.route(/\/v1\/rules\?/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.rules = Array.from({ length: ROWS }, (_, number) => ({
      ruleKey: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      title: `Tool number ${number} started`,
      level: 'high',
      state: 'draft',
      platform: 'endpoint-sysmon',
      techniques: ['T1059.001'],
      source: { inputType: 'text', title: 'A report' },
      createdAt: new Date().toISOString(),
      updatedAt: new Date().toISOString(),
    }));
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/rules', { waitUntil: 'networkidle' });
  const boxes = page.getByRole('checkbox', { name: /^Select Tool/ });
  await boxes.first().waitFor();
  const delays = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // From the press to the second frame after it: by then the tick is drawn.
    delays.push(
      await boxes.nth(round).evaluate(
        (box) =>
          new Promise((resolve) => {
            const before = performance.now();
            box.click();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - before)));
          }),
      ),
    );
  }
  console.log();
  goal(`a tick among ${ROWS} rows`, `${median(delays).toFixed(0)} ms`, median(delays) <= 50, 'at most 50 ms');
  await page.context().close();
}

async function repeated(measure) {
  const figures = [];
  for (let round = 0; round < ROUNDS; round += 1) figures.push(await measure());
  return figures;
}
