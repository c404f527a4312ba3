import { spawn } from 'node:child_process';

/**
 * Runs a Node.js program to its end.
 * @returns what it wrote to standard output
 * @throws with the end of its standard error when it fails
 */
export async function runNode(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(`${file} ended with ${code}:\n${(errors || output).trimEnd().split('\n').slice(-12).join('\n')}`);
  return output;
}
