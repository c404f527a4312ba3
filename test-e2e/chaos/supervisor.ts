import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A process that is started again whenever it is killed, as an orchestrator does. */
export interface Supervised {
  readonly name: string;
  /** The address of its API, or for a worker of its health checks. It stays the same after each start. */
  readonly url: string;
  /** Kills the process at once (SIGKILL) and starts it again; `clockShiftMs` shifts the clock of the new process. */
  kill(clockShiftMs?: number): Promise<void>;
  /** Whether the current process has a shifted clock. */
  clockIsWrong(): boolean;
  /** Whether the process reports that it is ready. */
  isReady(): Promise<boolean>;
  /** Asks the process to stop, and waits until it has. */
  stop(): Promise<void>;
  /** Kills the process and does not start it again. */
  abandon(): void;
  /** Process ids of all processes so far. */
  pids(): readonly number[];
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CLOCK = new URL('./clock-shift.js', import.meta.url).href;

interface Report {
  readonly port?: number;
  readonly adminPort: number;
}

/** Starts a program of the checkout and keeps it running. @param folder the folder of its log */
export async function supervise(
  name: string,
  program: string,
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<Supervised> {
  const pids: number[] = [];
  let child: ChildProcess;
  let ports: Report | undefined;
  let shiftedMs = 0;
  const start = async (clockShiftMs = 0): Promise<void> => {
    shiftedMs = clockShiftMs;
    const log = openSync(join(folder, `${name}.log`), 'a');
    child = spawn(process.execPath, [join(ROOT, program)], {
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...env,
        PORT: String(ports?.port ?? 0),
        ADMIN_PORT: String(ports?.adminPort ?? 0),
        ...(clockShiftMs === 0 ? {} : { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_SHIFT_MS: String(clockShiftMs) }),
      },
    });
    closeSync(log);
    if (child.pid !== undefined) pids.push(child.pid);
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`${name} ended (${code ?? signal}) before it said where it listens: see ${folder}/${name}.log`);
    });
    const reported = once(child, 'message').then(([message]) => message as Report);
    ended.catch(() => undefined);
    ports = await Promise.race([reported, ended]);
    child.disconnect();
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  await start();
  const url = `http://127.0.0.1:${ports?.port ?? ports?.adminPort}`;
  return {
    name,
    url,
    async kill(clockShiftMs) {
      await end('SIGKILL');
      await start(clockShiftMs);
    },
    clockIsWrong: () => shiftedMs !== 0,
    async isReady() {
      try {
        return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) })).ok;
      } catch {
        return false;
      }
    },
    stop: () => end('SIGTERM'),
    abandon: () => void child.kill('SIGKILL'),
    pids: () => pids,
  };
}
