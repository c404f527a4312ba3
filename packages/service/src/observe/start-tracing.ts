import type { Logger } from '../log.js';
import type { ProcessConfig } from '../settings/process-settings.js';
import { setTraceBackend } from '../trace.js';

/** The settings of traces. Headers, sampling and resource attributes are OpenTelemetry's own settings, which it reads itself. */
export type TraceConfig = Pick<ProcessConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_PROTOCOL'>;

/**
 * Begins to trace when OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise loads nothing.
 * @returns sends the remaining spans and stops
 */
export async function startTracing(
  config: TraceConfig,
  { name, log }: { readonly name: string; readonly log: Logger },
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol } = config;
  if (endpoint === undefined) return async () => undefined;
  const { createOpenTelemetry } = await import('./open-telemetry.js');
  const { backend, shutdown } = await createOpenTelemetry({ name, protocol, log });
  setTraceBackend(backend);
  log.info({ endpoint, protocol }, 'traces are on');
  return shutdown;
}
