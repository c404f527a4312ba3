import { isDigit } from '../../characters.js';
import { alternation, wholeNumbersBetween } from './digits.js';
import { escapeTerm, foldRegex, slashed } from './escape.js';
import { type Place, type Term, unsaid } from './place.js';

const OCTET = '[0-9]{1,3}';

/** A network on an `ip` field, which takes CIDR notation. */
export function networkOnIp(network: string): Term {
  return { value: escapeTerm(network) };
}

/**
 * A network on a field with addresses as text: an expression on the octets, exact for IPv4. An IPv6 address has several spellings, so only
 * the groups that are certain are used, which is wider than the rule.
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

const SPELLINGS =
  'The field holds addresses as text, where an IPv6 network has many spellings: only its leading groups are compared.';

function ipv6OnKeyword(address: string, bits: number, name: string, place: Place): Term {
  if (bits === 128) return { value: slashed(alternation(spellingsOf(address))) };
  let regex = '';
  let fixedBits = 0;
  for (const group of address.split(':')) {
    const value = Number.parseInt(group, 16);
    const fixed = Math.min(16, bits - fixedBits);
    // Zeros may vanish in `::`, and a group of which only a part is fixed may be shorter: nothing after such a group is certain.
    if (group === '' || value === 0 || fixed <= 0 || (value < 0x1000 && fixed < 16)) break;
    regex += `${value < 0x1000 ? shortGroupRegex(value) : groupRegex(value, fixed)}:`;
    fixedBits += 16;
  }
  if (fixedBits < bits) {
    if (place.tolerance === 'narrower') return unsaid(name, place, 'test_dropped', SPELLINGS);
    place.note('widened_wildcard', SPELLINGS);
  }
  return { value: slashed(regex === '' ? '.*:.*' : `${regex}.*`) };
}

/** A group of four hexadecimal digits of which the first `bits` bits are fixed. */
function groupRegex(value: number, bits: number): string {
  let regex = '';
  for (let nibble = 0; nibble < 4; nibble++) {
    const fixed = Math.max(0, Math.min(4, bits - nibble * 4));
    const low = (value >> (12 - nibble * 4)) & (0xf << (4 - fixed)) & 0xf;
    const digits = '0123456789abcdef'.slice(low, low + 2 ** (4 - fixed));
    regex += digits.length === 16 ? '[0-9A-Fa-f]' : digits.length === 1 ? foldRegex(digits) : `[${hexClass(digits)}]`;
  }
  return regex;
}

/** A whole group with leading zeros, which may be left out. */
function shortGroupRegex(value: number): string {
  const digits = value.toString(16);
  const zeros = 4 - digits.length;
  return `${zeros === 1 ? '0?' : `0{0,${zeros}}`}${foldRegex(digits)}`;
}

function hexClass(digits: string): string {
  const letters = [...digits].filter((digit) => !isDigit(digit)).join('');
  return [...digits].filter(isDigit).join('') + letters.toUpperCase() + letters;
}

/** The spellings of an IPv6 address in logs: shortest, all groups, all digits. */
function spellingsOf(address: string): readonly string[] {
  const [left = '', right] = address.split('::');
  const heads = left === '' ? [] : left.split(':');
  const tails = right === undefined || right === '' ? [] : right.split(':');
  const groups = [...heads, ...Array<string>(8 - heads.length - tails.length).fill('0'), ...tails];
  const all = [address, groups.join(':'), groups.map((group) => group.padStart(4, '0')).join(':')];
  return [...new Set(all)].map((spelling) => foldRegex(spelling));
}
