import { tokensOf } from '../attribute/cues.js';
import type { IndicatorType } from '../model.js';
import { isDigit, isLetter } from '../text/characters.js';
import { trimEndOf } from '../text/ends.js';
import { hasAny, hasAnyPart } from '../text/shape.js';
import { isBitcoinAddress } from './bitcoin.js';
import type { Scanner } from './scanner.js';

const HASH = /(?<![\w/=+-])(?:[0-9a-f]{128}|[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})(?![\w/=+-])/gi;
const CVE = /(?<![\w-])CVE[-‐‑–]((?:19|20)\d{2})[-‐‑–](\d{4,7})(?![\w-])/gi;
const ARN =
  /(?<![\w:])arn:aws(?:-cn|-us-gov|-iso-?b?)?:[a-z0-9-]{1,40}:[a-z0-9-]{0,30}:(?:\d{12}|aws|\*)?:[^\s"'<>`,;|“”)\]}]{1,500}/g;
const ACCESS_KEY = /(?<![A-Za-z0-9/+=])(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA|ANPA|AGPA|AIPA)[A-Z0-9]{16}(?![A-Za-z0-9/+=])/g;
const ASN = /(?<![\w-])(?:ASN?(\d{2,7})|ASN (\d{2,7}))(?![\w.-])/gi;
const BITCOIN = /(?<![\w])(?:[13][a-km-zA-HJ-NP-Z1-9]{25,34}|bc1[ac-hj-np-z02-9]{11,71})(?![\w])/g;

/** Digests of empty input (the empty file, the empty password), which identify nothing. */
const EMPTY_DIGESTS = new Set([
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'aad3b435b51404eeaad3b435b51404ee',
  '31d6cfe0d16ae931b73c59d7e0c089c0',
]);

/** Fewer different characters are no digest. */
const DIFFERENT_MIN = 6;

const HASH_TYPES: Readonly<Record<number, IndicatorType>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };

/** Finds hashes, CVE numbers, ARNs, access key ids, autonomous systems and Bitcoin addresses. */
export function findIdentifiers(scanner: Scanner): void {
  findArns(scanner);
  findHashes(scanner);
  findJoinedHashes(scanner);
  const { text } = scanner;
  for (const match of text.matchAll(CVE)) {
    scanner.add('cve', `CVE-${match[1]}-${match[2]}`, match.index, match.index + match[0].length);
  }
  for (const match of text.matchAll(ACCESS_KEY)) {
    if (isStandIn(match[0])) continue;
    claim(scanner, 'access-key-id', match[0], match.index, match[0].length);
  }
  for (const match of text.matchAll(ASN)) {
    const number = Number(match[1] ?? match[2]);
    if (number > 0 && number < 2 ** 32) claim(scanner, 'asn', `AS${number}`, match.index, match[0].length);
  }
  for (const match of text.matchAll(BITCOIN)) {
    if (isBitcoinAddress(match[0])) claim(scanner, 'bitcoin-address', match[0], match.index, match[0].length);
  }
}

/** Whether the id of a key is none: documents write an example, letters X or one letter throughout. */
const isStandIn = (id: string): boolean =>
  hasAnyPart(id, ['EXAMPLE', 'XXXXXX']) || new Set(id.slice('AKIA'.length)).size === 1;

function claim(scanner: Scanner, type: IndicatorType, value: string, start: number, length: number): void {
  if (scanner.isTaken(start, start + length)) return;
  scanner.take(start, start + length);
  scanner.add(type, value, start, start + length);
}

function findHashes(scanner: Scanner): void {
  for (const match of scanner.text.matchAll(HASH)) {
    const value = match[0].toLowerCase();
    const type = HASH_TYPES[value.length];
    if (type === undefined || EMPTY_DIGESTS.has(value)) continue;
    // Digits alone are a number; fewer different characters are a pattern or a mask.
    if (!hasAny(value, 'abcdef') || new Set(value).size < DIFFERENT_MIN) continue;
    claim(scanner, type === 'md5' ? kindOfMd5(scanner.text, match.index) : type, value, match.index, value.length);
  }
}

/** All hexadecimal digits of a row, which letters of other words may touch. A part of a longer row, such as of a program's code, is no digest. */
const RUN = /(?<![0-9a-f])[0-9a-f]{34,132}(?![0-9a-f])/gi;
/** Names of digests whose last characters are hexadecimal digits too, with the length of what follows them. */
const NAMES: readonly (readonly [string, number])[] = [
  ['sha1', 40],
  ['sha256', 64],
  ['sha512', 128],
  ['md5', 32],
];

