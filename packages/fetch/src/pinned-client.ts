import type { LookupFunction, Socket } from 'node:net';
import { isIP } from 'node:net';
import { openTunnel } from '@tripline/service';
import { buildConnector, Client } from 'undici';
import type { FetchTarget } from './fetch-target.js';

/** The connection went to an address that was not checked. Nothing was sent over it. */
class UnpinnedConnectionError extends Error {
  override readonly name = 'UnpinnedConnectionError';
}

/** Before an address of IPv4 that is written as one of IPv6. */
const MAPPED = '::ffff:';

function plainAddress(address: string | undefined): string {
  const given = (address ?? '').toLowerCase();
  const inside = given.startsWith(MAPPED) ? given.slice(MAPPED.length) : '';
  return isIP(inside) === 4 ? inside : given;
}

/**
 * A client for one request to one host, which can only connect to the checked addresses: its look-up answers nothing else, and the remote
 * address of the connected socket is compared again before anything is sent. It shares no connection with other requests.
 *
 * Where there is a proxy, the proxy connects. It is asked for a tunnel to a checked address, never to the name, which it could resolve
 * differently. TLS runs inside the tunnel and checks the name, so the proxy cannot pose as the target.
 *
 * @param addresses The checked addresses, at least one; the first that answers is used.
 * @param connectMs Milliseconds for the connection with its TLS handshake.
 */
export function pinnedClient(
  target: FetchTarget,
  addresses: readonly string[],
  connectMs: number,
  proxy: URL | undefined,
): Client {
  const records = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_hostname, options, callback) => {
    if (options.all === true) callback(null, records);
    else callback(null, records[0]?.address ?? '', records[0]?.family ?? 4);
  };
  const pinned = new Set(addresses.map(plainAddress));
  const connector = buildConnector({
    timeout: connectMs,
    keepAlive: false,
    maxCachedSessions: 0,
    lookup,
    autoSelectFamily: true,
  });
  return new Client(target.url.origin, {
    pipelining: 1,
    connect(options, callback) {
      if (proxy !== undefined) {
        tunnelToFirst(proxy, addresses, target.port, connectMs).then(
          (socket) => {
            if (target.url.protocol === 'https:') connector({ ...options, httpSocket: socket }, callback);
            else callback(null, socket);
          },
          (error: Error) => callback(error, null),
        );
        return;
      }
      connector(options, (error, socket) => {
        if (error !== null) {
          callback(error, null);
        } else if (pinned.has(plainAddress(socket.remoteAddress))) {
          callback(null, socket);
        } else {
          socket.destroy();
          callback(new UnpinnedConnectionError('connected to an address that was not checked'), null);
        }
      });
    },
  });
}

/** A tunnel to the first address that the proxy can reach; `connectMs` holds for all attempts together. */
async function tunnelToFirst(
  proxy: URL,
  addresses: readonly string[],
  port: number,
  connectMs: number,
): Promise<Socket> {
  const signal = AbortSignal.timeout(Math.ceil(connectMs));
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await openTunnel(proxy, address, port, signal);
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) break;
  }
  throw failure;
}
