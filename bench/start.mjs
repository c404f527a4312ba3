// Seconds from a fresh clone to the first rule, and of the second start in the same clone.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tripline-clone-'));
const clone = join(folder, 'tripline');

/** Seconds of `npm start -- --once`, set-up, job and stop included. */
function start() {
  const begun = performance.now();
  const run = spawnSync('npm', ['start', '--silent', '--', '--once'], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, PORT: '0' },
  });
  if (run.status !== 0) throw new Error(`npm start failed:\n${run.stderr}`);
  return (performance.now() - begun) / 1000;
}

try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  console.log(
    `fresh clone to the end of the job: ${start().toFixed(1)} s (packages come from npm's cache where it has them)`,
  );
  console.log(`second start:                      ${start().toFixed(1)} s`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
