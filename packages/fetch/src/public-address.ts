import ipaddr from 'ipaddr.js';

// Ranges inside global unicast (2000::/3) that are not hosts of the internet: IETF protocol assignments (Teredo, benchmarking, ORCHID),
// documentation, 6to4 (embeds an IPv4 address that may be private), and the second documentation prefix. Source: IANA IPv6 special-purpose
// registry.
const REFUSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

// Source: IANA IPv4 special-purpose registry. The list is longer than what ipaddr.js calls private, so that we do not depend on the
// library's table alone.
const REFUSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/**
 * Whether an address belongs to the public internet, so that a request to it cannot reach this machine, its neighbours
 * or a cloud's metadata service. IPv4 must be outside every special-purpose range. IPv6 must be global unicast and not
 * embed an IPv4 address: mapped, compatible, NAT64, 6to4 and Teredo forms are refused whatever they embed.
 *
 * @param address Dotted IPv4 or IPv6 without brackets; anything else is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const parsed = ipaddr.IPv4.parse(address);
    return parsed.range() === 'unicast' && !REFUSED_V4.some((range) => parsed.match(range));
  }
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.range() !== 'unicast' || !parsed.match(GLOBAL_UNICAST_V6)) return false;
  return !REFUSED_V6.some((range) => parsed.match(range));
}
