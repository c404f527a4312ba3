import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';
import { call } from './http.js';

/** The services as deploy/compose.yaml calls them. */
export type Service = 'rules-api' | 'rules-worker' | 'coverage-api' | 'scan-worker';

/** Ends and starts the processes of the stack under test. */
export interface Processes {
  /** The names of a service's processes. */
  of(service: Service): Promise<readonly string[]>;
  /** Ends one as a failing machine would, and waits until it is gone. */
  kill(name: string): Promise<void>;
  /** Asks one to stop, and waits until it has. */
  stop(name: string): Promise<void>;
  /** Starts one that has ended, and waits until it is ready. */
  start(name: string): Promise<void>;
}

/** As the environment says: those of a local stack, behind its control address, or the containers of a compose project. */
export function processes(): Processes {
  const { E2E_COMPOSE_PROJECT, E2E_CONTROL_URL } = process.env;
  if (E2E_CONTROL_URL) return localProcesses(E2E_CONTROL_URL);
  if (E2E_COMPOSE_PROJECT) return containers(E2E_COMPOSE_PROJECT);
  throw new Error('neither E2E_CONTROL_URL nor E2E_COMPOSE_PROJECT is set: nothing says how to end processes');
}

function localProcesses(url: string): Processes {
  const act = (verb: string) => async (name: string) => {
    await call('POST', `${url}/replicas/${name}/${verb}`);
  };
  return {
    async of(service) {
      const all: { name: string; service: string }[] = (await call('GET', `${url}/replicas`)).json().replicas;
      return all.filter((one) => one.service === service).map(({ name }) => name);
    },
    kill: act('kill'),
    stop: act('stop'),
    start: act('start'),
  };
}

/** Longer than `stop_grace_period` in deploy/compose.yaml. */
const STOP_SECONDS = '60';

function containers(project: string): Processes {
  const docker = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('docker', args)).stdout.trim();
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
  return {
    async of(service) {
      const filters = [`label=com.docker.compose.project=${project}`, `label=com.docker.compose.service=${service}`];
      const found = await docker('ps', '-a', '--format', '{{.Names}}', ...filters.flatMap((one) => ['--filter', one]));
      return lines(found).sort();
    },
    async kill(name) {
      await docker('kill', name);
    },
    async stop(name) {
      await docker('stop', '--time', STOP_SECONDS, name);
    },
    async start(name) {
      await docker('start', name);
      // Asked here, since Docker itself asks a container seldom.
      const ready = ['exec', name, '/app/healthcheck', 'readyz'];
      await eventually(
        `readiness of ${name}`,
        () =>
          docker(...ready).then(
            () => true as const,
            () => undefined,
          ),
        90_000,
      );
    },
  };
}
