import { readFileSync } from 'node:fs';
import type { CustomHelpers } from 'joi';

/** Words that people put into secrets they do not mean to keep; longest first, since one may hold another. */
const WORDS = (
  JSON.parse(readFileSync(new URL('../../data/weak-words.json', import.meta.url), 'utf8')) as string[]
).sort((one, other) => other.length - one.length);
/** What must be left of a secret without such words, and how many different characters there must be. */
const LEAST_LEFT = 16;
const LEAST_DIFFERENT = 10;

/** Refuses a secret that could be guessed: the same few characters, a piece over and over, or little but well-known words. */
export function refuseWeakSecret(secret: string, helpers: CustomHelpers) {
  const reason = weaknessOf(secret);
  return reason === undefined
    ? secret
    : helpers.message({
        custom: `{{#label}} is too easily guessed: ${reason}. Make one with: openssl rand -base64 48`,
      });
}

function weaknessOf(secret: string): string | undefined {
  if (new Set(secret).size < LEAST_DIFFERENT) return `it has fewer than ${LEAST_DIFFERENT} different characters`;
  // A text that is a piece over and over is found within itself, doubled, before its own end.
  if (`${secret}${secret}`.indexOf(secret, 1) < secret.length) return 'it is the same piece over and over';
  let left = secret.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  for (const word of WORDS) left = left.replaceAll(word, '');
  return left.length < LEAST_LEFT ? 'it is made of words that stand in examples' : undefined;
}
