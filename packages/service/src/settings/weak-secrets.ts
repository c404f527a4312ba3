import { readFileSync } from 'node:fs';
import type { CustomHelpers } from 'joi';

/** Words that occur in placeholder secrets; longest first, since one may contain another. */
const WORDS = (
  JSON.parse(readFileSync(new URL('../../data/weak-words.json', import.meta.url), 'utf8')) as string[]
).sort((one, other) => other.length - one.length);
/** How many characters must remain of a secret without such words, and how many different ones there must be. */
const LEAST_LEFT = 16;
const LEAST_DIFFERENT = 10;

/** Refuses a secret that could be guessed: few different characters, a repeated piece, or little besides well-known words. */
export function refuseWeakSecret(secret: string, helpers: CustomHelpers) {
  const reason = weaknessOf(secret);
  return reason === undefined
    ? secret
    : helpers.message({
        custom: `{{#label}} is too easily guessed: ${reason}. Make one with: openssl rand -base64 48`,
      });
}

/** What words are made of; all else only stands between them. */
const SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function weaknessOf(secret: string): string | undefined {
  if (new Set(secret).size < LEAST_DIFFERENT) return `it has fewer than ${LEAST_DIFFERENT} different characters`;
  // A repeated text occurs in its own doubling before its end.
  if (`${secret}${secret}`.indexOf(secret, 1) < secret.length) return 'it repeats one piece';
  let left = [...secret.toLowerCase()].filter((sign) => SIGNS.includes(sign)).join('');
  for (const word of WORDS) left = left.replaceAll(word, '');
  return left.length < LEAST_LEFT ? 'it is made of words from examples' : undefined;
}
