import { type ClientRequest, type Agent as HttpAgent, globalAgent as httpAgent } from 'node:http';
import { globalAgent as httpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { Agent, type AgentConnectOpts } from 'agent-base';
import { proxyFor } from './proxy-for.js';
import { openTunnel } from './tunnel.js';

/** How long a proxy may take to open a tunnel. */
const TUNNEL_MS = 5_000;

/** An agent for each scheme. */
interface OutgoingAgents {
  readonly httpAgent: Agent;
  readonly httpsAgent: Agent;
}

/**
 * Agents for libraries that use Node's own `http` and `https` (the AWS SDK), which do not support proxies: each request goes in a tunnel
 * through the proxy that the environment names for its host, or else directly. `destroy` ends an agent's tunnels.
 */
export function createOutgoingAgents(): OutgoingAgents {
  return { httpAgent: new OutgoingAgent(false), httpsAgent: new OutgoingAgent(true) };
}

class OutgoingAgent extends Agent {
  readonly #isSecure: boolean;
  /** By host and port. */
  readonly #proxies = new Map<string, URL | undefined>();

  constructor(isSecure: boolean) {
    super({ keepAlive: true });
    this.#isSecure = isSecure;
  }

  /** The library would find this out from the text of a stack trace, several times a request. */
  override isSecureEndpoint(): boolean {
    return this.#isSecure;
  }

  override async connect(_request: ClientRequest, options: AgentConnectOpts): Promise<HttpAgent | Socket> {
    const { host = '', port } = options;
    const proxy = this.#proxyFor(`${host.includes(':') ? `[${host}]` : host}:${port}`);
    if (proxy === undefined) return this.#isSecure ? httpsAgent : httpAgent;
    const socket = await openTunnel(proxy, host, Number(port), AbortSignal.timeout(TUNNEL_MS));
    return this.#isSecure ? tlsConnect({ ...options, socket }) : socket;
  }

  #proxyFor(authority: string): URL | undefined {
    if (!this.#proxies.has(authority)) {
      this.#proxies.set(authority, proxyFor(new URL(`${this.#isSecure ? 'https' : 'http'}://${authority}`)));
    }
    return this.#proxies.get(authority);
  }
}
