import type { RunningServer } from './http/server.js';
import type { Logger } from './log.js';

/** What stops with the process, in the order it is stopped. */
export interface Lifecycle {
  /** Aborted when stopping begins: readiness turns false, answers close their connection, and servers still take calls. */
  readonly draining: AbortSignal;
  /** Aborted when the servers close: streams end themselves. */
  readonly closing: AbortSignal;
  /** Registers a server; servers are closed first, all at once. */
  addServer(server: RunningServer): void;
  /** Registers what is closed after the servers, such as a pool; the last registered is closed first. */
  onStop(name: string, close: () => Promise<unknown>): void;
  /** Stops everything, once; later calls wait for the first. Never rejects: faults are logged. */
  stop(reason: string): Promise<void>;
}

/** How long a stop may take. */
export interface StopTimes {
  /** Seconds in which servers still take calls, so that whoever balances the load sees `/readyz` before a call is refused. */
  readonly drainSeconds: number;
  /** Seconds after that in which what is in flight may end. */
  readonly shutdownSeconds: number;
}

/** What is closed late in the stop has at least this long. */
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

/** Waits for work, but not longer than that. @throws Error when it takes longer */
async function inTime(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${Math.ceil(milliseconds / 1000)} s`)), milliseconds);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Writes Node's warnings, its own and those of libraries, as log lines instead of bare text on standard error. Call it first: the handler that Node
 * itself has for them is taken away.
 */
export function logWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error & { code?: string }) =>
    log.warn({ warning: { name: warning.name, code: warning.code } }, warning.message),
  );
}

/**
 * Stops the process on SIGINT or SIGTERM and exits 0; a second signal exits 1 at once. An uncaught fault is logged
 * and exits 1: the state behind it is unknown, a fresh process is safer.
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
