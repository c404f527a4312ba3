import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network path to a server, for tests to break. */
export interface Relay {
  /** The server's address through the relay. */
  readonly url: string;
  /** From now on everything sent is lost, in both directions and on every connection, as if a cable were pulled. */
  lose(): void;
  /** From now on new connections reach the server again; connections that lost data stay dead. */
  restore(): void;
  close(): void;
}

/** Starts a relay to the server of an address. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  let losing = false;
  const loseAll = (): void => {
    for (const [near, far] of pairs) {
      near.unpipe(far).resume();
      far.unpipe(near).resume();
    }
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.once('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
      one.pipe(other);
    }
    if (losing) loseAll();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    lose() {
      losing = true;
      loseAll();
    },
    restore() {
      losing = false;
    },
    close() {
      server.close();
      for (const [near] of pairs) near.destroy();
    },
  };
}
