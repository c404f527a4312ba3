import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** A process this stack started, its output in a file. */
export interface StackProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly logFile: string;
  /** What this process has written to its log, without the output of earlier ones. */
  output(): string;
  /** Resolves when the process has ended, with its exit code or the signal's name. */
  readonly ended: Promise<number | string>;
}

/**
 * Starts a process and appends its output to `logFile`. Ctrl-C in the terminal does not reach it, since the stack stops its processes in
 * order. With `channel` it can send messages to this process.
 */
export function startProcess(
  name: string,
  command: string,
  args: readonly string[],
  logFile: string,
  options: Pick<SpawnOptions, 'env' | 'uid' | 'gid' | 'cwd'> & {
    readonly channel?: boolean;
    /** Called with the process id as soon as there is one. */
    readonly onStart?: ((pid: number) => void) | undefined;
  },
): StackProcess {
  const { channel = false, onStart, ...spawnOptions } = options;
  const log = openSync(logFile, 'a', 0o600);
  const start = fstatSync(log).size;
  const stdio: SpawnOptions['stdio'] = channel ? ['ignore', log, log, 'ipc'] : ['ignore', log, log];
  const child = spawn(command, args, { ...spawnOptions, stdio, detached: true });
  closeSync(log);
  if (child.pid !== undefined) onStart?.(child.pid);
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  return { name, child, logFile, ended, output: () => readFileSync(logFile).subarray(start).toString('utf8') };
}

/** Asks a process to stop with `signal`, and kills it when it has not stopped within `timeoutMs`. */
export async function stopProcess(process: StackProcess, signal: NodeJS.Signals, timeoutMs = 15_000): Promise<void> {
  if (process.child.exitCode !== null || process.child.signalCode !== null) return;
  process.child.kill(signal);
  const timer = setTimeout(() => process.child.kill('SIGKILL'), timeoutMs);
  await process.ended;
  clearTimeout(timer);
}

/**
 * Waits until `look` gives a value, calling it every 50 ms.
 * @returns that value
 * @throws when the process ends first, or `timeoutMs` passes; the message ends with the last lines of its log
 */
export async function waitFor<T>(
  process: StackProcess,
  look: () => T | undefined | Promise<T | undefined>,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let ended: number | string | undefined;
  void process.ended.then((how) => {
    ended = how;
  });
  for (;;) {
    if (ended !== undefined)
      throw new Error(`${process.name} ended (${ended}) before it was ready:\n${lastLines(process)}`);
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) {
      throw new Error(`${process.name} was not ready within ${timeoutMs / 1000} s:\n${lastLines(process)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The end of a log, for an error message a newcomer can act on. */
function lastLines(process: StackProcess): string {
  return process.output().trimEnd().split('\n').slice(-12).join('\n');
}
