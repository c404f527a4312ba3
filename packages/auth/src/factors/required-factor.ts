import { AppError } from '@tripline/service';
import type { Account } from '../callers/caller.js';

/**
 * Whether somebody's team requires a second factor that they have not.
 * @param trustsProvider whether the identity provider asks its people for one
 */
export const lacksFactorOfTeam = (account: Account | undefined, trustsProvider: boolean): boolean =>
  account?.secondFactorMissing === 'account' || (account?.secondFactorMissing === 'identity' && !trustsProvider);

/**
 * Refuses somebody of whom {@link lacksFactorOfTeam} holds: they get nothing of the team, whatever credential they show.
 * @throws AppError (403, `SecondFactorRequired`)
 */
export function requireFactorOfTeam(account: Account, trustsProvider: boolean): void {
  if (!lacksFactorOfTeam(account, trustsProvider)) return;
  throw new AppError(
    403,
    'SecondFactorRequired',
    account.secondFactorMissing === 'account'
      ? 'Your team requires a second factor, and you have none: add a passkey (POST /v1/me/factors/passkeys/options) or an authenticator app (POST /v1/me/factors/totp), or leave the team (POST /v1/team/leave).'
      : 'Your team requires a second factor, and your identity provider is not trusted to ask for one (AUTH_TRUST_SECOND_FACTOR): ask the operator, or leave the team (POST /v1/team/leave).',
  );
}
