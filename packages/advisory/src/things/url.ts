import { isCalledOthers } from '../indicators/others-hosts.js';
import type { FoundThing, Indicator, RoleFound, Span } from '../model.js';
import { isAddress, type WebAddress, webAddress, withoutGlued } from '../segment/web-address.js';
import { goesOn } from '../text/addresses.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { isNumber } from '../text/shape.js';
import { skip } from '../text/stretches.js';
import { joined, type Page } from './page.js';

const SCHEMES = new Set(['http', 'https', 'ftp', 'ftps', 'ws', 'wss']);
/** Schemes that may be glued to the address before: "a.exehttp://". */
const GLUED = ['https', 'http', 'hxxps', 'hxxp'] as const;
/** White space, quotes and brackets that no address holds; those that it may hold but not end with. */
const ENDS = new Set(' \t\n\r"\'<>`|^{}\\“”‘’«»　');
const TRAILING = new Set('.,;:!?*_~([{');
const CUT = '…';
const LENGTH_MAX = 2048;
/** What only goes on: an address that ends so was broken there. */
const UNFINISHED = new Set('-=&%?');
const LINE_MIN = 60;
const LOG = 'network/proxy';
/** What stands for another name in an address: `<id>`, `[redacted]`, `{guid}`, `%s`, `XXXX`. */
const PLACEHOLDER_OPENERS: Readonly<Record<string, string>> = { '<': '>', '[': ']', '{': '}' };
const PLACEHOLDER_MAX = 40;
/** Letters that authors write over a part, and how many of them at least. */
const MASKED = { letters: 'XZ', least: 4 } as const;

interface Scanned {
  readonly start: number;
  readonly end: number;
  /** Without the scheme and line breaks. */
  readonly text: string;
  readonly isCut: boolean;
  readonly parts?: readonly string[];
}

/** Finds web addresses: with their scheme, however it is defanged, and hosts that are defanged and have a path. */
export function findUrls(page: Page): readonly FoundThing[] {
  const hosts = new Set(
    page.indicators.flatMap(({ type, value }) => (type === 'domain' || type === 'ipv4' ? [value] : [])),
  );
  const verdicts = verdictsOf(page.indicators, hosts);
  const written = addressesOf(page);
  const others = new Set(
    written.flatMap(({ span, address }) => (isCalledOthers(page.doc.text, span) ? [address.host] : [])),
  );
  const found = written.map(({ scanned, span, address }): FoundThing => {
    const verdict = hosts.has(address.host) ? 'own' : others.has(address.host) ? 'others' : verdicts.get(span.start);
    return thingOf(page, scanned, span, address, verdict);
  });
  for (const { type, value, spans } of page.indicators) {
    // Addresses without a scheme, which only a defanged host or a list tells from a file's path.
    if (type !== 'url' || value.includes('://')) continue;
    const address = webAddress(value);
    const known = withPlaceholders(value);
    if (address !== undefined) found.push({ thing: 'url', ...known, spans, seenIn: LOG, ...markOf(address, 'own') });
  }
  found.push(...defanged(page, new Set(found.map(({ value }) => value.toLowerCase())), hosts));
  return joined(found, ({ thing, value }) => `${thing} ${value}`);
}

/** What takes the place of a dot in an address that must not be opened. */
export const BROKEN_DOTS: readonly string[] = ['[.]', '(.)', '[dot]'];

/** Addresses of everybody's hosts that are defanged and written without a scheme, with a path of their own: `cdn[.]heron[.]com/files/7.pdf`. */
function defanged(page: Page, known: ReadonlySet<string>, hosts: ReadonlySet<string>): readonly FoundThing[] {
  const { text, doc } = page;
  if (!BROKEN_DOTS.some((dot) => doc.text.includes(dot))) return [];
  return placesOf(text, '/').flatMap((slash): readonly FoundThing[] => {
    const start = hostBefore(text, slash);
    if (start === undefined) return [];
    const scanned = scan(page, start, start);
    const span = page.spanOf(start, scanned.end);
    const [written = '', ...rest] = doc.text.slice(span.start, span.end).split('/');
    const address = webAddress(scanned.text);
    if (address === undefined || !isHost(address.host) || address.path.length < SPECIFIC_PATH) return [];
    if (scanned.parts !== undefined || !isBroken(written)) return [];
    // Two names of one host are often listed with a slash between them; a host with a placeholder is no whole one.
    const isPair = hosts.has(address.path.slice(1).toLowerCase()) || rest.some(isBroken);
    if (isPair || !isWordCharacter(address.host[0])) return [];
    const value = `${address.host}${address.path}`;
    if (known.has(value.toLowerCase())) return [];
    const cut = scanned.isCut ? { isCut: true as const } : {};
    return [{ thing: 'url', value, seenIn: LOG, spans: [span], ...cut, ...markOf(address, 'shared') }];
  });
}

