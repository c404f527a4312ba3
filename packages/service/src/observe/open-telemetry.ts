import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import { AppError } from '../errors.js';
import type { Logger } from '../log.js';
import type { ProcessConfig } from '../settings/process-settings.js';
import type { Span, SpanOptions, TraceBackend } from '../trace.js';

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** How long a stopping process waits for a collector that is away. */
const SHUTDOWN_MS = 3_000;

/** What traces go out with. */
export interface OpenTelemetryOptions {
  /** The service's name, unless OTEL_SERVICE_NAME or OTEL_RESOURCE_ATTRIBUTES give another. */
  readonly name: string;
  readonly protocol: ProcessConfig['OTEL_EXPORTER_OTLP_PROTOCOL'];
  readonly log: Logger;
}

/**
 * OpenTelemetry's tracer with its OTLP exporter, whose settings are the standard environment variables. No library is patched: the spans
 * are those of our own code (decision 18), so that no library decides what leaves the process.
 */
export async function createOpenTelemetry(
  options: OpenTelemetryOptions,
): Promise<{ readonly backend: TraceBackend; shutdown(): Promise<void> }> {
  const { log, name, protocol } = options;
  const report = (message: string): void => log.warn({ reason: message.slice(0, 500) }, 'traces could not be sent');
  const quiet = (): void => undefined;
  diag.setLogger({ error: report, warn: quiet, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.ERROR);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': name }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(await createExporter(protocol))],
  });
  provider.register();
  return {
    backend: createBackend(),
    async shutdown() {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, SHUTDOWN_MS);
      });
      await Promise.race([provider.shutdown(), tooLate]);
      clearTimeout(timer);
    },
  };
}

async function createExporter(protocol: OpenTelemetryOptions['protocol']): Promise<SpanExporter> {
  if (protocol === 'http/json') {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    return new OTLPTraceExporter();
  }
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

function createBackend(): TraceBackend {
  const tracer = trace.getTracer('tripline');
  const start = (name: string, { attributes = {}, kind = 'internal' }: SpanOptions, under: Context): OtelSpan =>
    tracer.startSpan(name, { kind: KINDS[kind], attributes }, under);
  const contextOf = ({ parent }: SpanOptions): Context =>
    parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
  return {
    async traced(name, options, work) {
      const under = contextOf(options);
      const span = start(name, options, under);
      try {
        return await context.with(trace.setSpan(under, span), () => work(wrap(span)));
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    begin(name, options) {
      if (trace.getActiveSpan() === undefined) return undefined;
      const span = start(name, options, context.active());
      return {
        end(error) {
          if (error !== undefined) fail(span, error);
          span.end();
        },
      };
    },
    record(name, { from, to }) {
      tracer.startSpan(name, { startTime: from }).end(to);
    },
    current() {
      const now = trace.getActiveSpan()?.spanContext();
      if (now === undefined) return undefined;
      const { traceId, spanId, traceFlags } = now;
      return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` };
    },
  };
}

const wrap = (span: OtelSpan): Span => ({
  set: (attributes) => void span.setAttributes(attributes),
  rename: (name) => void span.updateName(name),
});

/** Marks a span as failed, with the error's kind only: its message may repeat what a caller or a remote server sent. */
function fail(span: OtelSpan, error: unknown): void {
  const { name, code } = error as { name?: unknown; code?: unknown };
  const type = error instanceof AppError ? error.code : String(code ?? name ?? 'unknown');
  span.setAttribute('error.type', type.slice(0, 100));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