/** Digests that have lost the blank before or behind them: "SHA1c2e0…", "Stage 2 Mach-O4f6d…", "…685BN/AWin64". */
function findJoinedHashes(scanner: Scanner): void {
  for (const match of scanner.text.matchAll(RUN)) {
    const start = match.index + nameBefore(scanner.text, match.index, match[0].length);
    const written = scanner.text.slice(start, match.index + match[0].length);
    const type = HASH_TYPES[written.length];
    const isWhole = written === written.toLowerCase() || written === written.toUpperCase();
    const touches =
      isLetter(scanner.text[start - 1]) ||
      isDigit(scanner.text[start - 1]) ||
      isLetter(scanner.text[start + written.length]);
    if (type === undefined || !isWhole || !touches || isOfCode(scanner.text, start, written.length)) continue;
    const value = written.toLowerCase();
    if (new Set(value).size < DIFFERENT_MIN) continue;
    claim(scanner, type, value, start, value.length);
  }
}

/** How many of the digits at a place still belong to the name of the digest. */
function nameBefore(text: string, start: number, length: number): number {
  for (const [name, size] of NAMES) {
    const own = length - size;
    const from = start + own - name.length;
    if (own > 0 && own < name.length && text.slice(from, start + own).toLowerCase() === name) return own;
  }
  return 0;
}

/** Whether a run of digits goes on as the codes of programs and addresses do. */
function isOfCode(text: string, start: number, length: number): boolean {
  return hasAny(text[start - 1] ?? ' ', '/=+-_') || hasAny(text[start + length] ?? ' ', '/=+-_');
}

/** How far before a digest its kind may be named, in characters. */
const LABEL_NEAR = 80;
/** How far above a list of digests its caption may stand, in characters. */
const CAPTION_NEAR = 800;
/** What the words before an MD5-sized digest may call it. */
const DIGEST_LABELS: ReadonlyMap<string, IndicatorType> = new Map([
  ['md5', 'md5'],
  ['imphash', 'imphash'],
  ['ja3', 'ja3'],
  ['ja3s', 'ja3'],
]);

/** The type of an MD5-sized digest: an import hash or a TLS fingerprint where the last word before it that names a kind says so. */
function kindOfMd5(text: string, start: number): IndicatorType {
  const near = text.slice(Math.max(0, start - LABEL_NEAR), start).toLowerCase();
  const line = near.slice(near.lastIndexOf('\n') + 1);
  const before = line.slice(line.lastIndexOf('. ') + 1);
  if (/\b(?:imp(?:ort)?[ _-]?hash(?:es)?)\W{0,12}$/.test(before)) return 'imphash';
  const label = tokensOf(before).findLast((word) => DIGEST_LABELS.has(word.text));
  if (label !== undefined) return isOfFile(before.slice(label.end)) ? 'md5' : (DIGEST_LABELS.get(label.text) ?? 'md5');
  // A caption is of lines that say nothing else of their digests.
  if (!tokensOf(line).every((word) => isDigestLine(word.text))) return 'md5';
  return kindOver(text.slice(Math.max(0, start - CAPTION_NEAR), start)) ?? 'md5';
}

const FILES: ReadonlySet<string> = new Set([
  'file',
  'files',
  'sample',
  'samples',
  'binary',
  'executable',
  'exe',
  'dll',
]);

/** Whether words between a label and a digest begin anew with a file: "its JA3 is unknown, the sample is …", "its JA3 is … and the file …". */
function isOfFile(between: string): boolean {
  const words = tokensOf(between);
  const file = words.findLast(({ text }) => FILES.has(text));
  if (file === undefined) return false;
  const said = between.slice(0, file.start);
  return hasAny(said, ',;') || tokensOf(said).some(({ text }) => text.length === MD5_LENGTH && isDigestLine(text));
}
const MD5_LENGTH = 32;

/** The kind that ends the line over a list of digests; undefined where that names none, or several as the head of a table does. */
function kindOver(before: string): IndicatorType | undefined {
  const above = before.toLowerCase().split('\n').slice(0, -1);
  const caption = tokensOf(above.findLast((line) => !isDigestLine(line.trim())) ?? '');
  const kinds = new Set(caption.flatMap(({ text }) => DIGEST_LABELS.get(text) ?? []));
  if (kinds.size > 1) return undefined;
  return DIGEST_LABELS.get(caption.findLast(({ text }) => !OF_CAPTIONS.has(text))?.text ?? '');
}

/** What may stand behind the kind in a caption: "JA3 hashes:". */
const OF_CAPTIONS: ReadonlySet<string> = new Set([
  'hash',
  'hashes',
  'fingerprint',
  'fingerprints',
  'signature',
  'signatures',
]);

/** Whether a line is empty or holds nothing but one digest, perhaps the end of it. */
const isDigestLine = (line: string): boolean => [...line].every((each) => isDigit(each) || 'abcdef'.includes(each));

function findArns(scanner: Scanner): void {
  for (const match of scanner.text.matchAll(ARN)) {
    const value = trimEndOf(match[0], '.:\\');
    scanner.take(match.index, match.index + value.length);
    // Policies and accounts of AWS itself are in every account.
    const [, , service, , account, name] = value.split(':');
    if (service === 'iam' && account === 'aws' && name !== undefined) continue;
    scanner.add('arn', value, match.index, match.index + value.length);
  }
}
