import { parse } from 'tldts';
import { tokensOf } from '../attribute/cues.js';
import { isGuide } from '../attribute/intrusion.js';
import { lazyData } from '../data-file.js';
import { wordSet, words } from '../knowledge/load.js';
import type { AdvisoryDocument, BlockRole } from '../model.js';
import { onceEach } from '../once.js';
import { isAnyCapital, isAnySmallLetter, isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import { closesWith, opensWith, trimEndOf, trimStartOf } from '../text/ends.js';
import { isSmall } from '../text/shape.js';
import { hasPair, skip } from '../text/stretches.js';
import { isReportableV4 } from './address.js';
import { type HostMention, isCalledC2, isCalledHost, isLinksTarget, isLookedUp, isToVisit } from './host-mention.js';
import type { Scanner } from './scanner.js';

interface HostData {
  readonly known: readonly string[];
  /** Services where attackers keep files beside everybody else: an address there is an indicator, the host never. */
  readonly services: readonly string[];
  /** Services that give anybody a name below their own; that name is no indicator by itself. */
  readonly tenants: readonly string[];
  /** The same for clouds, whose own endpoints have such names too. Only a defanged one is taken for a customer's. */
  readonly cloud: readonly string[];
  readonly publishers: readonly string[];
  readonly mail: readonly string[];
  /** Reserved for documentation by IANA. */
  readonly example: readonly string[];
  /** Real domains that authors use as if they were reserved. */
  readonly placeholder: readonly string[];
}

const hostData = lazyData('hosts.json', (raw: HostData) => ({
  known: new Set([...raw.known, ...raw.publishers]),
  services: new Set(raw.services),
  tenants: new Set(raw.tenants),
  cloud: new Set(raw.cloud),
  mail: new Set(raw.mail),
  example: new Set(raw.example),
  placeholder: new Set(raw.placeholder),
}));

interface DomainData {
  readonly fileEndings: readonly string[];
  readonly words: readonly string[];
}

/** Last labels of names that are endings of files or words too. */
export const topLevels = lazyData('top-levels.json', (raw: DomainData) => ({
  fileEndings: new Set(raw.fileEndings),
  words: new Set(raw.words),
}));

/**
 * How a host counts: `own` is an indicator; `shared` is a service that attackers use beside everybody else (the address is an indicator,
 * the host is not); `refused` is no indicator.
 */
export type HostVerdict = 'own' | 'shared' | 'refused';

/** The registrable domain of a host under the public suffix list; undefined when its last label is not a public suffix. */
export function validDomain(host: string): string | undefined {
  if (host.length > 253 || host.startsWith('_')) return undefined;
  const parsed = parse(host, { allowPrivateDomains: false, extractHostname: false, validateHostname: false });
  return parsed.isIcann === true && parsed.domain !== null ? parsed.domain : undefined;
}

/** Whether a place stands in a code block or in inline code. */
function isCodeSpan(scanner: Scanner, start: number): boolean {
  const block = scanner.blockAt(start);
  if (block === undefined) return false;
  if (block.type === 'code') return true;
  const place = scanner.refanged.original(start, start + 1).start;
  return (block.code ?? []).some((span) => span.start <= place && place < span.end);
}

function belongsTo(host: string, names: ReadonlySet<string>): boolean {
  for (let at = 0; at >= 0; ) {
    if (names.has(host.slice(at))) return true;
    const dot = host.indexOf('.', at);
    at = dot < 0 ? -1 : dot + 1;
  }
  return false;
}

function isPublishers(host: string, document: AdvisoryDocument): boolean {
  const own = validDomain(host) ?? host;
  return document.publisherHosts.some((publisher) => publisher === host || validDomain(publisher) === own);
}

/** Whether a host is known to be others' too: the publisher's, a well-known or shared one, an authority's, or one reserved for examples. */
export function isEverybodysHost(host: string, document: AdvisoryDocument): boolean {
  const { known, services, tenants, cloud, example, placeholder } = hostData();
  if ([known, services, tenants, cloud, example, placeholder].some((names) => belongsTo(host, names))) return true;
  return isReserved(host) || isOfAuthority(host) || isPublishers(host, document);
}

/** Whether anybody may leave files or texts at a host: a service for that. */
export function isSharingHost(host: string): boolean {
  return belongsTo(host, hostData().services);
}

/** Whether a host's name is one that no host of the Internet has. */
function isReserved(host: string): boolean {
  if (isMasked(host)) return true;
  return wordSet('reserved-names').has(host.slice(host.lastIndexOf('.') + 1));
}

/** Governments and universities: reports name them as authors, sources and victims. */
const AUTHORITIES = new Set(['gov', 'mil', 'edu']);

/** Whether a host is of an authority, by its last label or the one before a country's. */
function isOfAuthority(host: string): boolean {
  const [last = '', before = ''] = host.split('.').slice(1).reverse();
  return AUTHORITIES.has(last) || (last.length === 2 && isSmall(last) && AUTHORITIES.has(before));
}

/** Sections whose plain hosts are where readers look, or what they are told to look for in general. */
const FOR_READERS: ReadonlySet<BlockRole> = new Set<BlockRole>(['references', 'detection', 'remediation']);

/** Decides how a host counts at a place, and has the scanner remember where it does not. */
export function judgeHost(scanner: Scanner, mention: HostMention): HostVerdict {
  const verdict = verdictOf(scanner, mention);
  const { host, start, end, defanging, isMail } = mention;
  if (verdict === 'refused' && defanging === 'none' && isMail !== true)
    scanner.refuse(host, start, end, isLookedUp(scanner, mention) || isToVisit(scanner, mention));
  return verdict;
}

function verdictOf(scanner: Scanner, mention: HostMention): HostVerdict {
  const { host } = mention;
  if (belongsTo(host, hostData().example) || isReserved(host) || isGluedRow(host)) return 'refused';
  if (isPublishers(host, scanner.document) || isLookedUp(scanner, mention) || isThreatName(mention)) return 'refused';
  return mention.defanging === 'strong' ? judgeDefanged(mention) : judgePlain(scanner, mention);
}

/** Whether what looks like a host is a product's name for a threat whose last part is a country's: `Trojan.Win64.HERON.BE`. */
function isThreatName({ written = '', defanging }: HostMention): boolean {
  const [first = '', second = '', ...more] = written.split('.');
  const isPair = (kind: string, platform: string): boolean =>
    wordSet('threat-types').has(kind) && wordSet('threat-platforms').has(platform.toLowerCase());
  return defanging === 'none' && more.length > 1 && (isPair(first, second) || isPair(second, first));
}

const FIRST_LEVELS = ['com', 'net', 'org', 'edu', 'info'] as const;

/** Whether a host is several whose line ends were lost: three or more of its labels begin with what ends the host before. */
function isGluedRow(host: string): boolean {
  const inner = host.split('.').slice(1, -1);
  const glued = inner.filter((label) =>
    FIRST_LEVELS.some((each) => label.startsWith(each) && label.length > each.length),
  );
  return glued.length > 2;
}

/** How a host counts that its author has defanged: somebody meant it as an indicator. */
function judgeDefanged({ host, isUrl, isMail }: HostMention): HostVerdict {
  const isKnown = belongsTo(host, hostData().known);
  if (!isKnown && !isShared(host)) return 'own';
  if (isUrl) return 'shared';
  return isMail === true && !isKnown ? 'own' : 'refused';
}

function judgePlain(scanner: Scanner, mention: HostMention): HostVerdict {
  const { host, isUrl, isMail } = mention;
  const { known, cloud, mail, placeholder } = hostData();
  if (belongsTo(host, placeholder)) return 'refused';
  if (isMail === true && belongsTo(host, mail)) return 'own';
  if (isUrl && isSharingHost(host) && isListedAlone(scanner, mention)) return 'shared';
  if (isShared(host) || belongsTo(host, known)) return 'refused';
  if (belongsTo(host, cloud) && !isCalledC2(scanner, mention)) return 'refused';
  if (mention.linked.has(host) || isLinksTarget(scanner, mention) || isOfAuthority(host)) return 'refused';
  if (isMail === true) return 'own';
  if (isToVisit(scanner, mention) || isGuide(scanner.document) || isNamedFile(scanner, mention)) return 'refused';
  const role = scanner.blockAt(mention.start)?.role;
  if (FOR_READERS.has(role ?? 'narrative') || (!isUrl && !looksLikeHost(scanner, mention))) return 'refused';
  const isLeft = role !== 'indicators' && isLeftAsIs(scanner, mention);
  return isLeft ? 'refused' : 'own';
}

/** Whether an author who defangs indicators left a host as it is. Who defangs schemes alone does nothing to a host without one. */
function isLeftAsIs(scanner: Scanner, mention: HostMention): boolean {
  const { defangs, defangsHosts } = scanner.refanged;
  if (!(mention.isUrl ? defangs : defangsHosts)) return false;
  // Nobody refers readers to an address of four numbers.
  if (mention.isUrl && isReportableV4(mention.host)) return false;
  const { text } = scanner;
  // A port belongs to no link: what stands alone with one is a server.
  const port = skip(text, mention.end + 1, isDigit, 5);
  const withPort = text[mention.end] === ':' && port > mention.end + 2 ? { ...mention, end: port } : undefined;
  if (withPort !== undefined && (fillsCell(scanner, withPort) || isWholeLine(scanner, withPort))) return false;
  return !fillsCell(scanner, mention) && !isConnectedTo(scanner, mention);
}

/** Whether many who have nothing to do with each other use a host. */
function isShared(host: string): boolean {
  const { services, tenants, cloud, mail } = hostData();
  return belongsTo(host, services) || tenants.has(host) || cloud.has(host) || mail.has(host);
}

/** Whether a cell of a table holds nothing but this host. */
function fillsCell(scanner: Scanner, { start, end }: HostMention): boolean {
  const before = trimEndOf(scanner.text.slice(Math.max(0, start - 12), start), ' *');
  const after = trimStartOf(scanner.text.slice(end, end + 12), ' *');
  return (
    scanner.blockAt(start)?.type === 'table-row' &&
    (before === '' || closesWith(before, '|\n')) &&
    (after === '' || opensWith(after, '|\n'))
  );
}

const OPENING = '"“\'‘';
const CLOSING = '"”\'’';
const LEADS = ' to ';

/**
 * Whether a host stands with a port in quotes or behind "to": a value of the program that connects there, and nothing that a browser opens.
 */
function isConnectedTo({ text }: Scanner, { start, end }: HostMention): boolean {
  const close = skip(text, end + 1, isDigit, 5);
  if (text[end] !== ':' || close <= end + 2) return false;
  const isQuoted = OPENING.includes(text[start - 1] ?? ' ') && CLOSING.includes(text[close] ?? ' ');
  return isQuoted || text.slice(Math.max(0, start - LEADS.length), start) === LEADS;
}

/** How far before a quoted name it is read whose it is. */
const NAMED_BEFORE = 60;

/** Longer names are no hosts. */
const HOST_MAX = 255;

/** What stands behind a word that calls it encrypted, which each host of a text is looked for among. */
const encryptedThings = onceEach(new WeakMap<Scanner, readonly string[]>(), ({ text }) =>
  words('called-encrypted').flatMap((word) =>
    placesOf(text, `${word} `).map((at) => text.slice(at + word.length + 1, at + word.length + 1 + HOST_MAX)),
  ),
);

/** Whether a quoted name of two labels is called that of a file, or a name anywhere encrypted: a misspelt or rare ending is a top level domain too. */
function isNamedFile(scanner: Scanner, { host, written = host, start, isUrl }: HostMention): boolean {
  const { text } = scanner;
  if (isUrl || host.split('.').length !== 2) return false;
  if (encryptedThings(scanner).some((thing) => thing.startsWith(written))) return true;
  if (!OPENING.includes(text[start - 1] ?? ' ')) return false;
  const before = tokensOf(text.slice(Math.max(0, start - NAMED_BEFORE), start)).map((token) => token.text);
  const has = (list: string): boolean => before.some((word) => wordSet(list).has(word));
  return wordSet('before-quoted-names').has(before.at(-1) ?? '') && has('called-files') && !has('called-hosts');
}

/** Whether a bare dotted word is a host rather than a file, a field or a member of a class. */
function looksLikeHost(scanner: Scanner, mention: HostMention): boolean {
  if (isMember(scanner, mention)) return false;
  const labels = mention.host.split('.');
  const last = labels.at(-1) ?? '';
  if (labels.some((label) => label.includes('_') || label === '')) return false;
  const { fileEndings, words: ordinary } = topLevels();
  if (labels.length === 2 && (fileEndings.has(last) || ordinary.has(last)))
    return (isAloneInRow(scanner, mention) || isCalledHost(scanner, mention)) && !fileEndings.has(last);
  if (fileEndings.has(last) && labels[0] !== 'www') return false;
  if (isCodeSpan(scanner, mention.start) && ordinary.has(last)) return false;
  return true;
}

/** Whether a dotted word is a call or a member of a class or of an event. */
function isMember(scanner: Scanner, { host, written = host, end }: HostMention): boolean {
  const after = scanner.text.slice(end, end + 2);
  if (opensWith(after, '([') || (after[0] === '.' && isWordCharacter(after[1]))) return true;
  // Resource providers: Microsoft.Storage/storageAccounts/write
  if (host.startsWith('microsoft.') && host !== 'microsoft.com') return true;
  // System.Net, requestParameters.name, Win32.Trojan
  const last = written.slice(written.lastIndexOf('.') + 1);
  if (isAnyCapital(last[0]) && isAnySmallLetter(last[1])) return true;
  return hasPair(written, isAnySmallLetter, isAnyCapital) && !written.toLowerCase().startsWith('www.');
}

/** Whether a list item or cell holds nothing but this host. */
function isAloneInRow(scanner: Scanner, mention: HostMention): boolean {
  const block = scanner.blockAt(mention.start);
  if (block === undefined) return false;
  return block.role === 'indicators' || block.end - block.start - (mention.end - mention.start) <= 3;
}

/** Whether an address stands alone in its line or cell of a list of indicators. */
function isListedAlone(scanner: Scanner, mention: HostMention): boolean {
  if (scanner.blockAt(mention.start)?.role !== 'indicators' || mention.linked.has(mention.host)) return false;
  return isWholeLine(scanner, mention) || fillsCell(scanner, mention);
}

const isWholeLine = ({ text }: Scanner, { start, end }: HostMention): boolean =>
  (text[start - 1] ?? '\n') === '\n' && (text[end] ?? '\n') === '\n';

/** Whether all labels of a host but the last are letters X: the author masked it. */
function isMasked(host: string): boolean {
  const labels = host.toLowerCase().split('.').slice(0, -1);
  return labels.length > 0 && labels.every((label) => label.length > 1 && [...label].every((each) => each === 'x'));
}
