import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import type { IndicatorType } from '../model.js';
import { isCapital, isDigit, isHexDigit, isWordCharacter } from '../text/characters.js';
import { startsWithAny, trimEndOf } from '../text/ends.js';
import { flawsIn } from '../text/flaws.js';
import { hasAny, hasAnyPart } from '../text/shape.js';
import { isAll, isOfBase64, stretchesOf } from '../text/stretches.js';
import { isBitcoinAddress } from './bitcoin.js';
import type { Scanner } from './scanner.js';

const ARN =
  /(?<![\w:])arn:aws(?:-cn|-us-gov|-iso-?b?)?:[a-z0-9-]{1,40}:[a-z0-9-]{0,30}:(?:\d{12}|aws|\*)?:[^\s"'<>`,;|“”)\]}]{1,500}/g;
/** How the numbers of vulnerabilities begin. */
const FLAW_STARTS = ['CVE-19', 'CVE-20'] as const;
/** How the ids of AWS's keys begin, by the kind of what they belong to. */
const ACCESS_KEY_STARTS = 'AKIA ASIA AROA AIDA ABIA ACCA ANPA AGPA AIPA'.split(' ');
const ACCESS_KEY_LENGTH = 20;
const ASN = /(?<![\w-])(?:ASN?(\d{2,7})|ASN (\d{2,7}))(?![\w.-])/gi;
/** Fewest and most characters of an address of Bitcoin, by how it begins. */
const BITCOIN_LENGTHS = { '1': [26, 35], '3': [26, 35], bc1: [14, 74] } as const;

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
  const { text } = scanner;
  findHashes(scanner, stretchesOf(text, isHexDigit, MD5_LENGTH));
  for (const { id, start, end } of flawsIn(text)) {
    if (startsWithAny(id, FLAW_STARTS) && text[start - 1] !== '-' && text[end] !== '-')
      scanner.add('cve', id, start, end);
  }
  const keys = hasAnyPart(text, ACCESS_KEY_STARTS) ? stretchesOf(text, isOfKey, ACCESS_KEY_LENGTH) : [];
  for (const { text: id, start } of keys) {
    if (isAccessKey(id) && !isStandIn(id)) claim(scanner, 'access-key-id', id, start, id.length);
  }
  for (const match of text.matchAll(ASN)) {
    const number = Number(match[1] ?? match[2]);
    if (number > 0 && number < 2 ** 32) claim(scanner, 'asn', `AS${number}`, match.index, match[0].length);
  }
  for (const { text: word, start } of stretchesOf(text, isWordCharacter, BITCOIN_LENGTHS.bc1[0])) {
    if (isBitcoin(word)) claim(scanner, 'bitcoin-address', word, start, word.length);
  }
}

/** Whether a character may stand in a key of AWS or beside one that is longer than its id. */
const isOfKey = (character: string): boolean => isOfBase64(character) || character === '=';

/** Whether a word has the form of the id of an AWS key. */
function isAccessKey(word: string): boolean {
  const isOfId = (character: string): boolean => isCapital(character) || isDigit(character);
  return word.length === ACCESS_KEY_LENGTH && startsWithAny(word, ACCESS_KEY_STARTS) && isAll(word, isOfId);
}

function isBitcoin(word: string): boolean {
  const isOfLength = ([start, [least, most]]: [string, readonly [number, number]]): boolean =>
    word.startsWith(start) && word.length >= least && word.length <= most;
  return Object.entries(BITCOIN_LENGTHS).some(isOfLength) && isBitcoinAddress(word);
}

/** Whether the id of a key is none: documents write an example, letters X or one letter throughout. */
const isStandIn = (id: string): boolean =>
  hasAnyPart(id, ['EXAMPLE', 'XXXXXX']) || new Set(id.slice('AKIA'.length)).size === 1;

function claim(scanner: Scanner, type: IndicatorType, value: string, start: number, length: number): void {
  if (scanner.isTaken(start, start + length)) return;
  scanner.take(start, start + length);
  scanner.add(type, value, start, start + length);
}

function findHashes(scanner: Scanner, runs: readonly Run[]): void {
  for (const { text, start } of runs) {
    const value = text.toLowerCase();
    const type = HASH_TYPES[value.length];
    if (type === undefined || EMPTY_DIGESTS.has(value) || isOfWord(scanner.text, start, text.length)) continue;
    // Digits alone are a number; fewer different characters are a pattern or a mask.
    if (!hasAny(value, 'abcdef') || new Set(value).size < DIFFERENT_MIN) continue;
    if (isKey(scanner.text, start, type)) continue;
    claim(scanner, type === 'md5' ? kindOfMd5(scanner.text, start) : type, value, start, value.length);
  }
}

/** Whether the word right before digits, in their line or in the cell before, says that they are a key or an identifier: "RC4 key: 1b2f…". */
function isKey(text: string, start: number, type: IndicatorType): boolean {
  const words = tokensOf(text.slice(Math.max(0, start - LABEL_NEAR), start));
  const last = words.findLast(({ text: word }) => !BEFORE_VALUES.has(word));
  if (last === undefined) return false;
  // Identifiers have as many digits as an MD5.
  return (
    wordSet('keys-before-digests').has(last.text) ||
    (type === 'md5' && wordSet('identifiers-before-digests').has(last.text))
  );
}

/** What stands between such a word and its value. */
const BEFORE_VALUES: ReadonlySet<string> = new Set(['is', 'was', 'value', 'of', 'with', 'begins', 'starts']);

/** All hexadecimal digits of a row. */
type Run = ReturnType<typeof stretchesOf>[number];

/** Whether a run of digits is a part of a longer word or code. */
function isOfWord(text: string, start: number, length: number): boolean {
  return isWordCharacter(text[start - 1]) || isWordCharacter(text[start + length]) || isOfCode(text, start, length);
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
