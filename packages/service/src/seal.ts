import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed value is for. */
export interface SealPurpose {
  /** Keys for different purposes differ, whatever the operator sets: a value sealed for one cannot be opened for another. */
  readonly purpose: string;
  /** The row that the value belongs to (additional authenticated data): in another row it cannot be opened. Empty: no row. */
  readonly row?: string;
}

const keyOf = (key: string, purpose: string): Buffer => createHmac('sha256', key).update(purpose).digest();

/**
 * Seals what must not stand in Postgres as it is, by AES-256-GCM (NIST SP 800-38D): nonce, text, tag.
 * @param key the operator's key, any strong text
 */
export function seal(bytes: Uint8Array, key: string, { purpose, row = '' }: SealPurpose): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(key, purpose), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(row));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** The bytes of a sealed value; undefined where none of the keys has sealed it for this purpose and row. */
export function unseal(
  sealed: Buffer,
  keys: readonly string[],
  { purpose, row = '' }: SealPurpose,
): Buffer | undefined {
  for (const key of keys) {
    try {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, keyOf(key, purpose), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(row));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      // The tag does not fit: another key sealed it, or for something else.
    }
  }
  return undefined;
}
