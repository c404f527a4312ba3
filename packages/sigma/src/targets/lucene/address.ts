import { hasOnly } from '../../characters.js';
import type { MappedField } from '../../convert/maps.js';
import type { Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { escapeTerm } from './escape.js';
import { neverSaid } from './keyword.js';
import { networkOnIp } from './network.js';
import { type Place, type Term, unsaid } from './place.js';

const IPV4 = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;
const isOfIpv6 = (text: string): boolean =>
  text.length >= 2 && text.length <= 45 && hasOnly(text.toLowerCase(), '0123456789abcdef:');
const IPV4_PREFIX = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){1,3}$/;

/** A test on an `ip` field: addresses and networks, no wildcards. */
export function ipTerm(test: ValueTest, name: string, _field: MappedField, place: Place): Term {
  if (test.op === 'cidr') return networkOnIp(test.network);
  if (test.op === 'placeholder') return { value: `"${place.placeholder(test.name)}"` };
  if (test.op === 'string') return ipString(test.pattern, name, place);
  if (test.op === 'regex') {
    const message = 'An ip field takes no expressions: only the presence of an address is asked for.';
    return unsaid(name, place, 'widened_regex', message);
  }
  if (test.op === 'time' || test.op === 'fieldref') return { clause: neverSaid(test, name, place) };
  const message = 'An ip field holds addresses only.';
  return unsaid(name, place, 'test_dropped', message);
}

function ipString({ shape, literal }: Pattern, name: string, place: Place): Term {
  if (shape === 'exact') {
    if (isAddress(literal)) return { value: escapeTerm(literal) };
    return { clause: noAddress(literal, name, place) };
  }
  if (shape === 'startswith' && IPV4_PREFIX.test(literal)) {
    const octets = literal.slice(0, -1).split('.');
    const network = [...octets, ...Array<string>(4 - octets.length).fill('0')].join('.');
    return networkOnIp(`${network}/${octets.length * 8}`);
  }
  const message = 'An ip field takes no wildcards: only the presence of an address is asked for.';
  return unsaid(name, place, 'widened_wildcard', message);
}

/** A value that is not an address (`-`, a host name) is dropped before it reaches an ip field, so the field is then missing. */
function noAddress(literal: string, name: string, place: Place): Rendered {
  place.note(
    'test_dropped',
    `An ip field never holds "${literal}": the query asks for events without an address instead.`,
  );
  return place.tolerance === 'wider'
    ? { text: `NOT _exists_:${name}`, operator: 'not', operand: `_exists_:${name}` }
    : false;
}

function isAddress(literal: string): boolean {
  return IPV4.test(literal) || (literal.includes(':') && isOfIpv6(literal));
}

/** Whether a test is one that an `ip` field can answer. */
export function asksForAddress(test: ValueTest): boolean {
  if (test.op === 'cidr') return true;
  return test.op === 'string' && test.pattern.shape === 'exact' && isAddress(test.pattern.literal);
}
