import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A request with all placeholders filled in. */
export interface WireRequest {
  readonly baseUrl: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Latin-1 text that stands for bytes. */
  readonly body?: string;
}

/** The answer. `status` 0 means that there was none; `body` then says why. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly milliseconds: number;
}

/** Maximum time in milliseconds until an answer is complete. */
export const HANG_MS = 5_000;
/** Timeout in milliseconds of a request that hangs. */
const GIVE_UP_MS = 20_000;
/** How long a stream of events is read, in milliseconds. */
const STREAM_MS = 1_500;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request byte for byte and reads the whole answer. */
export async function send(wire: WireRequest): Promise<WireAnswer> {
  const answer = await attempt(wire);
  return answer === 'idle connection closed' ? send(wire) : answer;
}

/**
 * Makes one attempt. If the server closed the connection because it was idle, that says nothing about the request, which is then sent on
 * another connection.
 */
function attempt(wire: WireRequest): Promise<WireAnswer | 'idle connection closed'> {
  const base = new URL(wire.baseUrl);
  const bytes = wire.body === undefined ? undefined : Buffer.from(wire.body, 'latin1');
  const started = performance.now();
  return new Promise((resolve) => {
    const done = (status: number, headers: IncomingHttpHeaders, body: Buffer): void => {
      clearTimeout(timer);
      resolve({ status, headers, body, milliseconds: performance.now() - started });
    };
    const outgoing = request({
      agent,
      host: base.hostname,
      port: base.port,
      method: wire.method,
      path: `${base.pathname === '/' ? '' : base.pathname}${wire.path}`,
      headers: [
        ...[['Host', base.host] as const, ...wire.headers].flat(),
        ...(bytes === undefined ? [] : ['Content-Length', String(bytes.length)]),
      ],
    });
    const timer = setTimeout(() => outgoing.destroy(new Error('no whole answer')), GIVE_UP_MS);
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') {
        clearTimeout(timer);
        resolve('idle connection closed');
      } else done(0, {}, Buffer.from(error.message));
    });
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = [];
      const whole = (): void => done(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks));
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('end', whole);
      incoming.once('error', (error) => done(0, {}, Buffer.from(error.message)));
      if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
        const cut = setTimeout(() => {
          whole();
          outgoing.destroy();
        }, STREAM_MS);
        incoming.once('end', () => clearTimeout(cut));
      }
    });
    outgoing.end(bytes);
  });
}
