import { createHttpApp, createLog, createMetrics, type HttpAppOptions } from '@tripline/service';

/** An app whose envelope is easy to read; `lines` collects its log. */
export function createTestApp(options: Partial<HttpAppOptions> & Pick<HttpAppOptions, 'mount'>) {
  const lines: string[] = [];
  const metrics = createMetrics('test');
  const app = createHttpApp({
    log: createLog({ name: 'test', level: 'debug' }, { write: (line: string) => lines.push(line) }),
    config: { TRUST_PROXY: 0, CORS_ORIGINS: [] },
    metrics,
    errorBody: ({ code, message, details }, requestId) => ({ code, message, details, requestId }),
    checks: {},
    draining: new AbortController().signal,
    ...options,
  });
  return { app, lines, metrics };
}
