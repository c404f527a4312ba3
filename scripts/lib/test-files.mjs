// Which test files there are, for commands that run some of them.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ROOT } from './bootstrap.mjs';
import { JEST } from './jest.mjs';

/** Every file that `npm test` runs, in the order of names; with LONG_TESTS in `env` also those that only `npm run test:long` runs. */
export function testFiles(env = {}) {
  const listed = spawnSync(process.execPath, [JEST, '--listTests'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (listed.status !== 0) throw new Error(`jest does not list its tests:\n${listed.stderr}`);
  return listed.stdout.trim().split('\n').sort();
}

/** Those of the files whose path has one of the parts; all without parts. */
export const filesNamed = (files, parts) =>
  files.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));

/** Whether a file has property tests. */
export const hasProperties = (file) => readFileSync(file, 'utf8').includes("from 'fast-check'");
