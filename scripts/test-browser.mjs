// npm run test:browser [-- jest arguments]: the dashboard's journeys in a real Chromium, against a whole stack of its own. With BROWSER_STACK naming the
// stack.json of an `npm start` that is up, they run against that one.
import { existsSync, readFileSync } from 'node:fs';
import { bootstrap, say } from './lib/bootstrap.mjs';
import { findChromium } from './lib/chromium.mjs';
import { runJest } from './lib/jest.mjs';

await bootstrap({ redis: true });
const given = process.env.BROWSER_STACK;
if (given && !existsSync(given)) {
  say(`BROWSER_STACK names ${given}, which is not there.`);
  process.exit(2);
}
const chromium = findChromium();
process.exitCode = given ? await run(JSON.parse(readFileSync(given, 'utf8'))) : await onOwnStack();

async function onOwnStack() {
  // Its ports are free ones, and its people are many: the suite makes one for each test.
  Object.assign(process.env, {
    PORT: '0',
    ADMIN_PORT: '0',
    LIMIT_LOGINS_PER_ADDRESS: '100000',
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    SIEM_ALLOW_HOSTS: '127.0.0.1',
  });
  const { startThrowAwayStack } = await import('../packages/stack/dist/index.js');
  const stack = await startThrowAwayStack();
  try {
    return await run({ ...stack, sampleAwsUrl: stack.sampleCloud?.url });
  } finally {
    await stack.stop();
  }
}

function run({ databaseUrl, dashboardUrl, mailUrl, rulesUrl, coverageUrl, sampleAwsUrl }) {
  const stack = { databaseUrl, dashboardUrl, mailUrl, rulesUrl, coverageUrl, sampleAwsUrl };
  // One after the other: a browser takes all that the machine has.
  return runJest(['--runInBand', ...process.argv.slice(2)], {
    BROWSER_TESTS: JSON.stringify({ ...stack, chromium }),
  });
}
