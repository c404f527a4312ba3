import type { RequestHandler } from 'express';

/** Named checks of what the process depends on; a check that rejects or hangs makes the process not ready. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

/** Below the promised second, so that the answer itself still arrives within it. */
const CHECK_TIMEOUT_MS = 750;

/** `GET /healthz`: the process lives and its event loop turns. Says nothing of its dependencies. */
export const healthHandler: RequestHandler = (_req, res) => {
  res.json({ status: 'ok' });
};

/**
 * `GET /readyz`: 200 when every check answers in time and the process is not stopping, else 503; the body names each
 * check. A check still hanging from an earlier call is waited for, not started again, so probes cannot pile up.
 */
export function readinessHandler(checks: ReadinessChecks, draining: AbortSignal): RequestHandler {
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
  return async (_req, res) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await settlesInTime(run(name, check))] as const),
    );
    const ready = !draining.aborted && results.every(([, passed]) => passed);
    res.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : draining.aborted ? 'stopping' : 'not ready',
      checks: Object.fromEntries(results.map(([name, passed]) => [name, passed ? 'ok' : 'failing'])),
    });
  };
}

async function settlesInTime(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([
      check.then(
        () => true,
        () => false,
      ),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
