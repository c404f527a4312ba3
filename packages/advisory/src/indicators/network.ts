import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import { listPattern } from '../knowledge/word-pattern.js';
import { isAddress, isGluedToAddress, withoutGlued } from '../segment/web-address.js';
import { isCapital, isDigit, isWordCharacter } from '../text/characters.js';
import { trimStartOf, withoutLast } from '../text/ends.js';
import { hasAny, hasAnyPart, splitAtBlanks, upToAny } from '../text/shape.js';
import { dottedMatches, isAll, skip, skipBack } from '../text/stretches.js';
import { isReportableV4, isReportableV6 } from './address.js';
import { linkedHosts } from './host-mention.js';
import { judgeHost, topLevels, validDomain } from './host-rules.js';
import type { Scanner } from './scanner.js';

const URL_START = listPattern(String.raw`\b{url-schemes}:\/\/[^\s"'<>\x60|^{}\\“”‘’]{2,2048}`, 'gi');
const EMAIL =
  /(?<![\w.+@/-])[a-z0-9](?:[\w.+-]{0,62}[\w+-])?@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z][a-z0-9-]{1,22})(?![\w-])/gi;
const V4 = /(?<![\w.-])(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(\/\d{1,2}(?![\d/.]))?(?!\.?\d|[a-z]|-[a-z])/gi;
const V6 = /(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}(?:[0-9a-f]{1,4})?(?:\/\d{1,3})?(?![\w:])/gi;
// A query may have a wildcard in front of it: `LIKE '%fen.example%'`; a list too: `*.fen.example`.
const HOST =
  /(?<![\w@$\\/=-]|(?<!(?<!\S)\*)\.|(?<!['"])%)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?\.){1,10}\p{L}[\p{L}\p{N}-]{1,22}(?![\p{L}\p{N}_@-])/gu;

const OFFICE_MAILBOX = listPattern('^{office-mailboxes}@', 'i');

/** Words before four numbers with dots that make them a version. */
const VERSION_BEFORE = listPattern(
  String.raw`(?:\b(?:{before-version}|windows(?: server)? 20\d\d)(?: is| was)?\s*[:=(]?\s*|[\p{L}\d_)][/_]|[\p{L}]-)$`,
  'iu',
);

/** Words that name programs with versions as well as hosts with addresses. */
const PROGRAM_BEFORE = listPattern(String.raw`\b{before-version-or-address}\s*[:=(]?\s*$`, 'iu');
/** The first two numbers of a version are seldom higher. */
const VERSION_HIGHEST = 30;

/** Finds URLs, e-mail addresses, IP addresses, networks and domains, longest first. */
export function findNetworkIndicators(scanner: Scanner): void {
  findUrls(scanner);
  findEmails(scanner);
  findAddresses(scanner);
  findDomains(scanner);
}

/** Cuts off characters that belong to the sentence and not to the address, and the next address where no blank stands between. */
function trimUrl(raw: string): string {
  let url = withoutGlued(upToAny(raw, ['](', ')[', ',http:', ',https:']));
  for (;;) {
    const last = url.at(-1) ?? '';
    if (last !== '' && '.,;:!?*_~…[({'.includes(last)) url = url.slice(0, -1);
    else if (last === ')' && count(url, ')') > count(url, '(')) url = url.slice(0, -1);
    else if (last === ']' && count(url, ']') > count(url, '[')) url = url.slice(0, -1);
    else return url;
  }
}

function count(text: string, character: string): number {
  let found = 0;
  for (const each of text) if (each === character) found += 1;
  return found;
}

function findUrls(scanner: Scanner): void {
  const linked = linkedHosts(scanner.document);
  const pattern = URL_START();
  for (let match = pattern.exec(scanner.text); match !== null; match = pattern.exec(scanner.text)) {
    const url = trimUrl(match[0]);
    const start = match.index;
    const end = start + url.length;
    // Another one may be glued to it.
    pattern.lastIndex = Math.max(end, start + 1);
    scanner.take(start, end);
    const parts = /^([a-z+]+):\/\/(?:[^/@\s]{1,100}@)?(\[[0-9a-f:.]+\]|[^/:?#\s]+)(?::(\d{1,5}))?([/?#].*)?$/is.exec(
      url,
    );
    if (parts === null) continue;
    const host = withoutLast((parts[2] ?? '').toLowerCase(), '.');
    const hostStart = start + url.toLowerCase().indexOf(host, (parts[1]?.length ?? 0) + 3);
    const hostEnd = hostStart + host.length;
    if (!isReportableV4(host) && !isReportableV6(host.slice(1, -1)) && validDomain(host) === undefined) continue;
    const defanging = scanner.refanged.defanging(start, end);
    const verdict = judgeHost(scanner, { host, start, end, defanging, linked, isUrl: true });
    if (verdict === 'refused') continue;
    const path = parts[4] ?? '';
    const value = `${(parts[1] ?? 'http').toLowerCase()}://${host}${parts[3] === undefined ? '' : `:${parts[3]}`}${path}`;
    scanner.add('url', value, start, end);
    if (isReportableV4(host)) scanner.add('ipv4', host, hostStart, hostEnd);
    else if (verdict === 'own' && !host.startsWith('[')) scanner.add('domain', host, hostStart, hostEnd);
  }
}

function findEmails(scanner: Scanner): void {
  const linked = linkedHosts(scanner.document);
  for (const match of scanner.text.matchAll(EMAIL)) {
    const [address, rawHost = ''] = match;
    const start = match.index;
    const end = start + address.length;
    if (scanner.isTaken(start, end) || isBrokenBefore(scanner.text, start)) continue;
    scanner.take(start, end);
    const host = rawHost.toLowerCase();
    if (validDomain(host) === undefined) continue;
    const defanging = scanner.refanged.defanging(start, end);
    if (defanging !== 'strong' && OFFICE_MAILBOX().test(address) && scanner.blockAt(start)?.role !== 'indicators')
      continue;
    if (judgeHost(scanner, { host, start, end, defanging, linked, isUrl: false, isMail: true }) === 'refused') continue;
    scanner.add('email', address.toLowerCase(), start, end);
  }
}

/** Whether an address stands in a shell's name for a connection: behind it stands its port. */
function isInSocket(text: string, start: number): boolean {
  return SOCKETS.some((folder) => text.slice(Math.max(0, start - folder.length), start) === folder);
}

const SOCKETS = ['/dev/tcp/', '/dev/udp/'] as const;

/** Sizes of networks; what else stands behind a slash is none. */
const NETWORK_BITS = { min: 8, max: 32 } as const;

function findAddresses(scanner: Scanner): void {
  findV4(scanner);
  findV6(scanner);
}

function findV4(scanner: Scanner): void {
  const { text } = scanner;
  for (const match of text.matchAll(V4)) {
    const [whole, address = '', suffix] = match;
    const start = match.index;
    const isSocket = isInSocket(text, start);
    if (scanner.isTaken(start, start + whole.length) || (!isSocket && isVersion(scanner, start))) continue;
    if (!isReportableV4(address)) continue;
    const bits = isSocket ? 0 : Number(suffix?.slice(1) ?? 0);
    if (bits >= NETWORK_BITS.min && bits <= NETWORK_BITS.max) {
      scanner.take(start, start + whole.length);
      scanner.add('cidr', `${address}/${bits}`, start, start + whole.length);
    } else {
      const end = start + address.length;
      scanner.add('ipv4', address, start, end);
      const isPath = !isSocket && suffix === undefined && bits === 0;
      scanner.take(start, (isPath ? addPath(scanner, address, start, end) : undefined) ?? end);
    }
  }
}

function findV6(scanner: Scanner): void {
  for (const match of scanner.text.matchAll(V6)) {
    const [whole] = match;
    const start = match.index;
    const [address = '', bits] = whole.split('/');
    if (scanner.isTaken(start, start + whole.length) || !isReportableV6(address)) continue;
    scanner.take(start, start + whole.length);
    if (bits === undefined) scanner.add('ipv6', address.toLowerCase(), start, start + whole.length);
    else if (Number(bits) <= 128) scanner.add('cidr', whole.toLowerCase(), start, start + whole.length);
  }
}

function isVersion(scanner: Scanner, start: number): boolean {
  if (scanner.refanged.defanging(start, start + 15) === 'strong') return false;
  // Networks are written with their size. Without one, two zeros at the end make it the number of a release.
  const [first, second, third, fourth = ''] = scanner.text.slice(start, start + 16).split('.', 4);
  if (third === '0' && fourth.startsWith('0') && fourth[1] !== '/') return true;
  const before = scanner.text.slice(Math.max(0, start - 28), start);
  if (isSectionNumber(scanner, start) || isReleaseBefore(scanner.text, start)) return true;
  const isLow = Number(first) <= VERSION_HIGHEST && Number(second) <= VERSION_HIGHEST;
  return VERSION_BEFORE().test(before) || (isLow && PROGRAM_BEFORE().test(before));
}

/** Longest version, and how far behind it the words stand that call it one. */
const VERSION_MAX = 16;
const BEHIND_VERSION = 24;
const RELEASES: ReadonlySet<string> = new Set(['version', 'versions', 'release', 'releases', 'are', 'is']);

/** Whether the words right behind four numbers make them a release: "9.1.3.4 and earlier". */
function isReleaseBefore(text: string, start: number): boolean {
  const end = skip(text, start, (character) => isDigit(character) || character === '.', VERSION_MAX);
  const behind = text.slice(end, end + BEHIND_VERSION);
  const [first, second, third] = tokensOf(behind);
  if (!['and', 'or'].includes(first?.text ?? '') || !wordSet('other-releases').has(second?.text ?? '')) return false;
  // "and older ones" are the other addresses.
  return third === undefined || hasAny(behind.slice(second?.end, third.start), '.,;)') || RELEASES.has(third.text);
}

/** The numbers of a section are seldom higher. */
const SECTION_HIGHEST = 12;

/** How much of the lines around a line is read, and how many of a line's words. */
const LINE_MAX = 300;
const LINE_WORDS = 6;

/**
 * Whether four small numbers at the beginning of a line belong to a list of addresses: an address that is no section's number begins the line above
 * or below, or stands shortly behind them, or the line above ends with a colon.
 */
function isListedWithAddresses(text: string, start: number): boolean {
  const above = linesOf(text.slice(Math.max(0, start - LINE_MAX), start)).at(-1) ?? '';
  const [own = '', below = ''] = linesOf(text.slice(start, start + LINE_MAX));
  if (above.trimEnd().endsWith(':')) return true;
  const beginning = [above, below].map((line) => splitAtBlanks(line)[0] ?? '');
  return [...beginning, ...splitAtBlanks(own).slice(1, LINE_WORDS)].some((word) => {
    return isReportableV4(word) && !isSmallNumbers(word.split('.'));
  });
}

/** The lines of a text that are not empty, without marks of lists before them. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => trimStartOf(line, ' -*•|'));
  return lines.filter((line) => line !== '');
}

function isSmallNumbers(numbers: readonly string[]): boolean {
  return numbers.every((each) => isAll(each, isDigit) && Number(each) <= SECTION_HIGHEST);
}

/** Whether four small numbers stand before the title of a section, at the beginning of a line or behind a sentence: "1.2.1.1 Relay". */
function isSectionNumber({ text }: Scanner, start: number): boolean {
  const numbers = text.slice(start, start + 12).split(' ', 1)[0] as string;
  const before = text.slice(Math.max(0, start - 2), start);
  const end = start + numbers.length;
  if (text[end] !== ' ' || !isCapital(text[end + 1])) return false;
  if (before !== '' && !before.endsWith('\n') && before !== '. ' && !followsSection(text, start, numbers)) return false;
  return isSmallNumbers(numbers.split('.')) && (before === '. ' || !isListedWithAddresses(text, start));
}

/** How far from a section's number the one before it is looked for. */
const SECTION_NEAR = 4000;

/** Whether the section before the one of a number, or the first below it, begins a line or stands behind a sentence. */
function followsSection(text: string, start: number, numbers: string): boolean {
  const last = numbers.lastIndexOf('.') + 1;
  const others = [`${numbers.slice(0, last)}${Number(numbers.slice(last)) - 1} `, `${numbers}.1 `];
  const near = text.slice(Math.max(0, start - SECTION_NEAR), start + SECTION_NEAR);
  return isSmallNumbers(numbers.split('.')) && others.some((each) => hasAnyPart(near, [`. ${each}`, `\n${each}`]));
}

function findDomains(scanner: Scanner): void {
  const linked = linkedHosts(scanner.document);
  for (const [raw, start] of dottedMatches(scanner.text, HOST)) {
    let end = start + raw.length;
    if (scanner.isTaken(start, end)) continue;
    const host = raw.toLowerCase();
    if (validDomain(host) === undefined || isGluedToAddress(host) || isBrokenBefore(scanner.text, start)) continue;
    const defanging = scanner.refanged.defanging(start, end);
    const verdict = judgeHost(scanner, { host, written: raw, start, end, defanging, linked, isUrl: false });
    if (verdict !== 'own') continue;
    scanner.add('domain', host, start, end);
    end = addPath(scanner, host, start, end) ?? end;
    scanner.take(start, end);
  }
}

/** Whether a line's end broke a name before a place: "reed-" stands at the end of the line above. What the whole name is cannot be told. */
function isBrokenBefore(text: string, start: number): boolean {
  const line = skipBack(text, start, (character) => ' \r\n'.includes(character), BREAK_MAX);
  return text.slice(line, start).includes('\n') && text[line - 1] === '-' && isWordCharacter(text[line - 2]);
}

/** The most blanks around a line's end that breaks a name. */
const BREAK_MAX = 20;

/** What stands behind an address or its port that is no path: "203.0.113.7:443/tcp". */
const PROTOCOLS: ReadonlySet<string> = new Set(['tcp', 'udp', 'http', 'https', 'tls', 'ssl']);

/** Whether what stands behind a slash is no path: a protocol, another host or a name of the same, or what is left of a tag. */
function isOther(scanner: Scanner, behind: string, end: number): boolean {
  if (PROTOCOLS.has(behind.toLowerCase()) || isAddress(behind)) return true;
  const { fileEndings } = topLevels();
  const isName = !fileEndings.has(behind.slice(behind.lastIndexOf('.') + 1)) && validDomain(behind) !== undefined;
  return scanner.text[end] === '>' || isName;
}

const PATH = /^(?::\d{1,5})?\/[^\s"'<>`|^{}\\“”‘’,]{1,2000}/;

/** Records the address that a host without a scheme begins, and gives its end: `198.51.100.7:8080/a.sh`. */
function addPath(scanner: Scanner, host: string, start: number, end: number): number | undefined {
  const path = PATH.exec(scanner.text.slice(end, end + 2100));
  if (path === null) return undefined;
  const url = trimUrl(host + path[0]);
  if (url.length <= host.length + 1 || isOther(scanner, url.slice(url.indexOf('/') + 1), start + url.length))
    return undefined;
  scanner.add('url', url, start, start + url.length);
  return start + url.length;
}
