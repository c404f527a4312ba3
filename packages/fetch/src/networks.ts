import ipaddr from 'ipaddr.js';

/** Whether an address lies in one of some networks, by itself or by the IPv4 address that it carries. */
export type NetworkTest = (address: string) => boolean;

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

// Where IPv6 addresses carry an IPv4 address: the range, and which of the 16 bytes hold it. RFC 4291 (compatible and mapped), RFC 2765
// (translated), RFC 3056 (6to4), RFC 6052 (NAT64), and RFC 8215 (NAT64 of one's own), which may use any of the layouts of RFC 6052.
const CARRIERS: readonly (readonly [string, readonly number[]])[] = [
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
const PARSED_CARRIERS = CARRIERS.map(([range, places]) => ({ range: ipaddr.IPv6.parseCIDR(range), places }));

/** Reads an address or a CIDR block of either family. @throws Error when it is neither */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) {
    const [address, bits] = ipaddr.parseCIDR(text);
    if (isWhole(text.slice(0, text.indexOf('/')))) return [address, bits];
  } else if (isWhole(text)) {
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  throw new Error(`"${text}" is no address or network`);
}

/** Short, octal and hexadecimal spellings of IPv4, IPv4 spelt as IPv6, and zones are too easily mistaken in a setting. */
const isWhole = (address: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(address) ||
  (ipaddr.IPv6.isValid(address) && !address.includes('%') && !ipaddr.IPv6.parse(address).isIPv4MappedAddress());

/**
 * A test for some networks.
 * @param networks addresses and CIDR blocks of either family
 * @returns a test that also holds what is no address to lie inside, since nobody can tell
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
  return PARSED_CARRIERS.filter(({ range }) => address.match(range)).map(
    ({ places }) => new ipaddr.IPv4(places.map((place) => bytes[place] ?? 0)),
  );
}
