import { type StackProcess, stopProcess } from '../child-process.js';
import { startOwnProcess } from '../own-process.js';

/** The processes of Tripline that may run several times side by side, by their names in deploy/compose.yaml. */
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
  /** Where its API listens, or, for a worker, its health; undefined while it is down. */
  address(): string | undefined;
  /** Starts it; a running one is left alone. */
  start(): Promise<void>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it as a failing machine would. */
  kill(): Promise<void>;
}

/** A replica that is not started yet. It takes free ports, others at each start. */
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
    // Until it has ended a stopping process goes on answering, and says that it is not ready.
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
