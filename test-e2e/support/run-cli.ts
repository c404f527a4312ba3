import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/tripline.js', import.meta.url));

/** Runs `tripline` as a user does. It runs outside the checkout, so that it finds no `.local/stack.json`. */
export async function runCli(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: tmpdir(), env: { ...process.env, ...env } });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      output[name] += chunk.toString('utf8');
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...output };
}
