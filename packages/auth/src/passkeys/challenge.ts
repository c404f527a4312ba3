import { randomBytes } from 'node:crypto';
import type { Knex } from '@tripline/service';

/** How long a challenge may be answered, in seconds. */
export const CHALLENGE_SECONDS = 300;

/** A fresh challenge, in base64url: what an authenticator signs, so that a signature seen before is good for nothing. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

/**
 * Uses a challenge up, in the transaction that believes its answer; false when it was used before. Nothing is stored for a challenge that
 * nobody answers, so asking for one costs no room.
 */
export async function useChallenge(trx: Knex, challenge: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `with over as (
       delete from auth.used_passkey_challenges where challenge in (
         select challenge from auth.used_passkey_challenges where expires_at < now() limit 100 for update skip locked))
     insert into auth.used_passkey_challenges (challenge, expires_at) values (?, now() + make_interval(secs => ?))
     on conflict (challenge) do nothing returning challenge`,
    // The clocks of two processes may differ by a minute.
    [challenge, CHALLENGE_SECONDS + 60],
  );
  return rows.length > 0;
}
