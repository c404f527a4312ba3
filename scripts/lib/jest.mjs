// How every command runs jest: as ES modules, on the packages' build, stopped in order when it is interrupted.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

/** Jest's program. */
export const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');

/**
 * Node's flags, for Jest and its workers. Tests make much that does not live long: with V8's own young generation (16 MB) a quarter of the processor's
 * time goes into collecting it. scripts/jest/environment.mjs calls `gc`.
 */
const NODE_FLAGS = ['--experimental-vm-modules', '--no-warnings', '--max-semi-space-size=32', '--expose-gc'];

/** Runs jest to its end and gives its exit code. Ctrl-C and SIGTERM end it with its workers and what they have started. */
export async function runJest(args, env = {}) {
  // A process group of its own, which a signal reaches as a whole. On a terminal all processes share the terminal's group, and Ctrl-C
  // reaches them.
  const detached = !process.stdin.isTTY;
  const child = spawn(process.execPath, [...NODE_FLAGS, JEST, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    detached,
    env: { ...process.env, ...env },
  });
  const signalAll = (signal) => {
    try {
      process.kill(detached ? -child.pid : child.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signalAll(signal));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  // When jest is killed from outside, its workers stay; this ends them.
  if (detached) signalAll('SIGKILL');
  return code ?? 1;
}
