import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port that is kept from other programs until the process it is for is about to listen there. */
export interface HeldPort {
  readonly port: number;
  release(): Promise<void>;
}

/**
 * Holds a port of this machine: the preferred one, or the next free one of the hundred after it; any free one for 0. For an address that others must
 * know before its server can start.
 * @throws Error with code EADDRINUSE when all of them are taken
 */
export async function holdPort(preferred: number): Promise<HeldPort> {
  for (let port = preferred; ; port += 1) {
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port >= preferred + 99) throw error;
      continue;
    }
    return {
      port: (server.address() as AddressInfo).port,
      release: async () => {
        server.close();
        await once(server, 'close');
      },
    };
  }
}
