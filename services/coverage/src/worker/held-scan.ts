import type { Knex } from '@tripline/service';
import type { Connection, ProviderName } from '../cloud/provider.js';

/** A scan this worker has claimed. */
export interface HeldScan {
  readonly id: string;
  readonly accountId: string;
  /** Who owns the account: a team or a user. */
  readonly ownerId: string;
  /** Rises with every claim and release. A worker that holds an older value may write no more. */
  readonly fence: number;
  /** Claims since a cell was last finished, including this one. */
  readonly attempts: number;
  /** The scopes the caller asked for, or else the account's own choice; null means every enabled scope. */
  readonly scopesWanted: readonly string[] | null;
  /** Whether this is a scan of everything the account wants. Detections outside its grid are then removed. */
  readonly isWhole: boolean;
  /** Scopes of the grid, after it is planned. */
  readonly scopes: readonly string[];
  readonly provider: ProviderName;
  readonly connection: Connection;
  /** Calls to the cloud that earlier claims made. */
  readonly callsBefore: number;
  /** The trace of the request that started the scan, if it was traced. */
  readonly traceparent: string | null;
}

/** Another worker has claimed the scan, or it was cancelled or removed. The worker that gets this error stops and writes nothing more. */
export class ScanLost extends Error {
  constructor(scanId: string) {
    super(`scan ${scanId} is no longer held by this worker`);
    this.name = 'ScanLost';
  }
}

interface ClaimRow {
  readonly id: string;
  readonly account_id: string;
  readonly owner_id: string;
  readonly fence: number;
  readonly attempts: number;
  readonly regions_asked: string[] | null;
  readonly account_regions: string[] | null;
  readonly regions: string[];
  readonly api_calls: number;
  readonly traceparent: string | null;
  readonly provider: ProviderName;
  readonly external_account_id: string;
  readonly role_arn: string | null;
  readonly external_id: string;
  readonly own_credentials: boolean;
}

/** Name of the lock that allows one claim at a time: two simultaneous claims would not count each other's scan. */
const CLAIM_LOCK = 'coverage.claim_scan';

/** The owners of scans that a worker has, with their number. */
const UNDER_WAY = `under_way as (
         select a.owner_id, count(*) as scans from coverage.scans s join coverage.cloud_accounts a on a.id = s.account_id
         where s.status = 'running' and s.heartbeat_at >= now() - make_interval(secs => :stall) group by a.owner_id
       )`;

/**
 * Claims the next scan that is due: one that waits, or one whose worker has given no heartbeat for `stallSeconds`. It chooses the owner
 * with the fewest running scans; among equals, the owner whose last turn was longest ago; and of that owner's scans the oldest. Gives
 * undefined when none is due. All times come from Postgres' clock.
 * @param whose `newcomers` are owners without a scan under way; of theirs it takes none that a worker holds, however silent
 */
export async function claimNextScan(
  db: Knex,
  stallSeconds: number,
  whose: 'anybody' | 'newcomers',
): Promise<HeldScan | undefined> {
  const { rows } = await db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtext(?))', [CLAIM_LOCK]);
    return trx.raw<{ rows: ClaimRow[] }>(
      `with ${UNDER_WAY}, due as (
         select s.id, a.owner_id from coverage.scans s join coverage.cloud_accounts a on a.id = s.account_id
           left join under_way u on u.owner_id = a.owner_id left join coverage.scan_turns t on t.owner_id = a.owner_id
         where s.status in ('pending', 'running') and (
             s.heartbeat_at is null or :anybody and s.heartbeat_at < now() - make_interval(secs => :stall))
           and (:anybody or u.owner_id is null)
         order by coalesce(u.scans, 0), t.began_at nulls first, s.created_at, s.id
         limit 1 for no key update of s skip locked
       ), turn as (
         insert into coverage.scan_turns (owner_id, began_at) select owner_id, clock_timestamp() from due
         on conflict (owner_id) do update set began_at = excluded.began_at
       )
       update coverage.scans s set
         status = 'running', fence = s.fence + 1, attempts = s.attempts + 1, heartbeat_at = now(),
         started_at = coalesce(s.started_at, now()),
         current_step = case when s.status = 'pending' then 'Connecting to the account' else s.current_step end
       from due, coverage.cloud_accounts a
       where s.id = due.id and a.id = s.account_id
       returning s.id, s.account_id, a.owner_id, s.fence, s.attempts, s.regions_asked, a.regions as account_regions, s.regions, s.api_calls, s.traceparent,
         a.provider, a.external_account_id, a.role_arn, a.external_id, a.own_credentials`,
      { stall: stallSeconds, anybody: whose === 'anybody' },
    );
  });
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    id: row.id,
    accountId: row.account_id,
    ownerId: row.owner_id,
    fence: row.fence,
    attempts: row.attempts,
    scopesWanted: row.regions_asked ?? row.account_regions,
    isWhole: row.regions_asked === null,
    scopes: row.regions,
    provider: row.provider,
    connection: {
      externalAccountId: row.external_account_id,
      roleArn: row.role_arn,
      externalId: row.external_id,
      ownCredentials: row.own_credentials,
    },
    callsBefore: row.api_calls,
    traceparent: row.traceparent,
  };
}

/** How many scans each owner has under way, over all workers; without those whose worker has given no heartbeat for `stallSeconds`. */
export async function scansUnderWay(db: Knex, stallSeconds: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.raw<{ rows: { readonly owner_id: string; readonly scans: number }[] }>(
    `with ${UNDER_WAY} select owner_id, scans::int from under_way`,
    { stall: stallSeconds },
  );
  return new Map(rows.map(({ owner_id: owner, scans }) => [owner, scans]));
}

/**
 * Selects the scan's row while this worker holds it, and locks it. It locks the account's row first, in the same order as removing an
 * account does; in another order the two could deadlock. The account's lock is that of lockAccount, for the reason given there.
 */
export const HELD_SCAN = `with account as materialized (select id from coverage.cloud_accounts where id = :account for no key update)
     select s.id from coverage.scans s join account on account.id = s.account_id
     where s.id = :id and s.fence = :fence and s.status = 'running'
     for no key update of s`;

/** The values of {@link HELD_SCAN}. */
export const heldScanBindings = ({ accountId, id, fence }: HeldScan) => ({ account: accountId, id, fence });

/** Locks the scan's row for the rest of the transaction. @throws ScanLost when this worker no longer holds the scan */
export async function lockHeldScan(trx: Knex, held: HeldScan): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(HELD_SCAN, heldScanBindings(held));
  if (rows.length === 0) throw new ScanLost(held.id);
}

/** Gives a heartbeat. @throws ScanLost when this worker no longer holds the scan */
export async function beat(db: Knex, held: HeldScan, calls: number): Promise<void> {
  const touched = await heldRow(db, held).update({ heartbeat_at: db.fn.now(), api_calls: held.callsBefore + calls });
  if (touched === 0) throw new ScanLost(held.id);
}

/**
 * Releases a scan, so that another worker can claim it at once. If a worker releases it because it shuts down, the attempt is not counted.
 * The fence rises, so that a heartbeat that was under way meanwhile cannot make the scan look held again.
 */
export async function releaseScan(db: Knex, held: HeldScan, calls: number, isHandover: boolean): Promise<void> {
  await heldRow(db, held).update({
    heartbeat_at: null,
    fence: held.fence + 1,
    api_calls: held.callsBefore + calls,
    ...(isHandover ? { attempts: db.raw('greatest(attempts - 1, 0)') } : {}),
  });
}

const heldRow = (db: Knex, { id, fence }: HeldScan) => db('coverage.scans').where({ id, fence, status: 'running' });
