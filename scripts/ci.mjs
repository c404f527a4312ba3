// What CI runs (.ci/run), and what anybody may run: every suite below, one after the other. Ends with one line, "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/bootstrap.mjs';
import { machineSpeed } from './lib/speed.mjs';

/**
 * The suites, in order: an npm script each, with its arguments. `counts` says how to read its result: `tests` for a script that passes its
 * arguments to jest, of which every test counts; `exit` for any other, which counts as one test that passes with exit code 0. Nothing is run a second
 * time: a test that fails now and then is mended at its cause.
 */
const SUITES = [
  { script: 'check', counts: 'exit' },
  { script: 'test:oldest-node', counts: 'exit' },
  { script: 'manifests', args: ['--check'], counts: 'exit' },
  { script: 'test', counts: 'tests' },
  { script: 'test:processes', counts: 'tests' },
  { script: 'test:starts', args: ['--rounds', '3'], counts: 'exit' },
  // The image, built as docs/operate.md says, and the whole end-to-end suite on it: it fails unless every declared test ran.
  { script: 'e2e:compose', counts: 'tests' },
  { script: 'test:browser', counts: 'tests' },
  { script: 'fuzz', args: ['--requests', '3000'], counts: 'exit' },
  { script: 'chaos', args: ['--kills', '6', '--others', '1'], counts: 'exit' },
];

const results = join(ROOT, '.local', 'ci');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const sum = { passed: 0, failed: 0 };
const lines = [];
for (const { script, args = [], counts } of SUITES) {
  const started = Date.now();
  const { passed, failed } = counts === 'tests' ? runTests(script, args) : countExit(run(script, args));
  sum.passed += passed;
  sum.failed += failed;
  const seconds = Math.round((Date.now() - started) / 1000);
  lines.push(`${script}: ${passed} passed, ${failed} failed, ${seconds} s at speed ${machineSpeed().toFixed(2)}`);
}
console.log(`\n${lines.join('\n')}\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;

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
    return { passed: outcome.numPassedTests, failed: unseen ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
