import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PUBLIC_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** A freshly made key: `key` is shown once, `prefix` names it afterwards, `hash` is what is stored. */
export interface MintedKey {
  key: string;
  prefix: string;
  hash: Buffer;
}

/** The fixed beginning of every key of a vendor. */
export const livePrefix = (vendor: string): string => `${vendor}_live_`;

/** Makes a key: live prefix, 8 public characters, 32 secret ones (190 bits), 6 of CRC-32 over all before, in base62. */
export function mintKey(vendor: string): MintedKey {
  const prefix = livePrefix(vendor) + randomBase62(PUBLIC_LENGTH);
  const body = prefix + randomBase62(SECRET_LENGTH);
  const key = body + checksum(body);
  return { key, prefix, hash: hashKey(key) };
}

/** SHA-256 of the whole key: enough for 190 random bits, where a slow hash would only slow down every call. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/**
 * The prefix of a well-formed key, or undefined when the form or the checksum is wrong: a typo is refused without a
 * look-up.
 */
export function readKeyPrefix(vendor: string, key: string): string | undefined {
  const live = livePrefix(vendor);
  const rest = key.slice(live.length);
  if (!key.startsWith(live) || rest.length !== PUBLIC_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH) return undefined;
  if (!/^[0-9A-Za-z]+$/.test(rest)) return undefined;
  const body = key.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === key.slice(-CHECKSUM_LENGTH) ? key.slice(0, live.length + PUBLIC_LENGTH) : undefined;
}

/** Whether a key is the one whose hash was stored, compared in constant time. */
export function keyMatches(key: string, storedHash: Buffer): boolean {
  const hash = hashKey(key);
  return hash.length === storedHash.length && timingSafeEqual(hash, storedHash);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 = 4 × 62: bytes above it would make the first letters likelier than the rest.
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