/** The place at which the host before a slash begins; undefined where none stands there. */
function hostBefore(text: string, slash: number): number | undefined {
  let start = slash;
  while (slash - start < HOST_MAX && isHostCharacter(text[start - 1] ?? ' ') && text[start - 1] !== ':') start -= 1;
  return start === slash || '/@.'.includes(text[start - 1] ?? ' ') ? undefined : start;
}

/** Whether a part of an address has a dot that was broken on purpose. */
function isBroken(written: string): boolean {
  return BROKEN_DOTS.some((dot) => written.includes(dot));
}

const HOST_MAX = 253;

interface Written {
  readonly scanned: Scanned;
  readonly span: Span;
  readonly address: WebAddress;
}

/** The addresses that are written with their scheme. */
function addressesOf(page: Page): readonly Written[] {
  return placesOf(page.text, '://').flatMap((at): readonly Written[] => {
    const begins = schemeBefore(page.text, at);
    if (begins === undefined) return [];
    const scanned = scan(page, begins, at + 3);
    const address = webAddress(scanned.text);
    const isOne = address !== undefined && isHost(address.host);
    return isOne ? [{ scanned, span: page.spanOf(scanned.start, scanned.end), address }] : [];
  });
}

/** The place at which the scheme before `://` begins; undefined where it is none of the web's. */
function schemeBefore(text: string, at: number): number | undefined {
  let start = at;
  while (start > 0 && at - start < 6 && isWordCharacter(text[start - 1])) start -= 1;
  const word = text.slice(start, at).toLowerCase();
  const scheme = SCHEMES.has(word) ? word : GLUED.find((each) => word.endsWith(each));
  return scheme === undefined ? undefined : at - scheme.length;
}

function scan(page: Page, start: number, from: number): Scanned {
  const { text } = page;
  let value = '';
  let end = from;
  const parts: string[] = [];
  while (end < text.length && end - from < LENGTH_MAX) {
    const character = text[end] as string;
    const placeholder = placeholderAt(text, end);
    if (placeholder !== undefined) {
      parts.push(value);
      value = '';
      end = placeholder;
    } else if (character === '\n' && isWrapped(page, value, end)) {
      end += 1;
    } else if (ENDS.has(character) || character === CUT) {
      break;
    } else {
      value += character;
      end += 1;
    }
  }
  const isUnfinished = UNFINISHED.has(value.at(-1) ?? '') || goesOn(text, end);
  const isCut = text[end] === CUT || text.slice(end - 3, end) === '...' || isUnfinished;
  const kept = withoutClosing(value);
  end -= value.length - kept.length;
  const whole = parts.length === 0 ? undefined : [...parts, kept];
  return { start, end, text: whole?.join('') ?? kept, isCut, ...(whole === undefined ? {} : { parts: whole }) };
}

/** The end of a placeholder that begins at a place of an address, if one does. */
function placeholderAt(text: string, at: number): number | undefined {
  const masked = maskedEnd(text, at);
  if (masked !== undefined) return masked;
  const closer = PLACEHOLDER_OPENERS[text[at] as string];
  if (closer === undefined) return undefined;
  const end = text.indexOf(closer, at + 1);
  if (end < 0 || end - at < 2 || end - at > PLACEHOLDER_MAX) return undefined;
  const inner = text.slice(at + 1, end);
  return [...inner].every((each) => isWordCharacter(each) || ' -'.includes(each)) && !isNumber(inner)
    ? end + 1
    : undefined;
}

/** The end of a part that its author wrote over with one letter: `XXXXXX`. */
function maskedEnd(text: string, at: number): number | undefined {
  if (!MASKED.letters.includes(text[at] ?? ' ') || isWordCharacter(text[at - 1])) return undefined;
  const end = skip(text, at, (character) => character === text[at], PLACEHOLDER_MAX);
  return end - at < MASKED.least || isWordCharacter(text[end]) ? undefined : end;
}

/**
 * Whether a line break falls within an address: it has come to the edge of the page, ends with what only goes on, and the next line begins with
 * a part of one. Shorter lines are not broken for want of room.
 */
function isWrapped(page: Page, before: string, at: number): boolean {
  if (!'/-=&%?_'.includes(before.at(-1) ?? ' ') || !before.includes('/')) return false;
  if (at - page.text.lastIndexOf('\n', at - 1) < LINE_MIN) return false;
  const block = page.blockAt(at);
  if (block === undefined || page.blockAt(at + 1) !== block) return false;
  const next = wordAt(page.text, at + 1);
  return isWordCharacter(next[0]) && !next.includes('://') && !next.endsWith(':');
}

