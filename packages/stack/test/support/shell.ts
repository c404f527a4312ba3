import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CURL = fileURLToPath(new URL('curl.mjs', import.meta.url));
const BETWEEN = '=== next ===';
const run = promisify(execFile);

/**
 * Runs blocks of lines in one bash in `folder`, one after the other, up to the first line that fails.
 * @returns the output of each block
 */
export async function runBlocks(folder: string, blocks: readonly string[]): Promise<string[]> {
  // The machine's own curl is preferred; a minimal machine has none.
  const programs = join(folder, 'bin');
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, 'curl'), `#!/bin/sh\nexec ${process.execPath} ${CURL} "$@"\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${process.env['PATH']}${delimiter}${programs}` };
  const script = ['set -euo pipefail', ...blocks.flatMap((block) => [block, `echo; echo '${BETWEEN}'`])].join('\n');
  const bash = run('bash', ['-c', script], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
  // A server that reads its standard input, such as `tripline mcp`, ends with it.
  bash.child.stdin?.end();
  const { stdout } = await bash;
  return stdout.split(`\n${BETWEEN}\n`).slice(0, -1);
}
