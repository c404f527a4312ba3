import { isDigits, isHex } from '../characters.js';
import { Fault, shown } from './fault.js';

/** A network as eight (v6) or two (v4) 16-bit groups, most significant first, with its prefix length. */
export interface Network {
  readonly version: 4 | 6;
  readonly groups: readonly number[];
  readonly prefix: number;
}

/**
 * The 16-bit groups of an address, or undefined for any other text. IPv4 has two groups, IPv6 eight; a zone index is refused. What is an
 * address is the same as for `node:net`, which takes longer to load than all rules of a repository have addresses to read.
 */
export function readAddress(text: string): { version: 4 | 6; groups: number[] } | undefined {
  if (text.length > 45) return undefined;
  if (!text.includes(':')) {
    const groups = v4Groups(text);
    return groups === undefined ? undefined : { version: 4, groups };
  }
  const [head = '', tail, ...more] = text.split('::');
  const left = v6Groups(head, tail === undefined);
  const right = v6Groups(tail ?? '', true);
  if (left === undefined || right === undefined || more.length > 0) return undefined;
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return { version: 6, groups: [...left, ...Array<number>(missing).fill(0), ...right] };
}

/** Parses `address/prefix`, or an address alone as a network of one. Throws a `Fault` (InvalidCidr) that names the mistake. */
export function readNetwork(text: string): Network {
  const slash = text.indexOf('/');
  const address = readAddress(slash < 0 ? text : text.slice(0, slash));
  if (address === undefined) throw new Fault('InvalidCidr', `${shown(text)} is not an IPv4 or IPv6 network`);
  const bits = address.groups.length * 16;
  const digits = slash < 0 ? String(bits) : text.slice(slash + 1);
  const prefix = digits.length <= 3 && isDigits(digits) ? Number(digits) : -1;
  if (prefix < 0 || prefix > bits) {
    throw new Fault('InvalidCidr', `${shown(text)} has no prefix length from 0 to ${bits}`);
  }
  const masked = maskGroups(address.groups, prefix);
  if (masked.some((group, index) => group !== address.groups[index])) {
    const network = formatNetwork({ ...address, groups: masked, prefix });
    throw new Fault('InvalidCidr', `${shown(text)} has host bits set; the network is ${network}`);
  }
  return { ...address, prefix };
}

/** The canonical text of a network (IPv6 as RFC 5952 writes it). */
export function formatNetwork(network: Network): string {
  const { groups } = network;
  if (network.version === 4) {
    return `${groups.flatMap((group) => [group >> 8, group & 255]).join('.')}/${network.prefix}`;
  }
  let start = -1;
  let longest = 1;
  for (let from = 0; from < 8; from++) {
    let to = from;
    while (to < 8 && groups[to] === 0) to++;
    if (to - from > longest) {
      longest = to - from;
      start = from;
    }
  }
  const hex = groups.map((group) => group.toString(16));
  const text = start < 0 ? hex.join(':') : `${hex.slice(0, start).join(':')}::${hex.slice(start + longest).join(':')}`;
  return `${text}/${network.prefix}`;
}

/** The groups with every bit after the prefix cleared. */
export function maskGroups(groups: readonly number[], prefix: number): number[] {
  return groups.map((group, index) => {
    const kept = Math.min(16, Math.max(0, prefix - index * 16));
    return group & (0xffff << (16 - kept)) & 0xffff;
  });
}

const isByteText = (part: string): boolean =>
  part.length <= 3 && isDigits(part) && (part === '0' || !part.startsWith('0'));

/** The two groups of an IPv4 address: four numbers up to 255 without leading zeros. */
function v4Groups(text: string): number[] | undefined {
  const bytes = text.split('.').map((part) => (isByteText(part) ? Number(part) : 256));
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return bytes.length === 4 && bytes.every((byte) => byte < 256) ? [a * 256 + b, c * 256 + d] : undefined;
}

/** The groups of a part of an IPv6 address without `::`. At the end of the address, the last two may be written as in IPv4. */
function v6Groups(text: string, isEnd: boolean): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const last = isEnd && index === parts.length - 1 ? v4Groups(part) : undefined;
    if (last !== undefined) groups.push(...last);
    else if (part.length <= 4 && isHex(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}
