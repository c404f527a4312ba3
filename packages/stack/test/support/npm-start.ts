import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** A start takes seconds, and longer on a busy machine. */
export const TIMEOUT_MS = 600_000;

/** One `npm start`. */
export interface Run {
  readonly child: ChildProcess;
  /** The folder it was run in. */
  readonly folder: string;
  /** Everything written so far. */
  output(): string;
  /** Waits until the output holds a text. */
  says(text: string): Promise<void>;
  readonly ended: Promise<number | null>;
}

const running = new Set<ChildProcess>();
/** Stops whatever is still running. */
export async function stopAll(): Promise<void> {
  const leaving = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGINT');
  await Promise.all(leaving);
}

/** Runs `npm start` in `folder`, on free ports chosen by the system. */
export function npmStart(args: readonly string[], env: NodeJS.ProcessEnv = {}, folder: string = ROOT): Run {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), ...args], {
    cwd: ROOT,
    env: { ...process.env, INIT_CWD: folder, PORT: '0', ADMIN_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const waiting = new Set<() => void>();
  const take = (chunk: Buffer) => {
    output += chunk.toString('utf8');
    for (const check of waiting) check();
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  void ended.then(() => running.delete(child));
  return {
    child,
    folder,
    output: () => output,
    says: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!output.includes(text)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
        void ended.then((code) => reject(new Error(`ended with ${code} before it said "${text}":\n${output}`)));
      }),
    ended,
  };
}

/** What a start writes for scripts. */
interface StackFile {
  dashboardUrl: string;
  user: { email: string; password: string };
  databaseUrl: string;
  rulesUrl: string;
  coverageUrl: string;
  sampleAwsUrl: string;
  redisUrl: string;
  apiKey: string;
  jwt: string;
}

/** Reads a start's file with addresses and key. */
export function readStack(file: string): StackFile {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The same, of the file that the start prints. */
export function stackOf(run: Run): StackFile & { file: string } {
  const file = resolve(run.folder, /Keys, addresses (\S+)/.exec(run.output())?.[1] ?? 'not named');
  return { file, ...readStack(file) };
}
