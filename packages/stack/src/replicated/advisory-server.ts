import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '../paths.js';

/** A web server with one advisory, the sample. */
export interface AdvisoryServer {
  /** The advisory's address. */
  readonly url: string;
  /** For `FETCH_ALLOW_HOSTS`, without which the guarded fetcher refuses loopback addresses. */
  readonly host: string;
  close(): Promise<void>;
}

export async function startAdvisoryServer(): Promise<AdvisoryServer> {
  const advisory = readFileSync(join(ROOT, 'packages/stack/samples/copper-wren.html'));
  const server = createServer((req, res) => {
    if (req.url === '/copper-wren.html')
      res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(advisory);
    else res.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/copper-wren.html`,
    host,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
