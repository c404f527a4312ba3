import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** What a shown secret begins with (Standard Webhooks, "Signature scheme"). */
const PREFIX = 'whsec_';
/** Within the 24 to 64 bytes that the scheme asks for. */
const SECRET_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret to show once, and what is stored of it. */
export interface NewSecret {
  readonly secret: string;
  readonly sealed: Buffer;
}

const keyOf = (key: string): Buffer => createHmac('sha256', key).update('tripline webhook secrets').digest();

/** Makes a secret and seals it. @param key the first of the operator's keys */
export function makeSecret(key: string): NewSecret {
  const bytes = randomBytes(SECRET_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(key), nonce, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  return { secret: PREFIX + bytes.toString('base64'), sealed };
}

/** The bytes of a sealed secret; undefined where none of the keys has sealed it. */
export function openSecret(sealed: Buffer, keys: readonly string[]): Buffer | undefined {
  for (const key of keys) {
    try {
      const decipher = createDecipheriv(CIPHER, keyOf(key), sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      // The tag does not fit: another key sealed it.
    }
  }
  return undefined;
}

/**
 * The headers of a call, by the scheme of Standard Webhooks (https://www.standardwebhooks.com, version 1): HMAC-SHA256 over id, time and body, one
 * signature for each secret that holds.
 * @param at the moment of this attempt: receivers refuse what is some minutes old
 */
export function signedHeaders(id: string, at: Date, body: string, secrets: readonly Buffer[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
