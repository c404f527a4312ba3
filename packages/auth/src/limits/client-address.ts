import ipaddr from 'ipaddr.js';

/**
 * The client that a limit counts: an IPv4 address, or the first 64 bits of an IPv6 address, since one subscriber has all addresses with
 * these. IPv4 in IPv6 form counts as IPv4; all unknown addresses count as one client.
 */
export function addressSubject(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
