import { BadRequestError, ConflictError, type Knex, NotFoundError } from '@tripline/service';
import type { Actor } from '../audit/audit-log.js';
import { type ListedPasskey, listPasskeys } from '../passkeys/passkey-store.js';
import type { BuiltinUser } from '../users/user-store.js';
import type { ChangeFactors, FactorOwner } from './factor-changes.js';
import { findFactorKinds, hasFactor } from './factor-store.js';
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-code-store.js';
import { newTotpSecret, stepOfCode, type TotpEnrolment, totpEnrolment } from './totp.js';
import { confirmTotp, deleteTotp, findTotp, insertTotp } from './totp-store.js';

/** What a user has beside the password. */
interface Factors {
  /** The authenticator app, once its first code was given. */
  totp: { confirmedAt: Date } | null;
  passkeys: ListedPasskey[];
  recoveryCodesLeft: number;
}

/**
 * A user's authenticator app and recovery codes, for the user. Every change needs a fresh sign-in, is recorded, and is told by mail.
 * @throws AppError (403) from each of the changes when the sign-in is not fresh; ForbiddenError for who has no password here
 */
export interface FactorService {
  list(owner: FactorOwner): Promise<Factors>;
  /** Makes a secret for an app, which is no factor before its first code. @throws ConflictError when there is an app already */
  enrolTotp(owner: FactorOwner): Promise<TotpEnrolment>;
  /**
   * Makes the app a factor by its first code.
   * @returns recovery codes, when it is the first factor
   * @throws BadRequestError for a wrong code, NotFoundError when no app was enrolled
   */
  confirmTotp(owner: FactorOwner, code: string, actor: Actor): Promise<string[] | undefined>;
  /** @throws NotFoundError when there is none */
  removeTotp(owner: FactorOwner, actor: Actor): Promise<void>;
  /** Makes recovery codes anew; the earlier ones are good for nothing then. @throws ConflictError without a factor */
  renewRecoveryCodes(owner: FactorOwner, actor: Actor): Promise<string[]>;
}

const NO_APP = 'You have no authenticator app here; enrol one with POST /v1/me/factors/totp.';

/** Builds the service. `requireOwner` admits an account with a password and a fresh sign-in. */
export function createFactorService(deps: {
  changeFactors: ChangeFactors;
  db: Knex;
  requireOwner: (owner: FactorOwner) => Promise<BuiltinUser>;
}): FactorService {
  const { changeFactors, db, requireOwner } = deps;
  return {
    async list(owner) {
      const [totp, passkeys, recoveryCodesLeft] = await Promise.all([
        findTotp(owner, db),
        listPasskeys(owner, db),
        countRecoveryCodes(owner, db),
      ]);
      const confirmedAt = totp?.confirmedAt ?? null;
      return { totp: confirmedAt === null ? null : { confirmedAt }, passkeys, recoveryCodesLeft };
    },
    async enrolTotp(owner) {
      const { email } = await requireOwner(owner);
      const secret = newTotpSecret();
      if (await insertTotp(owner, db, secret)) return totpEnrolment(secret, email);
      throw new ConflictError(
        'You have an authenticator app already; remove it (DELETE /v1/me/factors/totp) to enrol another.',
      );
    },
    async confirmTotp(owner, code, actor) {
      await requireOwner(owner);
      const totp = await findTotp(owner, db);
      if (totp === undefined) throw new NotFoundError(NO_APP);
      if (totp.confirmedAt !== null) throw new ConflictError('Your authenticator app is confirmed already.');
      const step = stepOfCode(totp.secret, code);
      if (step === undefined) {
        const message = 'The code is not the one the app shows now; check that the clock of its device is right';
        throw new BadRequestError(`${message}.`, { details: [{ path: 'code', message }] });
      }
      return changeFactors(owner, actor, async (trx, change) => {
        if (!(await confirmTotp(owner, trx, totp.secret, step))) {
          throw new ConflictError('The app was enrolled anew meanwhile; confirm the latest one.');
        }
        return change.added({ factor: 'totp' });
      });
    },
    async removeTotp(owner, actor) {
      await requireOwner(owner);
      await changeFactors(owner, actor, async (trx, change) => {
        if (!(await deleteTotp(owner, trx))) throw new NotFoundError(NO_APP);
        await change.removed({ factor: 'totp' });
      });
    },
    async renewRecoveryCodes(owner, actor) {
      await requireOwner(owner);
      return changeFactors(owner, actor, async (trx, change) => {
        if (!hasFactor(await findFactorKinds(owner, trx))) {
          throw new ConflictError('Recovery codes stand in for a second factor; you have none yet.');
        }
        await change.tell('recovery-codes-made');
        return makeRecoveryCodes(owner, trx);
      });
    },
  };
}
