// Whether a run of the end-to-end suite was whole: every test that the files of test-e2e/ declare has run.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

/** The suite's files, as they lie in the folder: not what jest was told to run. */
export function suiteFiles() {
  return readdirSync(join(ROOT, 'test-e2e')).filter((name) => name.endsWith('.test.ts'));
}

/**
 * Lists the suite's tests without running one, by loading its files with a name that no test has.
 * @param env the variables of a stack: files read them when they are loaded
 * @param outputFile where jest may write
 * @throws Error when the files cannot be loaded
 */
export function listTests(env, outputFile) {
  const words = ['--runInBand', '--silent', '--testNamePattern=^(?!)', '--json', `--outputFile=${outputFile}`];
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', join(ROOT, 'node_modules/jest/bin/jest.js'), ...words],
    { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`the tests of test-e2e/ cannot be listed: ${stderr}`);
  return readResults(outputFile);
}

/** The tests in a file that jest wrote, `{ file, name, status }` each. */
export function readResults(outputFile) {
  return JSON.parse(readFileSync(outputFile, 'utf8')).testResults.flatMap(({ assertionResults, name }) =>
    assertionResults.map((test) => ({ file: basename(name), name: test.fullName, status: test.status })),
  );
}

/**
 * What of the suite did not run: files without a test, and tests that are listed and have neither passed nor failed, or ran without being listed.
 * @param files the names of the suite's files
 */
export function missingTests({ files, listed, ran }) {
  const keysOf = (tests) => tests.map(({ file, name }) => `${file}: ${name}`).sort();
  const done = keysOf(ran.filter(({ status }) => status === 'passed' || status === 'failed'));
  const left = [...done];
  const missing = keysOf(listed).filter((key) => {
    const place = left.indexOf(key);
    if (place === -1) return true;
    left.splice(place, 1);
    return false;
  });
  const empty = files.filter((file) => !listed.some((test) => test.file === file)).map((file) => `${file}: no test`);
  return [...empty, ...missing, ...left.map((key) => `${key} (not listed)`)];
}
