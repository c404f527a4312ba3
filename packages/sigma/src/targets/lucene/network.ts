import { alternation, wholeNumbersBetween } from './digits.js';
import { escapeTerm, foldRegex, slashed } from './escape.js';
import { noteAt, type Place, type Term, unsayable } from './place.js';

const OCTET = '[0-9]{1,3}';

/** A network on an `ip` field, which takes CIDR notation as it is. */
export function networkOnIp(network: string): Term {
  return { value: escapeTerm(network) };
}

/**
 * A network on a field that holds addresses as text: an expression over the octets, exact for IPv4. An IPv6 address has several
 * spellings, so its network is said by the groups that are certain, wider than the rule.
 */
export function networkOnKeyword(network: string, name: string, place: Place): Term {
  const [address = '', bits = '0'] = network.split('/');
  if (address.includes(':')) return ipv6OnKeyword(address, Number(bits), name, place);
  return { value: slashed(ipv4Regex(address, Number(bits))) };
}

function ipv4Regex(address: string, bits: number): string {
  const octets = address.split('.').map(Number);
  const parts = octets.map((octet, position) => {
    const fixed = Math.min(8, Math.max(0, bits - position * 8));
    if (fixed === 0) return OCTET;
    return alternation(wholeNumbersBetween(octet, octet + 2 ** (8 - fixed) - 1));
  });
  return parts.join('\\.');
}

function ipv6OnKeyword(address: string, bits: number, name: string, place: Place): Term {
  const message =
    'The field holds addresses as text, where an IPv6 network has many spellings: only its leading groups are compared.';
  if (place.tolerance === 'narrower') return { clause: unsayable([name], place, 'test_dropped', message) };
  noteAt(place, 'widened_wildcard', message);
  let regex = '';
  let groups = 0;
  for (const group of address.split(':')) {
    // A zero group may be spelled `0`, `0000` or vanish in `::`, so nothing behind the first one is certain.
    if (group === '' || /^0+$/.test(group) || (groups + 1) * 16 > bits) break;
    regex += `0{0,3}${foldRegex(group.replace(/^0+/, '')).join('')}:`;
    groups += 1;
  }
  return { value: slashed(groups === 0 ? '.*:.*' : `${regex}.*`) };
}
