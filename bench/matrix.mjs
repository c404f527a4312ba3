// The dashboard's matrix of an account with 5,000 detections, every technique unfolded: frames per second while it is scrolled, with a processor
// slowed to a quarter, beside a plain table of as many cells.
import { startAwsSample, syntheticInventory } from '@tripline/aws-sample';
import { startThrowAwayStack } from '@tripline/stack';
import { openBrowser, SLOWER } from './browser/open.mjs';
import { describeMachine, goal } from './lib/figures.mjs';

const DETECTIONS = 5000;
const REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1'];
const SECONDS = 5;

const sample = await startAwsSample({
  inventory: syntheticInventory({
    regions: REGIONS,
    externalId: null,
    perRegion: { eventRules: 900, metricFilters: 600 },
  }),
});
// The services read these; the stack then starts no sample of its own.
Object.assign(process.env, {
  ...{ PORT: '0', ADMIN_PORT: '0', ROLE_TRUST_CHECK: 'warn' },
  ...{ AWS_ENDPOINT_URL: sample.url, AWS_REGION: 'us-east-1', AWS_EC2_METADATA_DISABLED: 'true' },
  ...{ AWS_ACCESS_KEY_ID: 'AKIATRIPLINEWORKER00', AWS_SECRET_ACCESS_KEY: 'the sample checks no signature' },
});
describeMachine();
const stack = await startThrowAwayStack();
const browser = await openBrowser(stack);
try {
  const account = await scannedAccount();
  const page = await browser.page();
  await page.goto(`/coverage/${account}/matrix?sub=all`);
  await page.locator('[data-cell]').first().waitFor();
  const cells = await page.locator('[data-cell]').count();
  const matrix = await framesWhileScrolling(page, '.matrix-scroll');
  await page.evaluate((count) => {
    const rows = Array.from(
      { length: Math.ceil(count / 12) },
      () => `<tr>${'<td>Cloud Service Discovery 81</td>'.repeat(12)}</tr>`,
    );
    document.body.innerHTML = `<div class="plain"><table>${rows.join('')}</table></div>`;
    Object.assign(document.querySelector('.plain').style, { overflow: 'auto', height: '600px', width: '900px' });
    Object.assign(document.querySelector('table').style, { width: '2600px', lineHeight: '3' });
  }, cells);
  const plain = await framesWhileScrolling(page, '.plain');
  console.log(
    `${cells} cells, processor slowed ${SLOWER} times; a plain table of as many: ${plain.toFixed(1)} frames a second`,
  );
  goal(
    'frames a second of the matrix',
    `${matrix.toFixed(1)}, ${(matrix / plain).toFixed(2)} of the plain table’s`,
    matrix >= 50,
    'at least 50',
  );
} finally {
  await browser.close();
  await stack.stop();
  await sample.close();
}

async function call(method, path, body) {
  const response = await fetch(`${stack.coverageUrl}${path}`, {
    method,
    headers: { 'x-api-key': stack.user.apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.detail}`);
  return answer;
}

async function scannedAccount() {
  const number = '200000000000';
  const { connection, id } = await call('POST', '/accounts', {
    name: 'Large',
    provider: 'aws',
    external_account_id: number,
  });
  for (const role of sample.account(number).roles ?? []) role.externalId = connection.external_id;
  await call('PATCH', `/accounts/${id}`, { role_arn: `arn:aws:iam::${number}:role/TriplineScanner` });
  const scan = await call('POST', `/accounts/${id}/scans`, {});
  for (;;) {
    const { detections_found, status } = await call('GET', `/scans/${scan.id}`);
    if (status === 'pending' || status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    console.log(`${detections_found} detections (wanted ${DETECTIONS}), scan ${status}`);
    if (detections_found < DETECTIONS) throw new Error(`${detections_found} are too few detections to measure with`);
    return id;
  }
}

/** Pictures that the browser drew a second while something was scrolled down, up and sideways without a pause. */
function framesWhileScrolling(page, selector) {
  return page.evaluate(
    ([where, seconds]) =>
      new Promise((resolve) => {
        const element = document.querySelector(where);
        const begun = performance.now();
        let frames = 0;
        const step = (now) => {
          const passed = (now - begun) / 1000;
          if (passed > seconds) {
            resolve(frames / passed);
            return;
          }
          frames += 1;
          element.scrollTop = (0.5 - 0.5 * Math.cos(passed * 3)) * element.scrollHeight;
          element.scrollLeft = (0.5 - 0.5 * Math.cos(passed * 2)) * element.scrollWidth;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    [selector, SECONDS],
  );
}
