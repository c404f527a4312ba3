import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@tripline/stack';

/** A call as it arrived. */
export interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

/** A real HTTP server that webhooks call. */
export interface Receiver {
  /** `127.0.0.1:port`, for WEBHOOK_ALLOW_HOSTS. */
  readonly host: string;
  /** What it answers to calls of a path, one status after the other; then, and to other paths, 204. */
  answers(path: string, ...statuses: number[]): void;
  /** Lets calls of a path wait for their answer until what it gives is called. */
  hold(path: string): () => void;
  /** The calls of a path so far. */
  callsOf(path: string): readonly Call[];
  /** The calls of a path once there are so many. */
  untilCalled(path: string, times?: number): Promise<readonly Call[]>;
  close(): Promise<void>;
}

/** Starts one. */
export async function startReceiver(): Promise<Receiver> {
  const calls: Call[] = [];
  const planned = new Map<string, number[]>();
  const held = new Map<string, Promise<void>>();
  const server = createServer(async (req, res) => {
    const path = req.url ?? '';
    calls.push({ headers: req.headers, path, body: await text(req) });
    await held.get(path);
    const status = planned.get(path)?.shift() ?? 204;
    res.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const callsOf = (path: string) => calls.filter((call) => call.path === path);
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: (path, ...statuses) => void planned.set(path, statuses),
    hold(path) {
      let release = (): void => undefined;
      held.set(path, new Promise((resolve) => (release = resolve)));
      return release;
    },
    callsOf,
    async untilCalled(path, times = 1) {
      await eventually(async () => callsOf(path).length >= times);
      return callsOf(path);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Headers as the package that checks signatures takes them. */
export const headersOf = ({ headers }: Call): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
