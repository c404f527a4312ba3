// npm run e2e [-- jest arguments]: the black-box suite of test-e2e/, whose README.md says against which stack it runs. Without arguments all of it has to
// run: a test that is declared and did not run is a failure.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';
import { VARIABLES } from './lib/e2e-stack.mjs';
import { runJest } from './lib/jest.mjs';
import { listTests, missingTests, readResults, suiteFiles } from './lib/whole-suite.mjs';

/** Tests that end and start processes; test-e2e/support/processes.ts says how they do it. */
const ACT_ON_PROCESSES = ['killed-worker', 'redis-away', 'rolling-restart'];
const REQUIRED = ['RULES_URL', 'COVERAGE_URL', 'ADMIN_TOKEN', 'MAIL_URL', 'AWS_SAMPLE_URL', 'ADVISORY_URL'];

await bootstrap();
process.exitCode = await onRunningStack();

/** Runs the suite on the stack that the environment names, else on the one of compose. */
function onRunningStack() {
  if (process.env.RULES_URL) return runSuite({});
  if (existsSync(VARIABLES)) return runSuite(JSON.parse(readFileSync(VARIABLES, 'utf8')));
  say(
    'No stack of compose is up. npm run e2e:compose starts one for the suite (and with -- --keep leaves it up), and RULES_URL names another (test-e2e/README.md).',
  );
  return 2;
}

async function runSuite(variables) {
  const env = { ...process.env, ...variables, E2E: '1' };
  const missing = REQUIRED.filter((name) => !env[name]);
  if (missing.length > 0) {
    say(`Not set: ${missing.join(', ')}. test-e2e/README.md says what each is.`);
    return 2;
  }
  const args = process.argv.slice(2);
  const left = env.E2E_COMPOSE_PROJECT ? [] : ACT_ON_PROCESSES;
  if (left.length > 0)
    say(`Not selected, since nothing says how to end and start this stack's processes: ${left.join(', ')}`);
  const ignored = left.map((name) => `--testPathIgnorePatterns=test-e2e/${name}`);
  const folder = join(ROOT, '.local/e2e-results');
  mkdirSync(folder, { recursive: true });
  const given = args.find((arg) => arg.startsWith('--outputFile='));
  const results = given?.slice('--outputFile='.length) ?? join(folder, 'run.json');
  const output = given ? [] : ['--json', `--outputFile=${results}`];
  // One file after the other: some of them end processes that the others use.
  const status = await runJest(['--runInBand', '--verbose', ...output, ...ignored, ...args], env);
  const whole = left.length === 0 && args.every((arg) => arg === '--json' || arg.startsWith('--outputFile='));
  return whole && !ranWhole(results, env, join(folder, 'list.json')) ? status || 1 : status;
}

function ranWhole(results, env, list) {
  try {
    const listed = listTests(env, list);
    const missing = missingTests({ files: suiteFiles(), listed, ran: readResults(results) });
    say(`${listed.length} tests are declared in test-e2e/; ${missing.length === 0 ? 'all of them ran' : 'not run:'}`);
    for (const name of missing) say(`  ${name}`);
    return missing.length === 0;
  } catch (error) {
    say(error.message);
    return false;
  }
}
