import { type Actor, appendAudit, type Caller, type OwnerScope } from '@tripline/auth';
import { BadRequestError, ConflictError, type Knex, type Logger, NotFoundError, traced } from '@tripline/service';
import type { Account } from '../accounts/account-model.js';
import { hasWayIn } from '../accounts/account-service.js';
import { type Clouds, cloudOf } from '../cloud/provider.js';
import { factsOf } from '../providers/facts-of.js';
import { closeScan } from './close-scan.js';
import { isFinal, type ScanStatus } from './scan-model.js';
import type { ScanQueue } from './scan-queue.js';
import type { NewScanBody } from './scan-schema.js';
import { insertScan, type ScanRow } from './scan-store.js';

/** What the scan paths need. */
export interface ScanDeps {
  readonly db: Knex;
  readonly log: Logger;
  readonly clouds: Clouds;
  readonly queue: ScanQueue;
}

/** Maximum time an answer waits for the queue. The workers' sweeper adds a job that was not added in time. */
const ENQUEUE_MS = 500;

/**
 * Starts a scan: stores its row, then adds a job to the queue, which may fail.
 * @returns the scan's id
 * @throws BadRequestError for a region the cloud does not have; ConflictError for an account that is not connected, or that has a scan
 * which has not ended; NotFoundError when the account was removed meanwhile
 */
export async function createScan(
  deps: ScanDeps,
  scope: OwnerScope,
  actor: Actor,
  account: Account,
  { regions }: NewScanBody,
): Promise<string> {
  const unknown = regions?.find((name) => !cloudOf(deps.clouds, account.provider).isScopeName(name));
  if (unknown !== undefined) {
    const { example, noun } = factsOf(account.provider).scope;
    throw new BadRequestError(
      `Invalid body: regions names "${unknown}", which is not a ${noun}; give names such as ${example}.`,
    );
  }
  if (!hasWayIn(account)) {
    throw new ConflictError(
      `The account ${account.name} is not connected: create the role of its connection and set role_arn, then scan.`,
    );
  }
  const { id, isFirst } = await deps.db.transaction(async (trx) => {
    const held = await trx('coverage.cloud_accounts').where({ id: account.id }).forKeyShare().first('id');
    if (held === undefined) throw new NotFoundError(`There is no cloud account ${account.id}.`);
    const {
      created,
      isFirst = false,
      open,
    } = await insertScan(trx, {
      accountId: account.id,
      createdBy: scope.userId,
      trigger: 'manual',
      scopes: regions === null ? null : [...new Set(regions)],
    });
    if (created === undefined) {
      throw new ConflictError(
        `A scan of this account is already pending or running${open === undefined ? '' : `: ${open}`}. Wait for it, or cancel it.`,
      );
    }
    await appendAudit(trx, {
      action: 'scan.started',
      actor,
      target: { type: 'scan', id: created },
      details: { cloud_account_id: account.id, regions },
    });
    return { id: created, isFirst };
  });
  await hint(deps, [id], isFirst ? id : undefined);
  return id;
}

/**
 * Starts a scan of each of the caller's accounts here that has none under way, in one transaction.
 * @returns the ids of the new scans
 */
export async function createScans(
  deps: ScanDeps,
  {
    actor,
    target,
    userId,
  }: { readonly actor: Actor; readonly target: { type: string; id: string }; readonly userId: string },
  accountIds: readonly string[],
): Promise<readonly string[]> {
  const { ids, first } = await deps.db.transaction(async (trx) => {
    const ids: string[] = [];
    let first: string | undefined;
    const held = await trx('coverage.cloud_accounts')
      .whereIn('id', [...accountIds])
      .orderBy('id')
      .forKeyShare()
      .pluck<string[]>('id');
    for (const accountId of held) {
      const scan = { accountId, createdBy: userId, trigger: 'manual', scopes: null } as const;
      const { created, isFirst } = await insertScan(trx, scan);
      if (created === undefined) continue;
      ids.push(created);
      if (isFirst === true) first = created;
    }
    await appendAudit(trx, { action: 'scan.started', actor, target, details: { scans: ids.length } });
    return { ids, first };
  });
  await hint(deps, ids, first);
  return ids;
}

/** Adds jobs for the scans to the queues; a failure is only logged. */
async function hint({ queue, log }: ScanDeps, ids: readonly string[], first: string | undefined): Promise<void> {
  if (ids.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ENQUEUE_MS);
  });
  const scans = ids.map((id) => ({ id, fence: 0 }));
  const publish = traced('publish scan', { kind: 'producer', attributes: { 'tripline.scan_id': ids.join(' ') } }, () =>
    Promise.all([queue.enqueue(scans), ...(first === undefined ? [] : [queue.enqueueFirst({ id: first, fence: 0 })])]),
  );
  const enqueued = publish.catch((error: unknown) => {
    log.warn({ err: error, scans: ids.length }, 'a scan could not be put into the queue; the sweeper will');
  });
  await Promise.race([enqueued, patience]);
  clearTimeout(timer);
}

/** What a cancelled scan has read is known from then on, as its detections are. */
async function rememberReadCells(trx: Knex, scan: ScanRow): Promise<void> {
  await trx.raw(
    `insert into coverage.account_cells as a (account_id, service, region, is_known, scan_id, read_at)
     select :account, service, region, true, scan_id, finished_at from coverage.scan_cells where scan_id = :scan and status = 'done'
     on conflict (account_id, service, region) do update set
       is_known = true, scan_id = excluded.scan_id, read_at = excluded.read_at`,
    { account: scan.account_id, scan: scan.id },
  );
}

/** Whether a caller may cancel a scan: everyone may cancel their own, and the team's owner and admins may cancel any. */
export const mayCancel = (caller: Caller, scan: ScanRow): boolean =>
  scan.created_by === caller.userId || caller.teamRole !== 'member';

/**
 * Cancels a scan that has not ended. Its worker notices at its next write.
 * @throws ConflictError if the scan has ended; NotFoundError if it was removed meanwhile
 */
export async function cancelScan(db: Knex, actor: Actor, scan: ScanRow): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await trx('coverage.scans')
      .where({ id: scan.id })
      .forNoKeyUpdate()
      .first<{ status: ScanStatus } | undefined>('status');
    if (row === undefined) throw new NotFoundError(`There is no scan ${scan.id}.`);
    if (isFinal(row.status))
      throw new ConflictError(`The scan is ${row.status}; only a scan that is pending or running can be cancelled.`);
    await closeScan(trx, { id: scan.id, accountId: scan.account_id }, { status: 'cancelled', step: 'Cancelled' });
    await rememberReadCells(trx, scan);
    await appendAudit(trx, {
      action: 'scan.cancelled',
      actor,
      target: { type: 'scan', id: scan.id },
      details: { cloud_account_id: scan.account_id },
    });
  });
}
