import { isIPv6 } from 'node:net';

/**
 * What a limit per client address counts: an IPv4 address as it is, and of an IPv6 address the first 64 bits, since
 * one subscriber has all addresses behind them. IPv4 in IPv6 form counts as IPv4; an unknown address is one client.
 */
export function addressSubject(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  // A dotted end stands for two groups.
  const given = before.length + after.length + (address.includes('.') ? 1 : 0);
  const all = [...before, ...Array<string>(Math.max(0, 8 - given)).fill('0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
