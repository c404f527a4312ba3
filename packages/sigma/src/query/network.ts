import type { ValueTest } from '../model/condition.js';
import { formatNetwork, maskGroups, readAddress } from '../parse/cidr.js';
import { quoted, unreadable } from './query-fault.js';

/** A test for a network as queries write it, host bits allowed: `10.1.2.3/8`, an address alone, or `10.1.` with an open end. */
export function networkTest(text: string, at: number): ValueTest {
  const slash = text.indexOf('/');
  const address = readAddress(slash < 0 ? text : text.slice(0, slash));
  const bits = (address?.groups.length ?? 0) * 16;
  const prefix = slash < 0 ? bits : Number(text.slice(slash + 1));
  if (address === undefined || !Number.isInteger(prefix) || prefix < 0 || prefix > bits) {
    throw unreadable(`${quoted(text)} is not an IPv4 or IPv6 network`, at);
  }
  const network = formatNetwork({ version: address.version, groups: maskGroups(address.groups, prefix), prefix });
  return { op: 'cidr', network, version: address.version, prefix };
}

/** Whether a text is a network with its prefix, which products then compare as one. */
export function isNetwork(text: string): boolean {
  const slash = text.indexOf('/');
  return slash > 0 && /^\d{1,3}$/.test(text.slice(slash + 1)) && readAddress(text.slice(0, slash)) !== undefined;
}
