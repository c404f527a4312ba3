import { AppError, type Knex } from '@tripline/service';

/** How long a sign-in is fresh, in minutes. */
const FRESH_MINUTES = 10;

/** Whether a session began within the last ten minutes. */
export async function isFreshSession(scope: { userId: string }, db: Knex, sessionId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select 1 from auth.token_families
     where id = ? and user_id = ? and created_at > now() - make_interval(mins => ?)`,
    [sessionId, scope.userId, FRESH_MINUTES],
  );
  return rows.length > 0;
}

/** Whether a token was issued within the last ten minutes. @param issuedAt in seconds since 1970 */
export const isFreshToken = (issuedAt: number): boolean => Date.now() / 1000 - issuedAt < FRESH_MINUTES * 60;

/**
 * Lets go on only in a session that began a short while ago: a stolen access token, or a browser left open, is not enough to change what guards the account.
 * @throws AppError (403, `FreshSignInRequired`)
 */
export async function requireFreshSignIn(
  { sessionId, userId }: { userId: string; sessionId?: string | undefined },
  db: Knex,
): Promise<void> {
  if (sessionId !== undefined && (await isFreshSession({ userId }, db, sessionId))) return;
  throw new AppError(
    403,
    'FreshSignInRequired',
    `This needs a sign-in within the last ${FRESH_MINUTES} minutes: sign in again, and repeat it with the new access token.`,
  );
}
