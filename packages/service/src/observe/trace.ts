/** What of a span is known when it begins. Values never hold a credential, a query string or anything of a document. */
export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** The W3C `traceparent` of the span this one belongs under; the current span unless given. */
  readonly parent?: string | undefined;
}

type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span under way. */
export interface Span {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
}

/** What makes the spans when traces are on; see `startTracing`. */
export interface TraceBackend {
  traced<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Begins a span below the current one that is not itself the current one; undefined when there is no current one. */
  begin(name: string, options: SpanOptions): { end(error?: unknown): void } | undefined;
  /** Notes a span that took place elsewhere; the times are milliseconds since 1970. */
  record(name: string, times: { readonly from: number; readonly to: number }): void;
  current(): { readonly traceId: string; readonly spanId: string; readonly traceparent: string } | undefined;
}

const NO_SPAN: Span = { set: () => undefined, rename: () => undefined };

let backend: TraceBackend | undefined;

/** Sets what makes the spans of this process. Without it nothing is traced, and nothing of OpenTelemetry is loaded. */
export function setTraceBackend(made: TraceBackend | undefined): void {
  backend = made;
}

/** The backend, for what is only set up when traces are on. */
export const traceBackend = (): TraceBackend | undefined => backend;

/** Does work under a span of this name; a span whose work throws is marked as failed. With traces off it only does the work. */
export function traced<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return backend === undefined ? work(NO_SPAN) : backend.traced(name, options, work);
}

/** Notes a span of work done where spans cannot be made, such as in a thread. */
export function recordSpan(name: string, times: { readonly from: number; readonly to: number }): void {
  backend?.record(name, times);
}

/** The current span as a W3C `traceparent`, to be carried to whoever goes on with the work; undefined with traces off. */
export const traceparent = (): string | undefined => backend?.current()?.traceparent;

/** The current span's ids for a log line; nothing with traces off. */
export function traceFields(): { readonly traceId?: string; readonly spanId?: string } {
  const current = backend?.current();
  return current === undefined ? {} : { traceId: current.traceId, spanId: current.spanId };
}
