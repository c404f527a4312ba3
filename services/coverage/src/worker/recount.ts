import type { Knex } from '@tripline/service';
import { lockAccount } from '../accounts/lock-account.js';
import { latestSnapshot } from '../counting/snapshot-store.js';
import { takeSnapshot } from '../counting/take-snapshot.js';

/** Accounts that one round counts anew; the next round, or another worker, takes the others. */
const AT_ONCE = 200;

/**
 * Counts the accounts anew that were asked for, each in a transaction of its own: what was found in another account may have changed what is
 * seen of them. The account is locked before its row is taken, as everywhere.
 * @returns how many were counted
 */
export async function recount(db: Knex): Promise<number> {
  const asked = await db('coverage.recounts')
    .orderBy('asked_at')
    .limit(AT_ONCE)
    .select<{ account_id: string }[]>('account_id');
  let counted = 0;
  for (const { account_id: accountId } of asked) {
    await db.transaction(async (trx) => {
      await lockAccount(trx, accountId);
      const [taken] = await trx('coverage.recounts')
        .where({ account_id: accountId })
        .delete()
        .returning<{ scan_id: string | null }[]>('scan_id');
      // Another worker may have counted it, and an account that was never scanned has nothing to count.
      if (taken === undefined || (await latestSnapshot(trx, accountId)) === undefined) return;
      await takeSnapshot(trx, { accountId, scanId: null, now: new Date(), causedBy: taken.scan_id });
      counted += 1;
    });
  }
  return counted;
}
