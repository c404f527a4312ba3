import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';
import { call } from './http.js';

/** The services by their names in deploy/compose.yaml. */
export type Service = 'rules-api' | 'rules-worker' | 'coverage-api' | 'scan-worker' | 'redis';

/** Stops and starts the processes of the stack under test. */
export interface Processes {
  /** The names of a service's processes. */
  of(service: Service): Promise<readonly string[]>;
  /** Kills a process as a failing machine would, and waits until it is gone. */
  kill(name: string): Promise<void>;
  /** Asks a process to stop, and waits until it has. */
  stop(name: string): Promise<void>;
  /** Starts a stopped process. Waits until it is ready and, if there is a proxy, until the proxy sends it calls. */
  start(name: string): Promise<void>;
}

/** The containers of the compose project that the environment names. */
export function processes(): Processes {
  const { E2E_COMPOSE_PROJECT, PROXY_METRICS_URL } = process.env;
  if (E2E_COMPOSE_PROJECT && PROXY_METRICS_URL) return containers(E2E_COMPOSE_PROJECT, PROXY_METRICS_URL);
  throw new Error('E2E_COMPOSE_PROJECT and PROXY_METRICS_URL are not set: nothing says how to end processes');
}

/** Longer than `stop_grace_period` in deploy/compose.yaml. */
const STOP_SECONDS = '60';

function containers(project: string, metricsUrl: string): Processes {
  const docker = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('docker', args)).stdout.trim();
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
  const SERVICE = 'com.docker.compose.service';
  const named = async (service: string, ...more: string[]): Promise<string[]> => {
    const filters = [`label=com.docker.compose.project=${project}`, `label=${SERVICE}=${service}`, ...more];
    return lines(await docker('ps', '-a', '--format', '{{.Names}}', ...filters.flatMap((one) => ['--filter', one])));
  };
  /**
   * It is not enough that the process is ready: if the proxy does not know of it yet, stopping the last other process would leave no
   * backend.
   */
  const proxied = async (name: string): Promise<void> => {
    const service = await serviceOf(name);
    if (!service.endsWith('-api')) return;
    const running = (await named(service, 'status=running')).length;
    const line = `haproxy_backend_active_servers{proxy="${service}"} ${running}`;
    await eventually(
      `calls to ${running} of ${service}`,
      async () => lines((await call('GET', metricsUrl)).text).includes(line) || undefined,
      30_000,
    );
  };
  const serviceOf = (name: string) => docker('inspect', '--format', `{{index .Config.Labels "${SERVICE}"}}`, name);
  const ready = async (name: string): Promise<boolean> => {
    if ((await serviceOf(name)) === 'redis')
      return (await docker('inspect', '--format', '{{.State.Health.Status}}', name)) === 'healthy';
    // We run the check ourselves, because Docker's own interval is long.
    return docker('exec', name, '/app/healthcheck', 'readyz').then(
      () => true,
      () => false,
    );
  };
  return {
    async of(service) {
      return (await named(service)).sort();
    },
    async kill(name) {
      await docker('kill', name);
    },
    async stop(name) {
      await docker('stop', '--time', STOP_SECONDS, name);
    },
    async start(name) {
      await docker('start', name);
      await eventually(`readiness of ${name}`, async () => (await ready(name)) || undefined, 90_000);
      await proxied(name);
    },
  };
}
