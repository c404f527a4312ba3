import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '@tripline/service';

/** What a shown secret begins with (Standard Webhooks, "Signature scheme"). */
const PREFIX = 'whsec_';
/** Within the 24 to 64 bytes that the scheme asks for. */
const SECRET_BYTES = 32;
const SEALED_AS = { purpose: 'tripline webhook secrets' } as const;

/** A secret to show once, and what is stored of it. */
export interface NewSecret {
  readonly secret: string;
  readonly sealed: Buffer;
}

/** Makes a secret and seals it. @param key the first of the operator's keys */
export function makeSecret(key: string): NewSecret {
  const bytes = randomBytes(SECRET_BYTES);
  return { secret: PREFIX + bytes.toString('base64'), sealed: seal(bytes, key, SEALED_AS) };
}

/** The bytes of a sealed secret; undefined where none of the keys has sealed it. */
export const openSecret = (sealed: Buffer, keys: readonly string[]): Buffer | undefined =>
  unseal(sealed, keys, SEALED_AS);

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
