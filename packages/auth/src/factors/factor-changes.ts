import type { Knex } from '@tripline/service';
import { type Actor, appendAudit } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { markAccessChanged } from '../callers/account-store.js';
import { type FactorMailKind, insertMail } from '../outbox/outbox-store.js';
import { revokeFamilies } from '../sessions/session-store.js';
import { findBuiltinUserById } from '../users/user-store.js';
import { findFactorKinds, hasFactor } from './factor-store.js';
import { countRecoveryCodes, deleteRecoveryCodes, makeRecoveryCodes } from './recovery-code-store.js';

/** Whose factors change, and in which session. */
export interface FactorOwner {
  userId: string;
  sessionId?: string | undefined;
}

/** What goes with a change of factors, in its transaction. */
interface FactorChange {
  /** Records what happened, and writes the mail that tells the user. */
  tell(what: FactorMailKind, details?: object): Promise<void>;
  /**
   * A factor was added. With the first one come recovery codes, and the user's other sessions end, since they began without it.
   * @returns the codes, when this was the first
   */
  added(factor: object): Promise<string[] | undefined>;
  /** A factor was removed. With the last one go the recovery codes. */
  removed(factor: object): Promise<void>;
}

/** Runs changes of somebody's factors, each in a transaction with its record and its mail. */
export type ChangeFactors = <T>(
  owner: FactorOwner,
  actor: Actor,
  work: (trx: Knex.Transaction, change: FactorChange) => Promise<T>,
) => Promise<T>;

const ACTIONS: Readonly<Record<FactorMailKind, string>> = {
  'factor-added': 'user.factor_added',
  'factor-removed': 'user.factor_removed',
  'recovery-codes-made': 'user.recovery_codes_made',
  'recovery-code-used': 'user.recovery_code_used',
};

/** Builds it. `isMailed` is false in development without SMTP. */
export function createChangeFactors(deps: {
  db: Knex;
  changes: AccessChanges;
  isMailed: boolean;
  hintMail: (mailId: string) => void;
}): ChangeFactors {
  const { changes, db, hintMail, isMailed } = deps;
  return async (owner, actor, work) => {
    const { userId, sessionId } = owner;
    const mails: string[] = [];
    const result = await db.transaction(async (trx) => {
      const user = await findBuiltinUserById(trx, userId);
      const change: FactorChange = {
        async tell(what, details = {}) {
          const target = { type: 'user', id: userId };
          await appendAudit(trx, { action: ACTIONS[what], actor, target, details: { ...details } });
          if (isMailed && user?.emailVerified) mails.push(await insertMail(trx, { kind: what, email: user.email }));
        },
        async added(factor) {
          await change.tell('factor-added', factor);
          await markAccessChanged(trx, [userId]);
          if ((await countRecoveryCodes(owner, trx)) > 0) return undefined;
          await revokeFamilies(trx, userId, sessionId);
          return makeRecoveryCodes(owner, trx);
        },
        async removed(factor) {
          await change.tell('factor-removed', factor);
          await markAccessChanged(trx, [userId]);
          if (!hasFactor(await findFactorKinds(owner, trx))) await deleteRecoveryCodes(owner, trx);
        },
      };
      return work(trx, change);
    });
    changes.note(userId);
    for (const mailId of mails) hintMail(mailId);
    return result;
  };
}
