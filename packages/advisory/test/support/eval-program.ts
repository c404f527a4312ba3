import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../../bench/eval/eval.mjs', import.meta.url));

/** Runs `npm run eval` with arguments, and gives how it ended and what it printed. */
export function runEval(...args: readonly string[]): {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', env: {} });
  return { status, out: stdout, err: stderr };
}
