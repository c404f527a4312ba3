import type { Knex } from '@tripline/service';

/** An authenticator app, as it is stored. */
export interface TotpFactor {
  secret: Buffer;
  /** Null until its first code was given. */
  confirmedAt: Date | null;
}

/** A user's app. */
export function findTotp(scope: { userId: string }, db: Knex): Promise<TotpFactor | undefined> {
  return db('auth.totp_factors')
    .first<TotpFactor | undefined>({ secret: 'secret', confirmedAt: 'confirmed_at' })
    .where({ user_id: scope.userId });
}

/** Writes the secret of an app that is not confirmed yet, over an earlier such; false when the user has a confirmed one. */
export async function insertTotp(scope: { userId: string }, db: Knex, secret: Uint8Array): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into auth.totp_factors as t (user_id, secret) values (?, ?)
     on conflict (user_id) do update set secret = excluded.secret, created_at = now() where t.confirmed_at is null
     returning user_id`,
    [scope.userId, Buffer.from(secret)],
  );
  return rows.length > 0;
}

/** Makes an app a factor, with the step of its first code; false when there is none to confirm. */
export async function confirmTotp(
  scope: { userId: string },
  trx: Knex,
  secret: Buffer,
  step: number,
): Promise<boolean> {
  const confirmed = await trx('auth.totp_factors')
    .where({ user_id: scope.userId, secret })
    .whereNull('confirmed_at')
    .update({ confirmed_at: trx.fn.now(), last_step: step });
  return confirmed > 0;
}

/** Uses the code of a step up; false when it, or a later one, was used before. */
export async function useTotpStep(scope: { userId: string }, db: Knex, step: number): Promise<boolean> {
  const used = await db('auth.totp_factors')
    .where({ user_id: scope.userId })
    .whereNotNull('confirmed_at')
    .where('last_step', '<', step)
    .update({ last_step: step });
  return used > 0;
}

/** Takes an app away; false when there was none that is a factor. */
export async function deleteTotp(scope: { userId: string }, trx: Knex): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { confirmed_at: Date | null }[] }>(
    'delete from auth.totp_factors where user_id = ? returning confirmed_at',
    [scope.userId],
  );
  return rows[0]?.confirmed_at != null;
}
