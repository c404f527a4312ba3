import { inBatches, type Knex } from '@tripline/service';
import { appendAudit } from '../audit/audit-log.js';
import { forgetSettled, settleOverdue } from './invitation-store.js';

/** Records expired invitations, with `system` as the actor. */
export async function auditExpired(
  trx: Knex.Transaction,
  expired: Awaited<ReturnType<typeof settleOverdue>>,
): Promise<void> {
  for (const { id, teamId, email, role } of expired) {
    await appendAudit(trx, {
      action: 'invitation.expired',
      actor: { id: 'system', email: null, teamId },
      target: { type: 'invitation', id },
      details: { email, role },
    });
  }
}

/**
 * Settles expired invitations, and deletes those settled 90 days ago (the audit log keeps what happened). Several processes may share the
 * work.
 * @returns how many expired
 */
export async function expireInvitations(db: Knex): Promise<number> {
  const total = await inBatches(1, () =>
    db.transaction(async (trx) => {
      const settled = await settleOverdue(trx);
      await auditExpired(trx, settled);
      return settled.length;
    }),
  );
  await forgetSettled(db);
  return total;
}
