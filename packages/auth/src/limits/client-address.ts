import ipaddr from 'ipaddr.js';

/**
 * What a limit per client address counts: an IPv4 address as it is, and of an IPv6 address the first 64 bits, since
 * one subscriber has all addresses behind them. IPv4 in IPv6 form counts as IPv4; an unknown address is one client.
 */
export function addressSubject(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  if (!('parts' in known)) return known.toString();
  const network = known.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
