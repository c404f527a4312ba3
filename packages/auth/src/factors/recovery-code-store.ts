import { randomBytes } from 'node:crypto';
import type { Knex } from '@tripline/service';
import { hashToken } from '../secrets/random-token.js';

/** So many codes are made at once. */
const CODES = 10;
/** 80 random bits: too many to be guessed, also from the hashes. */
const CODE_BYTES = 10;

/** Makes new codes; earlier ones are good for nothing from then on. Only their hashes are kept. */
export async function makeRecoveryCodes(scope: { userId: string }, trx: Knex.Transaction): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => randomBytes(CODE_BYTES).toString('hex'));
  await deleteRecoveryCodes(scope, trx);
  await trx('auth.recovery_codes').insert(codes.map((code) => ({ code_hash: hashToken(code), user_id: scope.userId })));
  return codes.map((code) => code.replaceAll(/.{5}(?=.)/g, '$&-'));
}

/** How many codes a user has left. */
export async function countRecoveryCodes(scope: { userId: string }, db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { left: number }[] }>(
    'select count(*)::int as left from auth.recovery_codes where user_id = ?',
    [scope.userId],
  );
  return rows[0]?.left ?? 0;
}

/** Uses a code up; false when it is none of the user's, or was used. Blanks, dashes and capitals count as people type them. */
export async function useRecoveryCode(scope: { userId: string }, trx: Knex, code: string): Promise<boolean> {
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase();
  const used = await trx('auth.recovery_codes')
    .where({ user_id: scope.userId, code_hash: hashToken(plain) })
    .delete();
  return used > 0;
}

/** Takes a user's codes away. */
export async function deleteRecoveryCodes(scope: { userId: string }, trx: Knex): Promise<void> {
  await trx('auth.recovery_codes').where({ user_id: scope.userId }).delete();
}
