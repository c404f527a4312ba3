// The dashboard in Chromium with a processor slowed to a quarter: bytes of script at the first load, largest contentful paint of its main
// pages beside that of a bare page from the same server, and how long typical presses take until the next picture.
import { startThrowAwayStack } from '@tripline/stack';
import { openBrowser, SLOWER } from './browser/open.mjs';
import { describeMachine, goal, median } from './lib/figures.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const GOAL_SCRIPT_KB = 250;
const PAGES = ['/generate', '/generations', '/rules', '/convert', '/settings/keys', '/team', '/coverage'];

Object.assign(process.env, { PORT: '0', ADMIN_PORT: '0' });
describeMachine();
const stack = await startThrowAwayStack();
const browser = await openBrowser(stack);
try {
  await firstLoad();
  await paints();
  await presses();
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

async function repeated(measure) {
  const figures = [];
  for (let round = 0; round < ROUNDS; round += 1) figures.push(await measure());
  return figures;
}
