// How every command runs jest: as ES modules, on the packages' build, stopped in order when it is interrupted.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');

/** Runs jest to its end. Ctrl-C and SIGTERM reach it too, and it is waited for: its tear-down stops the servers. Gives its exit code. */
export async function runJest(args, env = {}) {
  const child = spawn(process.execPath, ['--experimental-vm-modules', '--no-warnings', JEST, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
