import ipaddr from 'ipaddr.js';

/** A network of either family, with the bits of its prefix; an address alone has all of them. */
export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

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

/** Refuses short, octal and hexadecimal spellings of IPv4, IPv4 written as IPv6, and zones: they are too easily misread. */
const isWhole = (address: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(address) ||
  (ipaddr.IPv6.isValid(address) && !address.includes('%') && !ipaddr.IPv6.parse(address).isIPv4MappedAddress());
