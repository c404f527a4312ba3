import type { RunningServer } from './http/server.js';
import type { Logger } from './log.js';

/** What stops with the process, and in which order. */
export interface Lifecycle {
  /** Aborted when stopping begins: the process is no longer ready, answers close their connection, and servers still accept calls. */
  readonly draining: AbortSignal;
  /** Aborted when the servers close: streams end themselves. */
  readonly closing: AbortSignal;
  /** Registers a server; servers are closed first, all at once. */
  addServer(server: RunningServer): void;
  /** Registers a resource to close after the servers, such as a pool; the last registered is closed first. */
  onStop(name: string, close: () => Promise<unknown>): void;
  /** Stops everything, once; later calls wait for the first. Never rejects: faults are logged. */
  stop(reason: string): Promise<void>;
}

/** The times of a stop. */
export interface StopTimes {
  /** Seconds in which servers still accept calls, so that load balancers see `/readyz` before a call is refused. */
  readonly drainSeconds: number;
  /** Seconds after that for requests in flight. */
  readonly shutdownSeconds: number;
}

/** The shortest time for each resource that is closed late in the stop. */
const LEAST_CLOSE_MS = 1_000;

/** Creates a lifecycle. */
export function createLifecycle(log: Logger, { drainSeconds, shutdownSeconds }: StopTimes): Lifecycle {
  const draining = new AbortController();
  const closing = new AbortController();
  const servers: RunningServer[] = [];
  const closers: { name: string; close: () => Promise<unknown> }[] = [];
  let stopping: Promise<void> | undefined;
  const run = async (reason: string): Promise<void> => {
    log.info({ reason, drainSeconds }, 'stopping');
    draining.abort();
    if (servers.length > 0) await pause(drainSeconds * 1000);
    closing.abort();
    const deadline = performance.now() + shutdownSeconds * 1000;
    await Promise.all(servers.map((server) => server.close(shutdownSeconds * 1000)));
    for (const { name, close } of closers.toReversed()) {
      const left = Math.max(LEAST_CLOSE_MS, deadline - performance.now());
      await inTime(left, close()).catch((error: unknown) =>
        log.warn({ err: error, part: name }, 'could not be closed cleanly'),
      );
    }
    log.info('stopped');
  };
  return {
    draining: draining.signal,
    closing: closing.signal,
    addServer: (server) => servers.push(server),
    onStop: (name, close) => closers.push({ name, close }),
    stop: (reason) => {
      stopping ??= run(reason);
      return stopping;
    },
  };
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Waits for work, but no longer than the given time. @throws Error when it takes longer */
async function inTime(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${Math.ceil(milliseconds / 1000)} s`)), milliseconds);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Writes the warnings of Node and of libraries as log lines instead of bare text on standard error. Call it first, since it removes Node's
 * own handler.
 */
export function logWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error & { code?: string }) =>
    log.warn({ warning: { name: warning.name, code: warning.code } }, warning.message),
  );
}

/**
 * Stops the process on SIGINT or SIGTERM and exits 0; a second signal exits 1 at once. An uncaught error is logged and exits 1, because the
 * state after it is unknown.
 */
export function stopOnSignals(lifecycle: Lifecycle, log: Logger): void {
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    signals += 1;
    if (signals > 1) process.exit(1);
    void lifecycle.stop(signal).then(() => process.exit(0));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const onFault = (error: unknown): void => {
    log.fatal({ err: error }, 'uncaught fault; the process ends');
    process.exit(1);
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}
