// What CI runs (.ci/run), and what anybody may run: every suite below, one after the other but where it says otherwise; with --whole also what takes too long for every landing, which is
// run before an issue ends. Ends with one line, "N passed, N failed".
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './lib/bootstrap.mjs';
import { machineSpeed } from './lib/speed.mjs';

/** Of the suites of processes, those that type what a user types and that end a process in the middle of its work (decision 70). */
const PROCESSES = [
  'packages/stack/test/processes',
  'services/rules/test/processes/killed-process',
  'test/processes/worker-process',
];
/** Of the journeys in the browser, the main jobs: sign in, read a report, decide, export; scan an account, close a gap. */
const JOURNEYS = ['sign-in', 'generate', 'review', 'export', 'coverage', 'gap-rules'];

/** The first suite that has the machine to itself: until then Docker, base images and packages come, which waits for the network while the suites before it compute. */
const FIRST_ALONE = 'test:processes';

/**
 * The suites, in order: an npm script each, with its arguments, and those of the whole suite where a landing runs a part; `onlyWhole` where it runs none;
 * `isBeside` where it runs beside the next one. `counts` says how to read its result: `tests` for a script that passes its arguments to jest, of which
 * every test counts; `exit` for any other, which counts as one test that passes with exit code 0. Nothing is run a second time: a test that fails now and then is mended at its cause.
 */
const SUITES = [
  { script: 'check', counts: 'exit' },
  { script: 'test:oldest-node', counts: 'exit' },
  { script: 'manifests', args: ['--check'], counts: 'exit' },
  { script: 'test', counts: 'tests' },
  { script: 'test:long', onlyWhole: true, counts: 'tests' },
  { script: 'test:processes', args: PROCESSES, whole: [], counts: 'tests' },
  { script: 'test:starts', args: ['--rounds', '3'], whole: ['--rounds', '20'], counts: 'exit' },
  // The image, built as docs/operate.md says, and the whole end-to-end suite on it: it fails unless every declared test ran.
  { script: 'e2e:compose', counts: 'tests' },
  { script: 'test:browser', args: JOURNEYS.map((name) => `browser/${name}`), whole: [], counts: 'tests' },
  // Beside the next: each has a stack of its own, and waits much of its time for processes that start.
  { script: 'fuzz', args: ['--requests', '500'], whole: ['--requests', '3000'], counts: 'exit', isBeside: true },
  {
    script: 'chaos',
    args: ['--kills', '2', '--others', '0'],
    whole: ['--kills', '6', '--others', '1'],
    counts: 'exit',
  },
];

/** Of a failure's words, the end of the log holds this many letters. */
const FAILURE_LENGTH = 400;

const whole = process.argv.includes('--whole');
const results = join(ROOT, '.local', 'ci');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const prepared = prepare();
const sum = { passed: 0, failed: 0 };
const lines = [];
const beside = [];
for (const { script, args: part = [], counts, isBeside = false, onlyWhole = false, whole: all = part } of SUITES) {
  if (onlyWhole && !whole) continue;
  if (script === FIRST_ALONE) lines.push(await prepared());
  const args = whole ? all : part;
  if (isBeside) {
    beside.push(begin(script, args));
    continue;
  }
  const started = Date.now();
  tell(script, counts === 'tests' ? runTests(script, args) : countExit(run(script, args)), started);
  for (const ended of beside.splice(0)) await ended();
}
console.log(`\n${lines.join('\n')}\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;

/** Adds what a suite came to, and its line at the end. */
function tell(script, { passed, failed, failures = [] }, started) {
  sum.passed += passed;
  sum.failed += failed;
  const seconds = Math.round((Date.now() - started) / 1000);
  lines.push(
    `${script}: ${passed} passed, ${failed} failed, ${seconds} s at speed ${machineSpeed().toFixed(2)}`,
    ...failures,
  );
}

/**
 * Begins to fetch what the end-to-end suite needs from elsewhere. What fails here that suite tries again, and fails by it.
 * @returns what waits for it, shows what it printed, and gives a line of how long there was nothing else to do
 */
function prepare() {
  const { ended, show } = inBackground('e2e:compose', ['--prepare']);
  return async () => {
    const started = Date.now();
    await ended;
    show();
    return `Docker, base images and packages, beside the above: ${Math.round((Date.now() - started) / 1000)} s of waiting`;
  };
}

/** Begins a suite beside the next one. @returns what waits for its end, and tells it as any other */
function begin(script, args) {
  const started = Date.now();
  const { ended, show } = inBackground(script, args);
  return async () => {
    const status = await ended;
    show();
    tell(script, countExit(status), started);
  };
}

/** Runs an npm script that prints into a file. */
function inBackground(script, args) {
  const log = join(results, `${script.replaceAll(':', '-')}.log`);
  const output = openSync(log, 'w');
  const words = ['run', '--silent', script, '--', ...args];
  const child = spawn('npm', words, { cwd: ROOT, stdio: ['ignore', output, output] });
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', () => resolve(null)));
  const show = () => console.log(`\n── npm run ${[script, ...args].join(' ')} (beside)\n${readFileSync(log, 'utf8')}`);
  return { ended, show };
}

/** Runs an npm script; gives its exit code. */
function run(script, args) {
  console.log(`\n── npm run ${[script, ...args].join(' ')}`);
  return spawnSync('npm', ['run', '--silent', script, '--', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  }).status;
}

function countExit(status) {
  return { passed: +(status === 0), failed: +(status !== 0) };
}

/** One run of jest and its counts. A file that does not load, a test that is skipped and a run without a test or a result are failures. */
function runTests(script, args) {
  const file = join(results, `${script.replaceAll(':', '-')}.json`);
  const status = run(script, [...args, '--json', `--outputFile=${file}`]);
  try {
    const outcome = JSON.parse(readFileSync(file, 'utf8'));
    const failed =
      outcome.numFailedTests + outcome.numRuntimeErrorTestSuites + outcome.numPendingTests + outcome.numTodoTests;
    const unseen = failed === 0 && (status !== 0 || outcome.numPassedTests === 0);
    return { passed: outcome.numPassedTests, failed: unseen ? 1 : failed, failures: failuresOf(outcome) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** What failed and with what first words, so that the end of a long log tells it. A file that ended with its process has no test to name. */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status !== 'passed');
    const told = tests.length > 0 || message === '' ? tests : [{ fullName: '', failureMessages: [message] }];
    return told.map(({ fullName, status, failureMessages: [words = status] }) => {
      const text = stripVTControlCharacters(words).replace(/\s+/g, ' ').trim();
      return `  ✗ ${relative(ROOT, name)}: ${fullName}: ${text.slice(0, FAILURE_LENGTH)}`;
    });
  });
}
