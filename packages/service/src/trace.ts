/** What is known of a span when it begins. Values never contain a credential, a query string or a part of a document. */
export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** The W3C `traceparent` of the parent span; the current span by default. */
  readonly parent?: string | undefined;
}

type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span under way. */
export interface Span {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
}

/** Makes the spans when traces are on; see `startTracing`. */
export interface TraceBackend {
  traced<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Begins a span below the current one without making it the current one; undefined when there is no current one. */
  begin(name: string, options: SpanOptions): { end(error?: unknown): void } | undefined;
  /** Records a span that took place elsewhere; the times are milliseconds since 1970. */
  record(name: string, times: { readonly from: number; readonly to: number }): void;
  current(): { readonly traceId: string; readonly spanId: string; readonly traceparent: string } | undefined;
}

const NO_SPAN: Span = { set: () => undefined, rename: () => undefined };

let backend: TraceBackend | undefined;

/** Sets the backend for this process's spans. Without one nothing is traced, and OpenTelemetry is not loaded. */
export function setTraceBackend(made: TraceBackend | undefined): void {
  backend = made;
}

/** The backend, for code that is only needed when traces are on. */
export const traceBackend = (): TraceBackend | undefined => backend;

/** Does work in a span of this name; a span whose work throws is marked as failed. With traces off it only does the work. */
export function traced<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return backend === undefined ? work(NO_SPAN) : backend.traced(name, options, work);
}

/** Records a span for work where spans cannot be made, such as in a thread. */
export function recordSpan(name: string, times: { readonly from: number; readonly to: number }): void {
  backend?.record(name, times);
}

/** The current span as a W3C `traceparent`, to pass to whoever continues the work; undefined with traces off. */
export const traceparent = (): string | undefined => backend?.current()?.traceparent;

/** The current span's ids for a log line; nothing with traces off. */
export function traceFields(): { readonly traceId?: string; readonly spanId?: string } {
  const current = backend?.current();
  return current === undefined ? {} : { traceId: current.traceId, spanId: current.spanId };
}
