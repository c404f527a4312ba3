import { wordSet } from '../knowledge/load.js';
import { isCapital, isDigit, isLetter, isSmallLetter } from '../text/characters.js';
import { isAll, skip } from '../text/stretches.js';

/** The parts of a web address as a log has them. */
export interface WebAddress {
  /** In small letters, without the port. */
  readonly host: string;
  readonly port?: string;
  /** From the first slash on, with the query; empty where there is none. */
  readonly path: string;
}

/** The parts of an address without its scheme; undefined where it has no host. */
export function webAddress(text: string): WebAddress | undefined {
  const slash = firstOf(text, '/?#');
  const authority = text.slice(0, slash);
  const name = authority.slice(authority.lastIndexOf('@') + 1);
  const colon = name.startsWith('[') ? name.indexOf(':', name.indexOf(']')) : name.indexOf(':');
  const host = (colon < 0 ? name : name.slice(0, colon)).toLowerCase();
  if (host === '' || isGluedToAddress(host)) return undefined;
  const path = withoutFragment(text.slice(slash));
  return { host, path, ...(colon < 0 ? {} : { port: name.slice(colon + 1) }) };
}

/** No client sends what stands behind `#`. */
function withoutFragment(path: string): string {
  const mark = path.indexOf('#');
  return mark < 0 ? path : path.slice(0, mark);
}

/** The place of the first of several characters; the text's end where it has none. */
function firstOf(text: string, characters: string): number {
  for (let at = 0; at < text.length; at += 1) if (characters.includes(text[at] as string)) return at;
  return text.length;
}

/** Whether a host is an IPv4 address. */
export function isAddress(host: string): boolean {
  const parts = host.split('.');
  return (
    parts.length === 4 &&
    parts.every((part) => part !== '' && [...part].every((digit) => digit >= '0' && digit <= '9') && Number(part) < 256)
  );
}

/** Whether a host begins with an address to which the next cell is glued: "45.9.18.79fen.lk". Providers' names for an address have a sign behind it. */
export function isGluedToAddress(host: string): boolean {
  const [first, second, third, fourth = ''] = host.split('.');
  const isNumber = (label = ''): boolean => isAll(label, isDigit) && label.length <= 3;
  const digits = skip(fourth, 0, isDigit);
  return [first, second, third].every(isNumber) && digits > 0 && (digits > 3 || isLetter(fourth[digits]));
}

/** Takes an address, and gives it without what is glued to it where a blank or the end of a line was lost: the next address, or a word of prose. */
export function withoutGlued(address: string): string {
  return withoutProse(upToClosing(upToNext(address)));
}

/** An address before a bracket that closes what was opened before it: "(hxxp://…/a.php).Then". */
function upToClosing(address: string): string {
  let open = 0;
  for (let at = 0; at < address.length; at += 1) {
    if (address[at] === '(') open += 1;
    else if (address[at] === ')') open -= 1;
    if (open < 0) return address.slice(0, at);
  }
  return address;
}

/** What stands before an address within another one's path that makes it a value of it: "?url=https://…", "redirect=http://…". */
const BEFORE_INNER = '=?&%:#';
const SCHEMES = ['http://', 'https://', 'hxxp://', 'hxxps://'] as const;

function upToNext(address: string): string {
  // Its own scheme may stand before it.
  const from = Math.max(0, address.indexOf('://') < SCHEME_MAX ? address.indexOf('://') + 1 : 0);
  const places = SCHEMES.map((scheme) => address.indexOf(scheme, from)).filter((at) => at > 0);
  const next = Math.min(...places);
  return places.length === 0 || BEFORE_INNER.includes(address.charAt(next - 1)) ? address : address.slice(0, next);
}

const SCHEME_MAX = 12;
const ENDINGS = ['served-endings', 'reported-endings'] as const;

/** An address without the word behind the ending of its file: "a.phpThe". */
function withoutProse(address: string): string {
  const dot = address.lastIndexOf('.');
  if (dot < address.lastIndexOf('/')) return address;
  const ending = address.slice(dot + 1);
  const length = skip(ending, 0, isSmallLetter);
  if (length === 0 || !isCapital(ending[length]) || !isAll(ending.slice(length), isLetter)) return address;
  return ENDINGS.some((list) => wordSet(list).has(ending.slice(0, length)))
    ? address.slice(0, dot + 1 + length)
    : address;
}
