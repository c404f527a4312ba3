import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { getProxyForUrl } from 'proxy-from-env';

/**
 * The proxy for a call: `HTTP_PROXY` for http, `HTTPS_PROXY` for https, unless `NO_PROXY` names the host (`host`, `host:port`, `.suffix`,
 * `*`). Lower-case names take precedence. Calls to this machine (`localhost`, loopback addresses) use none, as in Go and curl.
 * @returns undefined when the call goes directly to its target
 * @throws Error when the setting is not an address; its message does not repeat the setting, which may contain a password
 */
export function proxyFor(url: URL): URL | undefined {
  if (isThisMachine(url.hostname)) return undefined;
  const proxy = getProxyForUrl(url.href);
  if (proxy === '') return undefined;
  if (!URL.canParse(proxy)) throw new Error(`the proxy set for ${url.protocol} is not a valid address`);
  return new URL(proxy);
}

/** `Proxy-Authorization` for the user and password in a proxy's address (RFC 7617); none without. */
export function proxyAuthorization({ password, username }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function isThisMachine(hostname: string): boolean {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const host = bare.endsWith('.') ? bare.slice(0, -1) : bare;
  if (isIP(host) === 0) return host === 'localhost' || host.endsWith('.localhost');
  return ipaddr.process(host).range() === 'loopback';
}
