import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { FetchTarget } from './fetch-target.js';

/** The connection went to an address that was not among the checked ones: never sent a byte. */
class UnpinnedConnectionError extends Error {
  override readonly name = 'UnpinnedConnectionError';
}

function plainAddress(address: string | undefined): string {
  return (address ?? '').toLowerCase().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
}

/**
 * A client for one request to one host, whose connection can only go to the addresses that were checked: its look-up
 * answers them and nothing else, and the connected socket's far end is compared again before anything is sent. It shares
 * no connection with any other request and knows no proxy.
 *
 * @param addresses The checked addresses, at least one; the first that answers is used.
 * @param connectMs Milliseconds for the connection with its TLS handshake.
 */
export function pinnedClient(target: FetchTarget, addresses: readonly string[], connectMs: number): Client {
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
