// What CI runs (.ci/run), and what anybody may run: every suite below, one after the other. Ends with one line, "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/bootstrap.mjs';

/**
 * The suites, in order: an npm script each, with its arguments. `counts` says how to read its result: `tests` for a script that passes its
 * arguments to jest, of which every test counts; `exit` for any other, which counts as one test that passes with exit code 0.
 */
const SUITES = [
  { script: 'check', counts: 'exit' },
  { script: 'test:oldest-node', counts: 'exit' },
  { script: 'manifests', args: ['--check'], counts: 'exit' },
  { script: 'test', counts: 'tests' },
  { script: 'e2e', args: ['--local'], counts: 'tests' },
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
  const file = join(results, `${script}.json`);
  const all = counts === 'tests' ? [...args, '--json', `--outputFile=${file}`] : args;
  console.log(`\n── npm run ${[script, ...args].join(' ')}`);
  const started = Date.now();
  const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...all], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const { passed, failed } =
    counts === 'tests' ? countTests(file, status) : { passed: +(status === 0), failed: +(status !== 0) };
  sum.passed += passed;
  sum.failed += failed;
  lines.push(`${script}: ${passed} passed, ${failed} failed, ${Math.round((Date.now() - started) / 1000)} s`);
}
console.log(`\n${lines.join('\n')}\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;

/** The counts of a jest run. A file that does not load, a test that is skipped and a run without a test or a result are failures. */
function countTests(file, status) {
  try {
    const run = JSON.parse(readFileSync(file, 'utf8'));
    const failed = run.numFailedTests + run.numRuntimeErrorTestSuites + run.numPendingTests + run.numTodoTests;
    const unseen = failed === 0 && (status !== 0 || run.numPassedTests === 0);
    return { passed: run.numPassedTests, failed: unseen ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
