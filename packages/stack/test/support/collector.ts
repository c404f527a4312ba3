import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span in OTLP's JSON form. */
export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** An OpenTelemetry collector that supports OTLP over HTTP. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Content types of what has arrived. */
  readonly contentTypes: ReadonlySet<string>;
  /** Everything that has arrived, as it was sent. */
  text(): string;
  close(): Promise<void>;
}

interface SentAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface SentSpan extends Omit<CollectedSpan, 'service' | 'attributes'> {
  readonly attributes: readonly SentAttribute[];
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly SentAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const attributesOf = (sent: readonly SentAttribute[]): Record<string, unknown> =>
  Object.fromEntries(sent.map(({ key, value }) => [key, Object.values(value)[0]]));

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: Buffer[] = [];
  const contentTypes = new Set<string>();
  const take = (body: Buffer): void => {
    for (const { resource, scopeSpans } of (JSON.parse(body.toString('utf8')) as Sent).resourceSpans) {
      const service = String(attributesOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({
          ...span,
          service,
          parentSpanId: span.parentSpanId ?? '',
          attributes: attributesOf(span.attributes),
        });
      }
    }
  };
  const server = createServer(async (req, res) => {
    const body = await readAll(req);
    const type = req.headers['content-type'] ?? '';
    contentTypes.add(type);
    bodies.push(body);
    if (req.url !== '/v1/traces') res.statusCode = 404;
    else if (type === 'application/json') take(body);
    res.setHeader('Content-Type', type).end(type === 'application/json' ? '{}' : undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    contentTypes,
    text: () => Buffer.concat(bodies).toString('latin1'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readAll(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
