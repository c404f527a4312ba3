import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * A port that this process listens on for another one, from choosing it until that one has the socket. So its address can be told before its server
 * starts, and nobody else can take it in between.
 */
export interface HeldPort {
  readonly port: number;
  /** The listening socket. Send it to the process it is for, then call `release`: that process's copy stays open. */
  readonly socket: Server;
  /** Closes this process's copy. */
  release(): Promise<void>;
}

/**
 * Holds the first port that is free on this machine's own address; of 0, any free one.
 * @throws Error with code EADDRINUSE when all of them are taken
 */
export function holdPort(ports: readonly number[]): Promise<HeldPort> {
  return onFirstFree(ports, async (port) => {
    const socket = createServer((early) => early.destroy()).listen(port, '127.0.0.1');
    await once(socket, 'listening');
    return {
      port: (socket.address() as AddressInfo).port,
      socket,
      release: async () => {
        if (!socket.listening) return;
        socket.close();
        await once(socket, 'close');
      },
    };
  });
}

/**
 * Starts a server of this process on the first port that it can bind.
 * @throws Error with code EADDRINUSE when all of them are taken; whatever else `start` throws, at once
 */
export async function onFirstFree<T>(ports: readonly number[], start: (port: number) => Promise<T>): Promise<T> {
  let taken: unknown;
  for (const port of ports) {
    try {
      return await start(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      taken = error;
    }
  }
  throw taken;
}
