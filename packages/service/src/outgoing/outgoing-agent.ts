import { type ClientRequest, type Agent as HttpAgent, globalAgent as httpAgent } from 'node:http';
import { globalAgent as httpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { Agent, type AgentConnectOpts } from 'agent-base';
import { proxyFor } from './proxy-for.js';
import { openTunnel } from './tunnel.js';

/** How long a proxy may take to open a tunnel. */
const TUNNEL_MS = 5_000;

/**
 * An agent for libraries that use Node's own `http` and `https` (the AWS SDK), which do not support proxies: each request goes in a tunnel
 * through the proxy that the environment names for its host, or else directly. `destroy` ends the tunnels.
 */
export function createOutgoingAgent(): Agent {
  return new OutgoingAgent({ keepAlive: true });
}

class OutgoingAgent extends Agent {
  override async connect(_request: ClientRequest, options: AgentConnectOpts): Promise<HttpAgent | Socket> {
    const { host = '', port, secureEndpoint } = options;
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const proxy = proxyFor(new URL(`${secureEndpoint ? 'https' : 'http'}://${authority}`));
    if (proxy === undefined) return secureEndpoint ? httpsAgent : httpAgent;
    const socket = await openTunnel(proxy, host, Number(port), AbortSignal.timeout(TUNNEL_MS));
    return secureEndpoint ? tlsConnect({ ...options, socket }) : socket;
  }
}
