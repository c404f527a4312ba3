import type { RequestHandler } from 'express';
import { Gauge } from 'prom-client';
import type { Logger } from './log.js';
import type { Metrics } from './observe/metrics.js';

/** Named checks of what the process depends on; a check that rejects or hangs makes the process not ready. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

/** Below the promised second, so that the answer itself still arrives within it. */
const CHECK_TIMEOUT_MS = 750;

/**
 * `GET /healthz`: the process lives and its event loop turns. Says nothing of its dependencies. `instanceId` tells whoever started the process
 * that it is this one which answers, and no other that listens at the same address.
 */
export const healthHandler =
  (instanceId: string): RequestHandler =>
  (_req, res) => {
    res.json({ status: 'ok', instance: instanceId });
  };

/** What readiness is judged by. */
export interface ReadinessOptions {
  /** What must answer for the process to be ready. */
  checks: ReadinessChecks;
  /** Aborted when the process begins to stop. */
  draining: AbortSignal;
  log: Logger;
  /** Where to show what the checks say, as `tripline_check_up`. */
  metrics?: Metrics;
}

/**
 * `GET /readyz`: 200 when every check answers in time and the process is not stopping, else 503; the body names each
 * check. A check still hanging from an earlier call is waited for, not started again, so probes cannot pile up; one handler serves all ports
 * of a process. Why a check fails goes to the log, once per change; the checks are also run once right away.
 */
export function readinessHandler({ checks, draining, log, metrics }: ReadinessOptions): RequestHandler {
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
      log.info({ check: name }, `${name}: ready again`);
    } else {
      faults.set(name, fault);
      log.warn({ check: name }, `not ready: ${name}: ${fault}`);
    }
  };
  const judge = (): Promise<Verdict[]> =>
    Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const fault = await faultInTime(run(name, check));
        note(name, fault);
        return [name, fault === undefined] as const;
      }),
    );
  if (metrics !== undefined) observeChecks(metrics, judge);
  // Asked once unasked, so that the log of a process that cannot start says why, also where nobody probes it.
  void judge();
  return async (_req, res) => {
    if (draining.aborted) {
      res.status(503).json({ status: 'stopping', checks: {} });
      return;
    }
    const results = await judge();
    const ready = results.every(([, passed]) => passed);
    res.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'not ready',
      checks: Object.fromEntries(results.map(([name, passed]) => [name, passed ? 'ok' : 'failing'])),
    });
  };
}

type Verdict = readonly [name: string, passed: boolean];

/** Registers what the checks say, asked at each scrape. */
function observeChecks({ registry }: Metrics, judge: () => Promise<Verdict[]>): void {
  new Gauge({
    name: 'tripline_check_up',
    help: 'Whether what this process needs to be ready answers: 1 or 0.',
    labelNames: ['check'] as const,
    registers: [registry],
    async collect() {
      for (const [check, passed] of await judge()) this.set({ check }, passed ? 1 : 0);
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

/** What a check failed of. A socket that tried several addresses has a code and no message. */
function wordsOf(thrown: unknown): string {
  const { code, message } = thrown as { code?: string; message?: string };
  return message || code || String(thrown);
}
