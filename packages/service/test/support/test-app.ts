import {
  createHttpApp,
  createLog,
  createMetrics,
  type HttpAppOptions,
  type ReadinessChecks,
  readinessHandler,
} from '@tripline/service';

/** Makes an app with an envelope that is easy to check; `lines` collects its log. */
export function createTestApp(
  options: Partial<HttpAppOptions> &
    Pick<HttpAppOptions, 'mount'> & { checks?: ReadinessChecks; dispensable?: ReadinessChecks },
) {
  const lines: string[] = [];
  const metrics = createMetrics('test');
  const log = createLog({ name: 'test', level: 'debug' }, { write: (line: string) => lines.push(line) });
  const draining = options.draining ?? new AbortController().signal;
  const readiness = readinessHandler({
    checks: options.checks ?? {},
    dispensable: options.dispensable ?? {},
    draining,
    log,
  });
  const app = createHttpApp({
    log,
    config: { TRUST_PROXY: 0, CORS_ORIGINS: [], INSTANCE_ID: 'test-1' },
    metrics,
    errorBody: ({ code, message, details }, requestId) => ({ code, message, details, requestId }),
    readiness,
    draining,
    ...options,
  });
  return { app, lines, metrics, readiness };
}
