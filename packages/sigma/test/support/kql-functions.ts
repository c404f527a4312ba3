import { RE2JS } from 're2js';
import { inNetwork } from './addresses.js';

/** A scalar of Kusto; null is a typed null, arrays and objects are dynamic. */
export type KqlValue = string | number | boolean | null | readonly KqlValue[] | { readonly [key: string]: KqlValue };

/** The operators on strings and equality, as the language's pages describe them. */
export function stringOperator(operator: string, left: KqlValue, right: KqlValue): boolean {
  if (operator === '==' && (typeof left !== 'string' || typeof right !== 'string')) {
    if (left !== null && right !== null && typeof left !== typeof right) {
      throw new Error(`== on ${typeof left} and ${typeof right}`);
    }
    return left !== null && left === right;
  }
  if (operator === '!=') return left !== null && right !== null && left !== right;
  if (typeof left !== 'string' || typeof right !== 'string') {
    throw new Error(`${operator} on ${typeof left} and ${typeof right}`);
  }
  const [text, other] = [left.toLowerCase(), right.toLowerCase()];
  switch (operator) {
    case '==':
      return left === right;
    case '=~':
      return text === other;
    case 'contains':
      return text.includes(other);
    case 'startswith':
      return text.startsWith(other);
    case 'endswith':
      return text.endsWith(other);
    case 'contains_cs':
      return left.includes(right);
    case 'startswith_cs':
      return left.startsWith(right);
    case 'endswith_cs':
      return left.endsWith(right);
    case 'has':
      return new RegExp(`(?<![A-Za-z0-9])${other}(?![A-Za-z0-9])`).test(text);
    case 'matches regex':
      return RE2JS.compile(right).test(left);
    default:
      throw new Error(`operator ${operator} is not in the subset`);
  }
}

/** The functions the converter writes. */
export function kqlFunction(name: string, values: readonly KqlValue[]): KqlValue {
  const [first = null, ...others] = values;
  switch (name) {
    case 'not':
      return first === null ? null : first !== true;
    case 'coalesce':
      return values.find((value) => value !== null) ?? null;
    case 'isempty':
      return first === null || first === '';
    case 'isnotempty':
      return first !== null && first !== '';
    case 'isnull':
      return first === null;
    case 'isnotnull':
      return first !== null;
    case 'tostring':
      return first === null ? '' : typeof first === 'object' ? JSON.stringify(first) : String(first);
    case 'toreal':
      return first !== null && /^[+-]?\d+(?:\.\d+)?$/.test(String(first)) ? Number(first) : null;
    case 'strcat':
      return values.map((value) => (value === null ? '' : String(value))).join('');
    case 'iff':
      return (first === true ? others[0] : others[1]) ?? null;
    case 'pack_array':
      return values;
    case 'set_has_element':
      return Array.isArray(first) && first.includes(others[0]);
    case 'array_length':
      return Array.isArray(first) ? first.length : null;
    case 'dynamic':
      return first;
    case 'ipv4_is_in_range':
    case 'ipv4_is_in_any_range':
      return within(first, others, /^\d+\.\d+\.\d+\.\d+$/);
    case 'ipv6_is_in_range':
    case 'ipv6_is_in_any_range':
      return within(first, others, /:/);
    default:
      throw new Error(`function ${name} is not in the subset`);
  }
}

function within(address: KqlValue, networks: readonly KqlValue[], form: RegExp): boolean | null {
  if (typeof address !== 'string' || !form.test(address)) return null;
  return networks.some((network) => inNetwork(address, String(network)));
}
