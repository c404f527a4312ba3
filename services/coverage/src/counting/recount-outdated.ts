import type { Knex } from '@tripline/service';
import { lockAccount } from '../accounts/lock-account.js';
import { COUNTING } from './counting.js';
import { takeSnapshot } from './take-snapshot.js';

/** Accounts that one round looks up. */
const AT_ONCE = 50;

/**
 * Counts accounts anew whose newest snapshot was counted by an older method, one after the other, until none is left or `stopping` is aborted. The snapshot says
 * what changed; the change feed and the mails say nothing of it.
 * @returns the number of accounts that were counted anew
 */
export async function recountOutdated(db: Knex, stopping: AbortSignal): Promise<number> {
  let counted = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = await outdated(db, after);
    for (const id of ids) {
      if (stopping.aborted) return counted;
      counted += await recount(db, id);
      after = id;
    }
    if (ids.length < AT_ONCE) return counted;
  }
}

async function outdated(db: Knex, after: string): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select a.id from coverage.cloud_accounts a join lateral (
       select counting from coverage.snapshots where account_id = a.id order by created_at desc, id desc limit 1
     ) newest on newest.counting < :counting
     where a.id > :after order by a.id limit :limit`,
    { counting: COUNTING, after, limit: AT_ONCE },
  );
  return rows.map(({ id }) => id);
}

/** Another worker may have counted the account meanwhile, or its owner may have removed it. */
async function recount(db: Knex, accountId: string): Promise<number> {
  return db.transaction(async (trx) => {
    const account = await trx('coverage.cloud_accounts').where({ id: accountId }).first('id');
    if (account === undefined) return 0;
    await lockAccount(trx, accountId);
    const newest = await trx('coverage.snapshots')
      .where({ account_id: accountId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .first<{ counting: number } | undefined>('counting');
    if (newest === undefined || newest.counting >= COUNTING) return 0;
    await takeSnapshot(trx, { accountId, scanId: null, now: new Date() });
    return 1;
  });
}
