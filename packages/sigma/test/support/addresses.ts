import { BlockList, isIP } from 'node:net';

/** Whether a text is an address in a network in CIDR form; false for a text that is not an address. */
export function inNetwork(text: string, network: string): boolean {
  const [start = '', prefix = ''] = network.split('/');
  const version = isIP(text);
  if (version === 0 || version !== isIP(start)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(start, Number(prefix), family);
  return list.check(text, family);
}
