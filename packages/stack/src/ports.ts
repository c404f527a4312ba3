import { randomInt } from 'node:crypto';
import type { StackProcess } from './child-process.js';

/** Where random ports are taken from: above what services usually use, below what systems give to outgoing connections. */
const RANDOM_PORTS = { first: 10_240, last: 32_767 };
const TRIES = 200;

/**
 * Starts a server that takes exactly one port: on `preferred`, or on the next one as long as the server says that its address is in use. With 0,
 * ports are tried at random. Nobody looks beforehand which port is free: until the server binds it, another process could take it.
 * @param start begins a process that is to listen on the port
 * @param ready settles when that process listens
 * @throws what `ready` throws for another reason
 */
export async function startOnFreePort<Server extends { readonly process: StackProcess }>(
  preferred: number,
  start: (port: number) => Server,
  ready: (server: Server) => Promise<void>,
): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    const port = preferred === 0 ? randomInt(RANDOM_PORTS.first, RANDOM_PORTS.last) : preferred + tries - 1;
    const server = start(port);
    try {
      await ready(server);
      return server;
    } catch (error) {
      server.process.child.kill('SIGKILL');
      await server.process.ended;
      if (tries === TRIES || !/address already in use/i.test(server.process.output())) throw error;
    }
  }
}
