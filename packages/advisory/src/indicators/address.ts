import { isIPv4, isIPv6 } from 'node:net';
import { wordSet } from '../knowledge/load.js';
import { startsWithAny } from '../text/ends.js';

// IANA special-purpose registries (RFC 6890 and successors): addresses that no attack over the internet comes from, and ranges for
// documentation.
const SPECIAL_V4: readonly (readonly [number, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
].map(([network, bits]) => [v4Number(String(network)), Number(bits)] as const);

function v4Number(address: string): number {
  return address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

/** Whether an IPv4 address can be an indicator: public, and no well-known resolver. */
export function isReportableV4(address: string): boolean {
  if (!isIPv4(address) || wordSet('dns-resolvers').has(address)) return false;
  const value = v4Number(address);
  return !SPECIAL_V4.some(
    ([network, bits]) => Math.floor(value / 2 ** (32 - bits)) === Math.floor(network / 2 ** (32 - bits)),
  );
}

/** How addresses of documentation and of transition begin, with the zeros that may be left out. */
const SPECIAL_V6 = '2001:db8: 2001:0db8: 2001:: 2001:0: 2001:00: 2001:000: 2002: 3fff:'.split(' ');

/**
 * Whether an IPv6 address can be an indicator: global unicast (2000::/3) outside documentation and transition ranges, and no
 * well-known resolver.
 */
export function isReportableV6(address: string): boolean {
  if (!isIPv6(address) || wordSet('dns-resolvers').has(address.toLowerCase())) return false;
  const first = Number.parseInt(address.split(':')[0] || '0', 16);
  if (first < 0x2000 || first > 0x3fff) return false;
  return !startsWithAny(address.toLowerCase(), SPECIAL_V6);
}
