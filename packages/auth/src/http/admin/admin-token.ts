import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether a text is the operator's token. Digests are compared, since they have one length, so that the comparison takes the same time for
 * every guess.
 */
export function isAdminToken(given: string, adminToken: string): boolean {
  return timingSafeEqual(digest(given), digest(adminToken));
}
