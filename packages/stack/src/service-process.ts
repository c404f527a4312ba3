import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.js';

/** A process of a service that a test has started, as compose and `npm start` run it. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  exitCode(): number | null;
  /** Waits until the process says where it listens; a worker has an admin port alone. */
  listening(): Promise<{ readonly url: string; readonly port: number; readonly adminUrl: string }>;
  log(): string;
}

const children: ChildProcess[] = [];

/** Starts a program with nothing but these settings and PATH in its environment, on ports that the system gives it. */
export function startServiceProcess(program: string, env: NodeJS.ProcessEnv): ServiceProcess {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', PORT: '0', ADMIN_PORT: '0', ...env },
  });
  children.push(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ports = /(?:"port":(\d+),)?"adminPort":(\d+)/;
  return {
    child,
    exited: once(child, 'close').then(([code]) => code as number | null),
    exitCode: () => child.exitCode,
    async listening() {
      await eventually(async () => child.exitCode !== null || ports.test(log));
      const [, port = '', adminPort = ''] = ports.exec(log) ?? [];
      return { url: `http://127.0.0.1:${port}`, port: Number(port), adminUrl: `http://127.0.0.1:${adminPort}` };
    },
    log: () => log,
  };
}

/** Ends whatever a suite has started. */
export async function killProcesses(): Promise<void> {
  await Promise.all(
    children.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    }),
  );
}
