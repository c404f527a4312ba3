import { randomInt } from 'node:crypto';
import type { StackProcess } from './child-process.js';
import { portsFrom } from './port-plan.js';

/** The range of random ports: above the usual ports of services, below those for outgoing connections. */
const RANDOM_PORTS = { first: 10_240, last: 32_767 };
const TRIES = 200;

/**
 * Starts a server that listens on exactly one port and cannot take over a socket: on `preferred`, or, as long as the server reports that the address is
 * in use, on the next one of `portsFrom`, then on random ones. With 0, random ports are tried. No port is checked beforehand, since another process could
 * take it before the server binds it.
 * @param start starts a process that is to listen on the port
 * @param ready resolves when that process listens
 * @throws whatever else `ready` throws
 */
export async function startOnFreePort<Server extends { readonly process: StackProcess }>(
  preferred: number,
  start: (port: number) => Server,
  ready: (server: Server) => Promise<void>,
): Promise<Server> {
  const planned = portsFrom(preferred);
  for (let tries = 1; ; tries += 1) {
    const port = planned[tries - 1] || randomInt(RANDOM_PORTS.first, RANDOM_PORTS.last);
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
