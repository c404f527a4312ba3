import type { Knex } from '@tripline/service';
import type { Connection } from '../providers/provider.js';

/** A scan this worker has claimed. */
export interface HeldScan {
  readonly id: string;
  readonly accountId: string;
  /** Raised by every claim: who holds an older one may write no more. */
  readonly fence: number;
  /** Claims since a cell was last finished, this one included. */
  readonly attempts: number;
  /** What the caller asked for, else the account's own choice; null is every enabled region. */
  readonly regionsWanted: readonly string[] | null;
  /** Whether this is a scan of all the account wants: what it does not find in its grid is not the account's any more. */
  readonly isWhole: boolean;
  /** Regions of the grid, once it is planned. */
  readonly regions: readonly string[];
  readonly connection: Connection;
  /** Calls that earlier claims made. */
  readonly callsBefore: number;
  /** The trace of the request that began the scan, when it was traced. */
  readonly traceparent: string | null;
}

/** Somebody else has the scan now, or it was cancelled or removed: whoever gets this stops, and writes nothing. */
export class ScanLost extends Error {
  constructor(scanId: string) {
    super(`scan ${scanId} is not this worker's any more`);
    this.name = 'ScanLost';
  }
}

interface ClaimRow {
  readonly id: string;
  readonly account_id: string;
  readonly fence: number;
  readonly attempts: number;
  readonly regions_asked: string[] | null;
  readonly account_regions: string[] | null;
  readonly regions: string[];
  readonly api_calls: number;
  readonly traceparent: string | null;
  readonly external_account_id: string;
  readonly role_arn: string | null;
  readonly external_id: string;
  readonly own_credentials: boolean;
}

/** Names the lock under which scans are claimed, one after the other: two claims at once would each count without the other. */
const CLAIM_LOCK = 'coverage.claim_scan';

/**
 * Takes the next scan that is due: one that waits, or whose worker has given no heartbeat for `stallSeconds`. It is one of the owner with the
 * fewest scans under way; of several such owners, of the one whose last turn was longest ago; of their scans, the oldest. Undefined when none is
 * due. Postgres' clock alone decides.
 */
export async function claimNextScan(db: Knex, stallSeconds: number): Promise<HeldScan | undefined> {
  const { rows } = await db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtext(?))', [CLAIM_LOCK]);
    return trx.raw<{ rows: ClaimRow[] }>(
      `with under_way as (
         select a.owner_id, count(*) as scans from coverage.scans s join coverage.cloud_accounts a on a.id = s.account_id
         where s.status = 'running' and s.heartbeat_at >= now() - make_interval(secs => :stall) group by a.owner_id
       ), due as (
         select s.id, a.owner_id from coverage.scans s join coverage.cloud_accounts a on a.id = s.account_id
           left join under_way u on u.owner_id = a.owner_id left join coverage.scan_turns t on t.owner_id = a.owner_id
         where s.status = 'pending'
           or s.status = 'running' and (s.heartbeat_at is null or s.heartbeat_at < now() - make_interval(secs => :stall))
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
       returning s.id, s.account_id, s.fence, s.attempts, s.regions_asked, a.regions as account_regions, s.regions, s.api_calls, s.traceparent,
         a.external_account_id, a.role_arn, a.external_id, a.own_credentials`,
      { stall: stallSeconds },
    );
  });
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    id: row.id,
    accountId: row.account_id,
    fence: row.fence,
    attempts: row.attempts,
    regionsWanted: row.regions_asked ?? row.account_regions,
    isWhole: row.regions_asked === null,
    regions: row.regions,
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

/**
 * Locks the scan's row for the rest of the transaction. The account's comes first, as when an account is removed: the other way round the two
 * would wait for each other. It is the same lock as lockAccount's, whose reason holds here too.
 * @throws ScanLost when it is not ours any more
 */
export async function lockHeldScan(trx: Knex, held: HeldScan): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `with account as materialized (select id from coverage.cloud_accounts where id = :account for no key update)
     select s.id from coverage.scans s join account on account.id = s.account_id
     where s.id = :id and s.fence = :fence and s.status = 'running'
     for no key update of s`,
    { account: held.accountId, id: held.id, fence: held.fence },
  );
  if (rows.length === 0) throw new ScanLost(held.id);
}

/** Gives a heartbeat. @throws ScanLost when the scan is not ours any more */
export async function beat(db: Knex, held: HeldScan, calls: number): Promise<void> {
  const touched = await heldRow(db, held).update({ heartbeat_at: db.fn.now(), api_calls: held.callsBefore + calls });
  if (touched === 0) throw new ScanLost(held.id);
}

/**
 * Lets go of a scan, for another worker to take at once. One that is handed over by a stopping worker has lost no attempt.
 */
export async function releaseScan(db: Knex, held: HeldScan, calls: number, isHandover: boolean): Promise<void> {
  await heldRow(db, held).update({
    heartbeat_at: null,
    api_calls: held.callsBefore + calls,
    ...(isHandover ? { attempts: db.raw('greatest(attempts - 1, 0)') } : {}),
  });
}

const heldRow = (db: Knex, { id, fence }: HeldScan) => db('coverage.scans').where({ id, fence, status: 'running' });
