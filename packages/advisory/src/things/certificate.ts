import type { FoundThing, RoleFound } from '../model.js';
import { isDigit, isWordCharacter, joined, type Page, placesOf } from './page.js';

const SERIAL_BYTES = { min: 8, max: 20 } as const;
const BETWEEN_MAX = 24;
const NEAR = 240;

/** Finds serial numbers of certificates, however their bytes are parted. The log writes them in capitals without marks. */
export function findCertificates(page: Page): readonly FoundThing[] {
  const found: FoundThing[] = [];
  for (const at of placesOf(page.lower, 'serial')) {
    const number = hexBehind(page.text, at + 'serial'.length);
    if (number === undefined) continue;
    const value = page.text.slice(number.start, number.end).split(':').join('').split(' ').join('').toUpperCase();
    if (value.length < SERIAL_BYTES.min * 2 || value.length > SERIAL_BYTES.max * 2) continue;
    const mark: RoleFound = { role: 'mentioned', because: 'no log has the serial number of a program’s signature' };
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

/** The first run of bytes in hexadecimal behind a place, where only a few words stand between. */
function hexBehind(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  for (let start = from; start - from < BETWEEN_MAX; start += 1) {
    if (isWordCharacter(text[start - 1]) || !isHex(text[start])) continue;
    let end = start;
    while (isHex(text[end]) && isHex(text[end + 1])) {
      end += 2;
      if ((text[end] === ':' || text[end] === ' ') && isHex(text[end + 1]) && isHex(text[end + 2])) end += 1;
    }
    if (end - start >= SERIAL_BYTES.min * 2 && !isWordCharacter(text[end])) return { start, end };
  }
  return undefined;
}

function isHex(character: string | undefined): boolean {
  if (character === undefined) return false;
  return isDigit(character) || (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F');
}