function wordAt(text: string, start: number): string {
  return text.slice(
    start,
    skip(text, start, (character) => !ENDS.has(character)),
  );
}

/** A value with its parts, where placeholders stand between them. */
function withPlaceholders(value: string): { readonly value: string; readonly parts?: readonly string[] } {
  const parts: string[] = [];
  let known = '';
  for (let at = 0; at < value.length; ) {
    const end = placeholderAt(value, at);
    if (end === undefined) {
      known += value.charAt(at);
      at += 1;
    } else {
      parts.push(known);
      known = '';
      at = end;
    }
  }
  return parts.length === 0 ? { value } : { value, parts: [...parts, known] };
}

/** An address without the characters that end the sentence around it. */
function withoutClosing(value: string): string {
  let kept = withoutGlued(value.split('](')[0]?.split(')[')[0] ?? value);
  for (;;) {
    const last = kept.at(-1) ?? '';
    const isUnopened = (last === ')' && count(kept, ')') > count(kept, '(')) || (last === ']' && !kept.includes('['));
    if (!TRAILING.has(last) && !isUnopened) return kept;
    kept = kept.slice(0, -1);
  }
}

const count = (text: string, wanted: string): number => text.split(wanted).length - 1;

function isHost(host: string): boolean {
  return (host.includes('.') || host.startsWith('[')) && [...host].every((each) => isHostCharacter(each));
}

function isHostCharacter(character: string): boolean {
  return isWordCharacter(character) || '.-:[]'.includes(character) || character > '\u007f';
}

/** How hosts were judged: `own` where the host is an indicator too, `shared` where only the address is, `others` where the text calls it so. */
type Verdict = 'own' | 'shared' | 'others' | undefined;
type Verdicts = ReadonlyMap<number, Verdict>;

function verdictsOf(indicators: readonly Indicator[], hosts: ReadonlySet<string>): Verdicts {
  const verdicts = new Map<number, Verdict>();
  for (const { type, value, spans } of indicators) {
    if (type !== 'url') continue;
    const address = webAddress(value.slice(value.indexOf('://') + 3));
    const verdict = address !== undefined && hosts.has(address.host) ? 'own' : 'shared';
    for (const { start } of spans) verdicts.set(start, verdict);
  }
  return verdicts;
}

/** The address as a thing; its host alone where it has no path that tells more. */
function thingOf(page: Page, scanned: Scanned, span: Span, address: WebAddress, verdict: Verdict): FoundThing {
  const common = { spans: [span], ...markOf(address, verdict), ...(scanned.isCut ? { isCut: true as const } : {}) };
  const isBare = address.path.length < 2 && scanned.parts === undefined;
  const scheme = page.lower.slice(scanned.start, page.text.indexOf(':', scanned.start));
  const port = address.port === DEFAULT_PORTS[scheme] ? undefined : address.port;
  if (isBare && port === undefined) {
    const thing = isAddress(address.host) ? 'ip-address' : 'domain';
    return { thing, value: address.host, seenIn: LOG, deed: 'requested', ...common };
  }
  const { parts } = scanned;
  const value = `${address.host}${port === undefined ? '' : `:${port}`}${address.path}`;
  return { thing: 'url', value, seenIn: LOG, ...(parts === undefined ? {} : { parts }), ...common };
}

/** Ports that no log writes into an address of the scheme. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443' };

const SPECIFIC_PATH = 8;

/** What the host says of an address's role. */
function markOf({ host, path }: WebAddress, verdict: Verdict): { readonly mark?: RoleFound } {
  if (host.endsWith('.onion'))
    return {
      mark: {
        role: 'intruders',
        isLeftOut: true,
        because: 'a hidden service is reached over Tor, which no such log sees into',
      },
    };
  if (verdict === 'own') return {};
  if (verdict === 'others')
    return { mark: { role: 'mentioned', because: 'the text calls its host somebody else’s', isLeftOut: true } };
  if (verdict === 'shared') {
    return path.length >= SPECIFIC_PATH
      ? { mark: { role: 'abused', because: 'everybody uses this host; the path is the intruder’s' } }
      : {
          mark: {
            role: 'abused',
            because: 'everybody uses this host, and no path tells whose it is',
            isLeftOut: true,
          },
        };
  }
  return {
    mark: { role: 'mentioned', because: 'the host is the publisher’s, well known, reserved or only linked to' },
  };
}
