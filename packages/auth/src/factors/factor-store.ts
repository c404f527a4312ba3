import type { Knex } from '@tripline/service';
import { deleteRecoveryCodes } from './recovery-code-store.js';
import { deleteTotp } from './totp-store.js';

/** Which kinds of factor a user has. */
export interface FactorKinds {
  totp: boolean;
}

/** Which kinds of factor a user has: what a sign-in goes by. */
export async function findFactorKinds(scope: { userId: string }, db: Knex): Promise<FactorKinds> {
  const { rows } = await db.raw<{ rows: FactorKinds[] }>(
    'select exists (select 1 from auth.totp_factors where user_id = :userId and confirmed_at is not null) as totp',
    { userId: scope.userId },
  );
  return rows[0] ?? { totp: false };
}

/** Whether somebody has any factor beside the password. */
export const hasFactor = (kinds: FactorKinds): boolean => kinds.totp;

/** Takes all of a user's factors away, and the recovery codes that stand in for them. */
export async function deleteFactors(scope: { userId: string }, trx: Knex.Transaction): Promise<void> {
  await deleteTotp(scope, trx);
  await deleteRecoveryCodes(scope, trx);
}
