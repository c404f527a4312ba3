import { appendAudit, findOwnerTier, tierLimits } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { cronOf, shortestMinutes } from '../accounts/schedule.js';
import type { ScanQueue } from '../scans/scan-queue.js';
import { insertScan } from '../scans/scan-store.js';

/** The accounts that are scanned by schedule: those that have a schedule and are connected. */
const scheduled = (db: Knex) =>
  db('coverage.cloud_accounts')
    .whereNotNull('schedule')
    .andWhere((query) => void query.where('own_credentials', true).orWhereNotNull('role_arn'));

/**
 * Starts the scan that an account's schedule asks for. It skips the scan if the account has one that has not ended, or if the subscriber's
 * tier does not allow a scan, or not yet another one. The schedule is kept for when the tier allows it again. The audit log records each
 * case.
 * @returns the scan's id; `skipped`; undefined when the account was removed or no longer has a schedule
 */
export async function startScheduledScan(
  db: Knex,
  accountId: string,
): Promise<{ readonly started: string } | 'skipped' | undefined> {
  return db.transaction(async (trx) => {
    const account = await scheduled(trx)
      .where({ id: accountId })
      .forKeyShare()
      .first<{ created_by: string; team_id: string | null; schedule: string } | undefined>(
        'created_by',
        'team_id',
        'schedule',
      );
    if (account === undefined) return undefined;
    const tier = await findOwnerTier(trx, { createdBy: account.created_by, teamId: account.team_id });
    const { features, scheduleMinutes } = tierLimits(tier);
    const included =
      features.includes('coverage') &&
      (shortestMinutes(account.schedule) >= scheduleMinutes || !(await begunWithin(trx, accountId, scheduleMinutes)));
    const { created, open } = included
      ? await insertScan(trx, { accountId, createdBy: account.created_by, trigger: 'schedule', scopes: null })
      : {};
    await appendAudit(trx, {
      action: created === undefined ? 'scan.skipped' : 'scan.started',
      actor: { id: 'schedule', email: null, teamId: account.team_id ?? undefined },
      target: { type: 'cloud_account', id: accountId },
      details: { schedule: account.schedule, scan_id: created ?? open ?? null, ...(included ? {} : { tier }) },
    });
    return created === undefined ? 'skipped' : { started: created };
  });
}

/**
 * Whether the account's schedule has started a scan within the last `minutes`. A schedule may be more frequent than its owner's present
 * tier allows. One minute is subtracted, because jobs do not start to the second.
 */
async function begunWithin(trx: Knex, accountId: string, minutes: number): Promise<boolean> {
  const last = await trx('coverage.scans')
    .where({ account_id: accountId, trigger: 'schedule' })
    .andWhereRaw('created_at > now() - make_interval(mins => ?)', [minutes - 1])
    .first('id');
  return last !== undefined;
}

/**
 * Makes the queue's schedules equal to those of the accounts. This repairs a queue that Redis has lost, or that could not be told of a
 * change.
 */
export async function syncSchedules(db: Knex, queue: ScanQueue): Promise<void> {
  const accounts = await scheduled(db).select<{ id: string; schedule: string }[]>('id', 'schedule');
  const known = await queue.schedules();
  const wanted = new Map(accounts.map(({ id, schedule }) => [id, schedule]));
  for (const [id, schedule] of wanted) {
    if (known.get(id) !== cronOf(schedule, id)) await queue.schedule(id, schedule);
  }
  for (const id of known.keys()) {
    if (!wanted.has(id)) await queue.schedule(id, null);
  }
}
