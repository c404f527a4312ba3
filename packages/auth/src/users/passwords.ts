import { hash, verify } from '@node-rs/argon2';

/** Argon2id with OWASP's parameters (19 MiB, 2 passes, 1 lane), which are also the library's defaults. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password with Argon2id and a fresh salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

let decoy: Promise<string> | undefined;

/**
 * Whether a password belongs to a stored hash. Without a hash (no such account) it does the same work and answers no, so that the time does
 * not show whether the account exists.
 */
export async function checkPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('the hash that stands in for accounts that do not exist');
  const matches = await verify(storedHash ?? (await decoy), password);
  return storedHash !== undefined && matches;
}
