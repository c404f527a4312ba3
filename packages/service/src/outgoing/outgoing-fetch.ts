import { Agent, type Dispatcher, fetch, ProxyAgent, type RequestInit, type Response } from 'undici';
import { proxyAuthorization, proxyFor } from './proxy-for.js';

const direct = new Agent();
/** Dispatchers by the proxy's address. */
const throughProxy = new Map<string, Dispatcher>();

/** The dispatcher for an address: its proxy, if the environment names one, else a pool of connections. */
function dispatcherFor(url: URL): Dispatcher {
  const proxy = proxyFor(url);
  if (proxy === undefined) return direct;
  const present = throughProxy.get(proxy.href);
  if (present !== undefined) return present;
  const { 'proxy-authorization': token } = proxyAuthorization(proxy);
  // Made from the origin alone, so that no error contains the password. Plain http uses a tunnel too, so that the proxy sees as little as
  // possible.
  const made = new ProxyAgent({ uri: proxy.origin, proxyTunnel: true, ...(token === undefined ? {} : { token }) });
  throughProxy.set(proxy.href, made);
  return made;
}

/** Fetches an address that the operator chose, through the proxy that the environment names for it. */
export function outgoingFetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address);
  return fetch(url, { ...init, dispatcher: dispatcherFor(url) });
}

/**
 * The text of an answer.
 * @throws Error when it is larger than `limitBytes`; the rest is not read
 */
export async function readTextWithin(answer: Response, limitBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    const part: Uint8Array = chunk;
    bytes += part.length;
    if (bytes > limitBytes) throw new Error(`the answer is larger than ${limitBytes} bytes`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
