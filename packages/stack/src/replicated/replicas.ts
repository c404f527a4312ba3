import { type StackProcess, stopProcess } from '../child-process.js';
import { startOwnProcess } from '../own-process.js';

/** The processes of Tripline that may run several times, by their names in deploy/compose.yaml. */
export type ReplicatedService = 'rules-api' | 'rules-worker' | 'coverage-api' | 'scan-worker';

const PROGRAMS: Readonly<Record<ReplicatedService, string>> = {
  'rules-api': 'services/rules/dist/api.js',
  'rules-worker': 'services/rules/dist/worker.js',
  'coverage-api': 'services/coverage/dist/api.js',
  'scan-worker': 'services/coverage/dist/worker.js',
};

/** One of several processes of a service. */
export interface Replica {
  /** `scan-worker-2` */
  readonly name: string;
  readonly service: ReplicatedService;
  /** Where its API listens; for a worker, where its health is; undefined while it is down. */
  address(): string | undefined;
  /** Starts it, unless it is running. */
  start(): Promise<void>;
  /** Asks it to stop, and waits until it has stopped. */
  stop(): Promise<void>;
  /** Kills it, like a failing machine. */
  kill(): Promise<void>;
}

/** A replica that is not started yet. At each start it takes other free ports. */
export function createReplica(options: {
  readonly service: ReplicatedService;
  readonly number: number;
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: (name: string) => string;
}): Replica {
  const { env, logFile, number, service } = options;
  const name = `${service}-${number}`;
  let running: StackProcess | undefined;
  let address: string | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = running;
    running = undefined;
    // A stopping process answers until it has ended, and says that it is not ready.
    if (ending !== undefined) await stopProcess(ending, signal, 60_000);
    if (running === undefined) address = undefined;
  };
  return {
    name,
    service,
    address: () => address,
    async start() {
      if (running !== undefined) return;
      const book = {
        add: (started: StackProcess) => {
          running = started;
        },
      };
      const settings = { ...env, PORT: '0', ADMIN_PORT: '0' };
      const report = await startOwnProcess(
        { name, program: PROGRAMS[service], logFile: logFile(name), env: settings },
        book,
      );
      address = `http://127.0.0.1:${report.port ?? report.adminPort}`;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
