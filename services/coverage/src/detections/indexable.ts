import { createHash } from 'node:crypto';
import { storableText } from '@tripline/service';

/** Maximum characters of an indexed text: an index entry of Postgres holds about 2,700 bytes, and a character takes up to four. */
export const MAX_INDEXED = 600;

/** Gives the key of a detection in a form that an index can hold: a key that is too long is replaced by its hash. */
export function indexableKey(key: string): string {
  return key.length > MAX_INDEXED ? `sha256:${sha256(key)}` : storableText(key);
}

/** The SHA-256 of a text, in hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
