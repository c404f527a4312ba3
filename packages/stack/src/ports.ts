import { createServer } from 'node:net';

/** Ports handed out by this process and perhaps not yet listened on. */
const taken = new Set<number>();

/**
 * The first free TCP port on the loopback at or after `preferred`; with `0`, any free one. A port given once is not given again by this
 * process.
 */
export async function freePort(preferred: number): Promise<number> {
  if (preferred === 0) {
    for (;;) {
      const port = await tryListen(0);
      if (port !== undefined && !taken.has(port)) {
        taken.add(port);
        return port;
      }
    }
  }
  for (let port = preferred; port < preferred + 500 && port < 65_536; port += 1) {
    if (!taken.has(port) && (await tryListen(port)) !== undefined) {
      taken.add(port);
      return port;
    }
  }
  throw new Error(
    `no free port between ${preferred} and ${preferred + 499}; stop what uses them or set another with PORT`,
  );
}

/** Listens once and lets go again: the port, or nothing when it is in use. */
function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}
