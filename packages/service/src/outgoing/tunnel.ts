import type { Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import { Client } from 'undici';
import { proxyAuthorization } from './proxy-for.js';

/** The outgoing proxy did not open a tunnel. The message says why, without the proxy's address, which may contain a password. */
class TunnelError extends Error {
  override readonly name = 'TunnelError';
  readonly code = 'ERR_TUNNEL';
}

/**
 * Asks a proxy for a tunnel (CONNECT, RFC 9110, 9.3.6).
 * @param proxy its address, with user and password where it demands them
 * @param host a name or an address, without brackets
 * @throws TunnelError when it opens none, or the signal aborts first
 */
export async function openTunnel(proxy: URL, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const path = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const client = new Client(proxy.origin);
  try {
    const headers = { host: path, ...proxyAuthorization(proxy) };
    const { socket, statusCode } = await client.connect({ path, headers, signal });
    if (statusCode === 200) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw new TunnelError(`the outgoing proxy answered with status ${statusCode}`);
  } catch (error) {
    if (error instanceof TunnelError) throw error;
    throw new TunnelError(
      signal.aborted ? 'the outgoing proxy did not answer' : 'the outgoing proxy could not be reached',
      {
        cause: error,
      },
    );
  } finally {
    // The tunnel's socket no longer belongs to the client.
    void client.destroy().catch(() => undefined);
  }
}
