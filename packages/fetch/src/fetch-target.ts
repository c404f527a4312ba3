import { isIP } from 'node:net';
import { METADATA_NETWORKS } from './metadata-networks.js';
import { inNetworks, type NetworkTest } from './networks.js';
import { isPublicAddress } from './public-address.js';

const URL_CHARACTERS_MAX = 2048;

// Suffixes of names that are never on the public internet (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal), and Tor's.
const INWARD_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'lan',
  'localdomain',
  'onion',
  'test',
  'invalid',
];

/** A URL that passed the checks that need no look-up. */
export interface FetchTarget {
  /** Without fragment. */
  readonly url: URL;
  /** Lower case, no brackets, no trailing dot. */
  readonly host: string;
  readonly port: number;
  /** Set when the host is an address rather than a name. */
  readonly address?: string;
  /** Whether the host is on the allow-list: any port is then allowed, and its addresses may be private. */
  readonly isAllowed: boolean;
}

/** What may be fetched. */
export interface FetchRules {
  /** Hosts that may be private, as `host` (any port) or `host:port` (that port). */
  readonly allowHosts: readonly string[];
  /** Addresses that no name may resolve to, not even a name in `allowHosts`. */
  readonly isDenied: NetworkTest;
}

/** What an operator lets calls to strangers' addresses reach, beside what is public. */
export interface Reach {
  /** Hosts that may be private (such as `FETCH_ALLOW_HOSTS`), as `host` (any port) or `host:port` (that port). */
  readonly allowHosts: readonly string[];
  /** Addresses and CIDR blocks (`FETCH_DENY_NETWORKS`) that are never called. */
  readonly denyNetworks?: readonly string[];
}

/** The rules that follow from what an operator allows: a cloud's metadata service is never reached by a name. */
export const rulesOf = ({ allowHosts, denyNetworks = [] }: Reach): FetchRules => ({
  allowHosts,
  isDenied: inNetworks([...METADATA_NETWORKS, ...denyNetworks]),
});

/** Why a URL is refused, for the caller. It says nothing about our network. */
export type TargetRefusal = { readonly refused: string };

/** A host's name without the dot that names the root of all names. */
const withoutFinalDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);

/** The host that a URL names, as addresses and names are compared. */
function plainHost({ hostname }: URL): string {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return withoutFinalDot(host).toLowerCase();
}

/** Whether a host and port match an entry of the allow-list: `host` or `host:port`, IPv6 in brackets. Lower case, no trailing dot. */
function matchesEntry(entry: string, host: string, port: number): boolean {
  const [, bracketed, plain, entryPort] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(entry.trim()) ?? [];
  const entryHost = withoutFinalDot(bracketed ?? plain ?? (isIP(entry.trim()) === 6 ? entry.trim() : '')).toLowerCase();
  return entryHost === host && (entryPort === undefined || Number(entryPort) === port);
}

/** Parses a URL that may be fetched whatever its host is. */
function readUrl(address: string, base: URL | undefined): URL | TargetRefusal {
  if (address.length > URL_CHARACTERS_MAX) return { refused: `it is longer than ${URL_CHARACTERS_MAX} characters` };
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    return { refused: 'it is not a valid URL' };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { refused: `its scheme is ${url.protocol.slice(0, 20)} and only http: and https: are fetched` };
  }
  if (url.username !== '' || url.password !== '') return { refused: 'it carries credentials' };
  return url;
}

/**
 * Parses a URL and checks everything that needs no network: scheme, credentials, length, port, and whether the host is an address or a name
 * that cannot be public. Unusual spellings of IPv4 (decimal, octal, hexadecimal, short, full-width digits) are plain addresses after
 * parsing and are checked as such.
 */
export function checkTarget(address: string, rules: FetchRules, base?: URL): FetchTarget | TargetRefusal {
  const url = readUrl(address, base);
  if ('refused' in url) return url;
  url.hash = '';
  const host = plainHost(url);
  const defaultPort = url.protocol === 'https:' ? 443 : 80;
  const port = url.port === '' ? defaultPort : Number(url.port);
  if (host === '' || host.includes('..')) return { refused: 'it names no host' };
  const ip = isIP(host) === 0 ? {} : { address: host };
  if (rules.allowHosts.some((entry) => matchesEntry(entry, host, port)))
    return { url, host, port, isAllowed: true, ...ip };
  if ('address' in ip && (!isPublicAddress(host) || rules.isDenied(host)))
    return { refused: 'its host is not a public address' };
  if (!('address' in ip) && isInwardName(host)) return { refused: 'its host is not a public name' };
  if (port !== 80 && port !== 443) return { refused: `it asks for port ${port} and only 80 and 443 are fetched` };
  return { url, host, port, isAllowed: false, ...ip };
}

/**
 * Whether a target may be fetched from an address that its name resolved to. Public addresses may; private ones only where the operator
 * allows the name; denied ones never.
 */
export const mayConnect = (target: FetchTarget, address: string, rules: FetchRules): boolean =>
  (target.isAllowed || isPublicAddress(address)) && !rules.isDenied(address);

/** A name of a single label could only resolve through the search domains of our own network. */
function isInwardName(host: string): boolean {
  return !host.includes('.') || INWARD_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}
