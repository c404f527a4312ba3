import { type OwnerScope, ownersOf } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { ChangeEventResource } from './change-resource.js';
import type { ChangeEventQuery } from './change-schema.js';
import type { Taken } from './change-store.js';

const TABLE = 'coverage.change_events';
/** How long accounts that lose the same log join one event: scans of a day's schedule. */
const JOINED_FOR = "interval '24 hours'";
/** How long an event may wait for the scans under way that may find more of it. */
const TOLD_AFTER = "interval '15 minutes'";
const ACCOUNTS_SHOWN = 100;

/** Logs of an account that no longer arrive, and arrived when the feed last spoke of it. */
export interface LostFeeds {
  readonly arns: readonly string[];
  /** What is said of the first of them. */
  readonly because: string | null;
}

/** Compares the account's logs with those that the feed last spoke of, and takes them as told. */
export async function takeLostFeeds(trx: Knex, accountId: string): Promise<LostFeeds> {
  const { rows } = await trx.raw<{ rows: { arn: string; name: string; gap: string; is_new: boolean }[] }>(
    `with broken as materialized (
       select f.arn, min(f.name) as name, min(f.gap) as gap from coverage.account_cells c
         cross join lateral json_to_recordset(c.feeds) as f(arn text, name text, gap text)
       where c.account_id = :accountId and c.feeds is not null and f.arn is not null and f.gap is not null and f.gap <> 'unread'
       group by f.arn
     ), before as materialized (
       select told_feeds from coverage.cloud_accounts where id = :accountId
     ), told as (
       update coverage.cloud_accounts a set told_feeds = x.arns
       from (select coalesce(array_agg(arn order by arn), '{}') as arns from broken) x
       where a.id = :accountId and a.told_feeds <> x.arns
     )
     select arn, name, gap, arn <> all(before.told_feeds) as is_new from broken, before order by arn`,
    { accountId },
  );
  const lost = rows.filter((row) => row.is_new);
  const [first] = lost;
  return {
    arns: lost.map(({ arn }) => arn),
    because: first === undefined ? null : `The log ${first.name} no longer arrives (${first.gap})`,
  };
}

/**
 * The event that changes of a snapshot belong to: that of the scan which found them, else one of the same owner that lost the same log within a day, else a new one.
 * Two scans that find the loss of one log at the same moment wait for each other here.
 */
export async function eventOf(trx: Knex, { accountId, now, scanId }: Taken, lost: LostFeeds): Promise<string> {
  const known = scanId === null ? undefined : await eventOfScan(trx, scanId);
  if (known !== undefined) return known;
  const { rows: owners } = await trx.raw<{ rows: { owner: string; number: string }[] }>(
    `select owner_id as owner, external_account_id as number, case when :locks then pg_advisory_xact_lock(hashtext('coverage.change_events'), hashtext(owner_id::text)) end
     from coverage.cloud_accounts where id = :accountId`,
    { accountId, locks: lost.arns.length > 0 },
  );
  const [account] = owners;
  if (account === undefined) throw new Error(`there is no cloud account ${accountId} whose changes could be told`);
  if (lost.arns.length > 0) {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `update ${TABLE} set is_due = true, feeds = array(select distinct unnest(feeds || cast(:arns as text[]))) where id = (
         select id from ${TABLE} where owner_id = :owner and feeds && cast(:arns as text[]) and at > cast(:now as timestamptz) - ${JOINED_FOR}
         order by at desc, id desc limit 1) returning id`,
      { owner: account.owner, arns: [...lost.arns], now },
    );
    if (rows[0] !== undefined) return rows[0].id;
  }
  const id = uuidv7();
  const said = scanId === null ? 'What people said or declared' : `A scan of ${account.number}`;
  await trx(TABLE).insert({
    ...{ id, owner_id: account.owner, scan_id: scanId, because: lost.because ?? said, feeds: [...lost.arns], at: now },
    // Who says something knows it; of what scans find people are told.
    ...{ is_due: scanId !== null, told_at: null },
  });
  return id;
}

