// npm run e2e [-- --local] [jest arguments]: the black-box suite of test-e2e/, whose README.md says against which stack it runs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';
import { runJest } from './lib/jest.mjs';

/** Where `npm run e2e:compose` leaves the variables of the stack it has started. */
const COMPOSE_VARIABLES = join(ROOT, '.local/e2e/variables.json');
/** Tests that end and start processes; test-e2e/support/processes.ts says how they do it. */
const ACT_ON_PROCESSES = ['killed-worker', 'rolling-restart'];
const REQUIRED = ['RULES_URL', 'COVERAGE_URL', 'ADMIN_TOKEN', 'MAIL_URL', 'AWS_SAMPLE_URL', 'ADVISORY_URL'];

const local = process.argv.includes('--local');
await bootstrap({ redis: local });
const args = process.argv.slice(2).filter((arg) => arg !== '--local');
process.exitCode = local ? await onLocalStack() : await onRunningStack();

/** Starts a stack of its own, runs the suite on it, and stops it. */
async function onLocalStack() {
  const { startReplicatedStack } = await import('../packages/stack/dist/index.js');
  const stack = await startReplicatedStack();
  try {
    return await runSuite(stack.variables);
  } finally {
    await stack.stop();
  }
}

/** Runs the suite on the stack that the environment names, else on the one of compose. */
function onRunningStack() {
  if (process.env.RULES_URL) return runSuite({});
  if (existsSync(COMPOSE_VARIABLES)) return runSuite(JSON.parse(readFileSync(COMPOSE_VARIABLES, 'utf8')));
  say(
    'No stack of compose is up. npm run e2e:compose starts one for the suite (and with -- --keep leaves it up), npm run e2e -- --local starts one without containers, and RULES_URL names another (test-e2e/README.md).',
  );
  return 2;
}

function runSuite(variables) {
  const env = { ...process.env, ...variables, E2E: '1' };
  const missing = REQUIRED.filter((name) => !env[name]);
  if (missing.length > 0) {
    say(`Not set: ${missing.join(', ')}. test-e2e/README.md says what each is.`);
    return 2;
  }
  const left = env.E2E_CONTROL_URL || env.E2E_COMPOSE_PROJECT ? [] : ACT_ON_PROCESSES;
  if (left.length > 0)
    say(`Not selected, since nothing says how to end and start this stack's processes: ${left.join(', ')}`);
  const ignored = left.map((name) => `--testPathIgnorePatterns=test-e2e/${name}`);
  // One file after the other: two of them end processes that the others use.
  return runJest(['--runInBand', '--verbose', ...ignored, ...args], env);
}
