import { parseNetwork } from '@tripline/service';
import ipaddr from 'ipaddr.js';

/** Whether an address is in one of some networks, directly or by the IPv4 address embedded in it. */
export type NetworkTest = (address: string) => boolean;

// IPv6 ranges that embed an IPv4 address, and which of the 16 bytes hold it: RFC 4291 (compatible and mapped), RFC 2765 (translated), RFC
// 3056 (6to4), RFC 6052 (NAT64), and RFC 8215 (local-use NAT64), which may have any of the layouts of RFC 6052.
const EMBEDDED_IPV4: readonly (readonly [string, readonly number[]])[] = [
  ['::/96', [12, 13, 14, 15]],
  ['::ffff:0:0/96', [12, 13, 14, 15]],
  ['::ffff:0:0:0/96', [12, 13, 14, 15]],
  ['2002::/16', [2, 3, 4, 5]],
  ['64:ff9b::/96', [12, 13, 14, 15]],
  ['64:ff9b:1::/48', [6, 7, 9, 10]],
  ['64:ff9b:1::/48', [7, 9, 10, 11]],
  ['64:ff9b:1::/48', [9, 10, 11, 12]],
  ['64:ff9b:1::/48', [12, 13, 14, 15]],
];
const PARSED_EMBEDDED = EMBEDDED_IPV4.map(([range, places]) => ({ range: ipaddr.IPv6.parseCIDR(range), places }));

/**
 * A test for some networks.
 * @param networks addresses and CIDR blocks of either family
 * @returns the test; it also answers true for text that is not an address, to be safe
 */
export function inNetworks(networks: readonly string[]): NetworkTest {
  const parsed = networks.map(parseNetwork);
  const isInside = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
    parsed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  return (text) => {
    if (!ipaddr.isValid(text)) return true;
    const address = ipaddr.parse(text);
    return isInside(address) || carriedIpv4(address).some(isInside);
  };
}

function carriedIpv4(address: ipaddr.IPv4 | ipaddr.IPv6): readonly ipaddr.IPv4[] {
  if (!(address instanceof ipaddr.IPv6)) return [];
  const bytes = address.toByteArray();
  return PARSED_EMBEDDED.filter(({ range }) => address.match(range)).map(
    ({ places }) => new ipaddr.IPv4(places.map((place) => bytes[place] ?? 0)),
  );
}
