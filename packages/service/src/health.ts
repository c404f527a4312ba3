import type { RequestHandler } from 'express';
import { Gauge } from 'prom-client';
import type { Logger } from './log.js';
import type { Metrics } from './observe/metrics.js';

/** Named checks of what a process uses; one fails by rejecting or by taking too long. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

/** Below the promised second, so that the answer still arrives within it. */
const CHECK_TIMEOUT_MS = 750;

/**
 * `GET /healthz`: the process is alive and its event loop runs. Says nothing of its dependencies. `instanceId` shows whoever started the
 * process that this one answers, and not another that listens at the same address.
 */
export const healthHandler =
  (instanceId: string): RequestHandler =>
  (_req, res) => {
    res.json({ status: 'ok', instance: instanceId });
  };

/** What readiness depends on. */
export interface ReadinessOptions {
  /** What the process cannot answer without: it is ready when all of these pass. */
  checks: ReadinessChecks;
  /** What it does worse without: a check that fails is shown as `degraded`, and the process stays ready. */
  dispensable?: ReadinessChecks;
  /** Aborted when the process begins to stop. */
  draining: AbortSignal;
  log: Logger;
  /** Where to report the results, as `tripline_check_up`. */
  metrics?: Metrics;
}

/**
 * `GET /readyz`: 200 when every check that the process needs answers in time and it is not stopping, else 503; the body names each check as
 * `ok`, `failing` or, where the process goes on without, `degraded`. A check that still hangs from an earlier call is awaited and not
 * started again, so probes cannot pile up. One handler serves all ports of a process. The reason for a failure is logged once per change.
 * The checks also run once at start.
 */
export function readinessHandler({
  checks,
  dispensable = {},
  draining,
  log,
  metrics,
}: ReadinessOptions): RequestHandler {
  const running = new Map<string, Promise<unknown>>();
  const run = (name: string, check: () => Promise<unknown>): Promise<unknown> => {
    const present = running.get(name);
    if (present !== undefined) return present;
    const started = Promise.resolve()
      .then(check)
      .finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
  const faults = new Map<string, string>();
  const note = (name: string, fault: string | undefined): void => {
    if (faults.get(name) === fault) return;
    if (fault === undefined) {
      faults.delete(name);
      log.info({ check: name }, 'a check passes again');
    } else {
      faults.set(name, fault);
      log.warn({ check: name, fault }, name in dispensable ? 'goes on degraded' : 'not ready');
    }
  };
  const judge = (): Promise<Verdict[]> =>
    Promise.all(
      Object.entries({ ...checks, ...dispensable }).map(async ([name, check]) => {
        const fault = await faultInTime(run(name, check));
        note(name, fault);
        return [name, fault === undefined ? 'ok' : name in dispensable ? 'degraded' : 'failing'] as const;
      }),
    );
  if (metrics !== undefined) observeChecks(metrics, judge);
  // Run once at start, so that the log of a process that is not ready says why even if nobody probes it.
  void judge();
  return async (_req, res) => {
    if (draining.aborted) {
      res.status(503).json({ status: 'stopping', checks: {} });
      return;
    }
    const results = await judge();
    const ready = results.every(([, state]) => state !== 'failing');
    res.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'not ready',
      checks: Object.fromEntries(results),
    });
  };
}

type Verdict = readonly [name: string, state: 'ok' | 'degraded' | 'failing'];

/** Registers the results as a metric, evaluated at each scrape. */
function observeChecks({ registry }: Metrics, judge: () => Promise<Verdict[]>): void {
  new Gauge({
    name: 'tripline_check_up',
    help: 'Whether what this process uses answers: 1 or 0.',
    labelNames: ['check'] as const,
    registers: [registry],
    async collect() {
      for (const [check, state] of await judge()) this.set({ check }, state === 'ok' ? 1 : 0);
    },
  });
}

/** Why a check fails, in its own words; undefined when it passes. */
async function faultInTime(check: Promise<unknown>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer in time'), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check.then(() => undefined, wordsOf), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The message of a failure. A socket error after several addresses has a code and no message. */
function wordsOf(thrown: unknown): string {
  const { code, message } = thrown as { code?: string; message?: string };
  return message || code || String(thrown);
}
