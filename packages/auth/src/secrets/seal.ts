import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { ObjectSchema } from 'joi';
import jwt from 'jsonwebtoken';
import type { SigningSecrets } from './signing-secrets.js';

/** Seals values that a client keeps for us and must not change. Its bearer can read a sealed value. */
export interface Seal<T extends object> {
  seal(value: T): string;
  /** The value, or undefined when it is missing, changed, or too old. */
  open(sealed: string | undefined): T | undefined;
}

const ALGORITHM = 'HS256';
/** Ours are never longer; reading long ones costs time. */
const MAX_LENGTH = 4096;

/**
 * Builds a seal. Its key is derived from the first secret and the name, so that no other seal opens its values, and none is an access
 * token. It opens values sealed with any of the secrets.
 */
export function createSeal<T extends object>(
  secrets: SigningSecrets,
  { name, schema, seconds }: { name: string; schema: ObjectSchema<T>; seconds: number },
): Seal<T> {
  // A key and not its bytes, which jsonwebtoken would first try to read as a public key.
  const keyOf = (secret: string): KeyObject =>
    createSecretKey(createHmac('sha256', secret).update(`tripline ${name} ticket`).digest());
  const audience = `tripline-${name}`;
  const keys = secrets.map(keyOf);
  const openWith = (key: KeyObject, sealed: string): T | undefined => {
    try {
      const claims = jwt.verify(sealed, key, { algorithms: [ALGORITHM], audience });
      const { error, value } = schema.validate(claims, { stripUnknown: true });
      return error === undefined ? value : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    seal: (value) => jwt.sign(value, keyOf(secrets[0]), { algorithm: ALGORITHM, audience, expiresIn: seconds }),
    open(sealed) {
      if (sealed === undefined || sealed.length > MAX_LENGTH) return undefined;
      for (const key of keys) {
        const value = openWith(key, sealed);
        if (value !== undefined) return value;
      }
      return undefined;
    },
  };
}
