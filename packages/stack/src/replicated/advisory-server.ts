import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '../paths.js';

/** A publisher of one advisory, the sample. */
export interface AdvisoryServer {
  /** Where the advisory lies. */
  readonly url: string;
  /** For `FETCH_ALLOW_HOSTS`: the guarded fetcher goes to no loopback address otherwise. */
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