async function eventOfScan(trx: Knex, scanId: string): Promise<string | undefined> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select id from (
       (select event_id as id from coverage.changes where scan_id = :scanId and event_id is not null limit 1)
       union all (select id from ${TABLE} where scan_id = :scanId limit 1)
     ) known limit 1`,
    { scanId },
  );
  return rows[0]?.id;
}

/** An event that is to be told. */
export interface DueEvent {
  readonly id: string;
  readonly ownerId: string;
  /** Whether nobody was told of it before. */
  readonly isFirst: boolean;
}

/**
 * Takes events of which nothing more will come: no account is left to be counted anew because of their scans, and where a log was lost, no scan of the owner is under
 * way that may find it in another account.
 * @param scanId only the event of this scan
 * @returns them, each to one caller
 */
export async function takeDueEvents(trx: Knex, scanId: string | null = null): Promise<DueEvent[]> {
  const { rows } = await trx.raw<{ rows: DueEvent[] }>(
    `update ${TABLE} told set is_due = false, told_at = coalesce(told.told_at, clock_timestamp())
     from (
       select e.id, e.told_at is null as "isFirst" from ${TABLE} e where e.is_due
         and (cast(:scanId as uuid) is null or e.id in (select event_id from coverage.changes where scan_id = :scanId))
         and not exists (select from coverage.recounts r where r.scan_id = e.scan_id
           or r.scan_id in (select c.scan_id from coverage.changes c where c.event_id = e.id))
         and (e.feeds = '{}' or e.at < now() - ${TOLD_AFTER} or not exists (
           select from coverage.scans s join coverage.cloud_accounts a on a.id = s.account_id
           where a.owner_id = e.owner_id and s.status in ('pending', 'running') and s.id is distinct from :scanId))
       order by e.at limit 100 for update of e skip locked
     ) due where told.id = due.id
     returning told.id, told.owner_id as "ownerId", due."isFirst"`,
    { scanId },
  );
  return rows;
}

const AGGREGATES = `count(distinct c.account_id)::int as accounts,
  (array(select x.id from coverage.cloud_accounts x where x.id = any(array_agg(distinct c.account_id)) order by x.name, x.id limit ${ACCOUNTS_SHOWN})) as cloud_account_ids,
  coalesce(array_agg(distinct c.technique_id order by c.technique_id) filter (where c.kind = 'coverage_dropped'), '{}') as technique_ids,
  (count(*) filter (where c.kind <> 'coverage_dropped'))::int as detections`;

/** Events by id, as far as they are of accounts of these owners; all accounts where none are given. */
export async function readChangeEvents(
  db: Knex,
  ids: readonly string[],
  owners: readonly string[] | null = null,
): Promise<ChangeEventResource[]> {
  const { rows } = await db.raw<{ rows: Omit<ChangeEventResource, 'sentence' | 'techniques'>[] }>(
    `select e.id, e.at, e.because, e.scan_id, ${AGGREGATES}
     from ${TABLE} e join coverage.changes c on c.event_id = e.id join coverage.cloud_accounts a on a.id = c.account_id
     where e.id = any(:ids) and (cast(:owners as uuid[]) is null or a.owner_id = any(:owners))
     group by e.id order by e.at desc, e.id desc`,
    { ids: [...ids], owners: owners === null ? null : [...owners] },
  );
  return rows.map((row) => {
    const techniques = row.technique_ids.length;
    return { ...row, techniques, sentence: sentenceOf({ ...row, techniques }) };
  });
}

/** A page of the events of a scope's accounts, newest first, and their number. */
export async function listChangeEvents(
  scope: OwnerScope,
  db: Knex,
  { limit, offset, since }: ChangeEventQuery,
): Promise<{ events: ChangeEventResource[]; total: number }> {
  const owners = [...ownersOf(scope)];
  const matching = (query: Knex.QueryBuilder): void => {
    void query.whereIn('e.owner_id', owners).whereRaw(
      `exists (select from coverage.changes c join coverage.cloud_accounts a on a.id = c.account_id
         where c.event_id = e.id and a.owner_id = any(?))`,
      [owners],
    );
    if (since !== undefined) void query.where('e.at', '>=', new Date(since));
  };
  const newest = ['e.at', 'e.id'].map((column) => ({ column, order: 'desc' }));
  const [page, count] = await Promise.all([
    db(`${TABLE} as e`).where(matching).orderBy(newest).limit(limit).offset(offset).pluck<string[]>('e.id'),
    db(`${TABLE} as e`).where(matching).count({ total: '*' }).first(),
  ]);
  const events = page.length === 0 ? [] : await readChangeEvents(db, page, owners);
  return { events, total: Number(count?.['total'] ?? 0) };
}

function sentenceOf({
  accounts,
  because,
  detections,
  techniques,
}: Pick<ChangeEventResource, 'accounts' | 'because' | 'detections' | 'techniques'>): string {
  const who = accounts === 1 ? '1 account' : `${accounts} accounts`;
  const lost = techniques === 1 ? '1 technique' : `${techniques} techniques`;
  if (techniques > 0) return `${because}: ${who} lost ${lost}.`;
  return `${because}: ${who} lost ${detections === 1 ? '1 detection' : `${detections} detections`}.`;
}
