import type { Knex } from '@tripline/service';
import { deletePasskeys } from '../passkeys/passkey-store.js';
import { deleteRecoveryCodes } from './recovery-code-store.js';
import { deleteTotp } from './totp-store.js';

/** Which kinds of factor a user has. */
export interface FactorKinds {
  totp: boolean;
  passkey: boolean;
}

/** Which kinds of factor a user has: what a sign-in goes by. */
export async function findFactorKinds(scope: { userId: string }, db: Knex): Promise<FactorKinds> {
  const { rows } = await db.raw<{ rows: FactorKinds[] }>(
    `select exists (select 1 from auth.totp_factors where user_id = :userId and confirmed_at is not null) as totp,
            exists (select 1 from auth.passkeys where user_id = :userId) as passkey`,
    { userId: scope.userId },
  );
  return rows[0] ?? { totp: false, passkey: false };
}

/** Whether somebody has any factor beside the password. */
export const hasFactor = (kinds: FactorKinds): boolean => kinds.totp || kinds.passkey;

/** Takes all of a user's factors away, and the recovery codes that stand in for them. */
export async function deleteFactors(scope: { userId: string }, trx: Knex.Transaction): Promise<void> {
  await deleteTotp(scope, trx);
  await deletePasskeys(scope, trx);
  await deleteRecoveryCodes(scope, trx);
}
