import type { RunningServer } from './http/server.js';
import type { Logger } from './log.js';

/** What stops with the process, in the order it is stopped. */
export interface Lifecycle {
  /** Aborted when stopping begins: streams end themselves, readiness turns false. */
  readonly draining: AbortSignal;
  /** Registers a server; servers are drained first, all at once. */
  addServer(server: RunningServer): void;
  /** Registers what is closed after the servers, such as a pool; the last registered is closed first. */
  onStop(name: string, close: () => Promise<unknown>): void;
  /** Stops everything, once; later calls wait for the first. Never rejects: faults are logged. */
  stop(reason: string): Promise<void>;
}

/** Creates a lifecycle; `deadlineSeconds` bounds how long requests in flight are waited for. */
export function createLifecycle(log: Logger, deadlineSeconds: number): Lifecycle {
  const controller = new AbortController();
  const servers: RunningServer[] = [];
  const closers: { name: string; close: () => Promise<unknown> }[] = [];
  let stopping: Promise<void> | undefined;
  const run = async (reason: string): Promise<void> => {
    log.info({ reason }, 'stopping');
    controller.abort();
    await Promise.all(servers.map((server) => server.close(deadlineSeconds * 1000)));
    for (const { name, close } of closers.toReversed()) {
      await close().catch((error: unknown) => log.warn({ err: error, part: name }, 'could not be closed cleanly'));
    }
    log.info('stopped');
  };
  return {
    draining: controller.signal,
    addServer: (server) => servers.push(server),
    onStop: (name, close) => closers.push({ name, close }),
    stop: (reason) => {
      stopping ??= run(reason);
      return stopping;
    },
  };
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
