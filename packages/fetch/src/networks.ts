import ipaddr from 'ipaddr.js';

/** Whether an address is in one of some networks, directly or by the IPv4 address embedded in it. */
export type NetworkTest = (address: string) => boolean;

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

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

/** Reads an address or a CIDR block of either family. @throws Error for anything else */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) {
    const [address, bits] = ipaddr.parseCIDR(text);
    if (isWhole(text.slice(0, text.indexOf('/')))) return [address, bits];
  } else if (isWhole(text)) {
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  throw new Error(`"${text}" is not an address or a network`);
}

/** Refuses short, octal and hexadecimal spellings of IPv4, IPv4 written as IPv6, and zones: in a setting they are too easily misread. */
const isWhole = (address: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(address) ||
  (ipaddr.IPv6.isValid(address) && !address.includes('%') && !ipaddr.IPv6.parse(address).isIPv4MappedAddress());

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
