import { wordSet, words } from '../knowledge/load.js';
import type { FoundThing, RoleFound, Span } from '../model.js';
import { isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const SERIAL_BYTES = { min: 8, max: 20 } as const;
const BETWEEN_MAX = 24;
const NEAR = 240;
const DECIMAL = { min: 6, max: 40 } as const;
const COMPANY_WORDS = 6;
const REGISTRY = 'windows/registry-set';
const DRIVERS = 'windows/driver-load';
/** So many digits are a number even where the next word has lost the blank before it. */
const UNMISTAKABLE = 24;
const OPENERS = new Set(' "\'“‘`:');

/** Finds certificates: by their serial numbers, by whom they name, and by who signed a program with one. */
export function findCertificates(page: Page): readonly FoundThing[] {
  return [...serials(page), ...signers(page), ...installed(page)];
}

/** Serial numbers, however their bytes are parted, or as a number. The log writes them in capitals without marks. */
function serials(page: Page): readonly FoundThing[] {
  const found: FoundThing[] = [];
  for (const at of placesOf(page.lower, 'serial')) {
    // Bytes of which none has a letter are as good as impossible: digits alone are a decimal number.
    const number = decimalBehind(page, at + 'serial'.length) ?? hexBehind(page.text, at + 'serial'.length);
    if (number === undefined) continue;
    const value = number.value ?? bytesOf(page.text.slice(number.start, number.end));
    if (value.length > SERIAL_BYTES.max * 2) continue;
    const mark: RoleFound = {
      role: 'intruders',
      because: 'no log has the serial number of a program’s signature',
      isLeftOut: true,
    };
    found.push({
      thing: 'certificate-serial',
      value,
      spans: [page.spanOf(number.start, number.end)],
      ...(isOfProgram(page, at) ? { mark } : {}),
    });
  }
  return joined(found);
}

/** Whether the words before a certificate say that a program is signed with it. */
function isOfProgram({ lower }: Page, at: number): boolean {
  const before = lower.slice(Math.max(0, at - NEAR), at);
  return ['signed', 'signing', 'signature', 'signer', 'authenticode'].some((word) => before.includes(word));
}

interface SerialNumber extends Span {
  /** As the log writes it, where the text has it otherwise. */
  readonly value?: string;
}

/** A serial number written as a decimal one, where the words before it speak of a certificate: as the log has it, in whole bytes. */
function decimalBehind({ text, lower }: Page, from: number): SerialNumber | undefined {
  if (!lower.slice(Math.max(0, from - NEAR), from + BETWEEN_MAX).includes('certificate')) return undefined;
  for (let start = from; start - from < BETWEEN_MAX && text[start] !== '.'; start += 1) {
    if (isWordCharacter(text[start - 1]) || !isDigit(text[start])) continue;
    let end = start;
    while (isDigit(text[end])) end += 1;
    if (end - start < DECIMAL.min || end - start > DECIMAL.max || isWordCharacter(text[end])) return undefined;
    const hexadecimal = BigInt(text.slice(start, end)).toString(16).toUpperCase();
    return { start, end, value: hexadecimal.padStart(hexadecimal.length + (hexadecimal.length % 2), '0') };
  }
  return undefined;
}

const THUMBPRINT = 40;

/** Certificates that intruders made hosts trust: by their thumbprints, where the words around one speak of the store it was put into. */
function installed(page: Page): readonly FoundThing[] {
  const found = placesOf(page.lower, 'thumbprint').flatMap((at): readonly FoundThing[] => {
    const number = hexBehind(page.text, at + 'thumbprint'.length);
    const value = number === undefined ? '' : bytesOf(page.text.slice(number.start, number.end));
    if (number === undefined || value.length !== THUMBPRINT) return [];
    const around = page.lower.slice(Math.max(0, at - NEAR), number.end + NEAR);
    const isTrusted = words('certificate-stores').some((word) => around.includes(word));
    const spans = [page.spanOf(number.start, number.end)];
    return isTrusted ? [{ thing: 'certificate-thumbprint', value, deed: 'installed', seenIn: REGISTRY, spans }] : [];
  });
  return joined(found);
}

function bytesOf(written: string): string {
  const digits = written.split(':').join('').split(' ').join('').toUpperCase();
  return digits.padStart(digits.length + (digits.length % 2), '0');
}

/** Companies whose name stands behind the words that introduce a signer: "signed by Heron Software Ltd". */
function signers(page: Page): readonly FoundThing[] {
  const found = words('signer-introductions').flatMap((cue) =>
    placesOf(page.lower, cue).flatMap((at) =>
      isOfCertificate(page, cue, at) ? (companyAt(page, at + cue.length) ?? []) : [],
    ),
  );
  return joined(found, ({ value }) => value.toLowerCase());
}

/** Whether words that introduce many things introduce whom a certificate names. */
function isOfCertificate({ lower }: Page, cue: string, at: number): boolean {
  return cue !== 'issued to' || lower.slice(Math.max(0, at - NEAR), at).includes('certificate');
}

/** A company behind a place: capitalised words up to the one that says what kind of company it is. */
function companyAt({ text, lower, spanOf }: Page, from: number): FoundThing | undefined {
  let start = from;
  while (OPENERS.has(text[start] ?? '')) start += 1;
  let end = start;
  for (let parts = 0; parts < COMPANY_WORDS; parts += 1) {
    const at = end;
    while (isNameCharacter(text[end])) end += 1;
    const word = text.slice(at, end);
    const isKind = wordSet('company-kinds').has(word.toLowerCase().replaceAll('.', ''));
    if (isKind && parts > 0) {
      const value = text.slice(start, word.endsWith('.') ? end - 1 : end);
      if (wordSet('everyday-signers').has(value.split(' ', 1)[0]?.toLowerCase() ?? '')) return undefined;
      const isDriver = lower.slice(Math.max(0, from - NEAR), end + NEAR).includes('driver');
      const at = [spanOf(start, start + value.length)];
      return {
        thing: 'certificate-subject',
        value,
        deed: 'loaded',
        ...(isDriver ? { seenIn: DRIVERS } : {}),
        spans: at,
      };
    }
    const first = word[0] ?? '';
    if (first === '' || (first === first.toLowerCase() && !isDigit(first))) return undefined;
    if (text[end] === ',') end += 1;
    if (text[end] !== ' ') return undefined;
    end += 1;
  }
  return undefined;
}

function isNameCharacter(character: string | undefined): boolean {
  return isWordCharacter(character) || (character !== undefined && character !== '' && ".&-'".includes(character));
}

/** The first run of bytes in hexadecimal behind a place, where only a few words stand between. */
function hexBehind(text: string, from: number): SerialNumber | undefined {
  for (let start = from; start - from < BETWEEN_MAX; start += 1) {
    if (isWordCharacter(text[start - 1]) || !isHex(text[start])) continue;
    let end = start;
    while (isHex(text[end]) && isHex(text[end + 1])) {
      end += 2;
      if ((text[end] === ':' || text[end] === ' ') && isHex(text[end + 1]) && isHex(text[end + 2])) end += 1;
    }
    // A leading zero is often left out.
    if (isHex(text[end]) && !isHex(text[end + 1])) end += 1;
    const isWhole = !isWordCharacter(text[end]) || end - start >= UNMISTAKABLE;
    if (end - start >= SERIAL_BYTES.min * 2 && isWhole) return { start, end };
  }
  return undefined;
}

function isHex(character: string | undefined): boolean {
  if (character === undefined) return false;
  return isDigit(character) || (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F');
}
