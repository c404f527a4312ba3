import { setImmediate } from 'node:timers/promises';
import { type Knex, storableJson } from '@tripline/service';
import type { Cell } from '../cloud/provider.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';
import type { StoredForward } from '../counting/sights/sight-model.js';
import { storedForward } from '../counting/sights/stored-forward.js';
import { storedFeed } from '../counting/stored-feed.js';
import { type DetectionRow, toDetectionRow } from './detection-row.js';
import { type HeldScan, lockHeldScan } from './held-scan.js';
import { cellKey } from './plan-grid.js';
import type { ReadCell } from './read-cell.js';

/** Maximum detections in one statement: a few megabytes of JSON. */
const PER_STATEMENT = 5_000;
/** Detections mapped before the event loop gets a turn. */
const PER_TURN = 100;

/** A cell as it was read, with its detections as they are stored. */
export interface MappedCell extends Omit<ReadCell, 'found' | 'forwards'> {
  readonly forwards?: readonly StoredForward[] | null;
  readonly rows: readonly DetectionRow[];
}

/** Maps the detections of a cell. It yields to the event loop now and then, for heartbeats and other scans. */
export async function mapCell(facts: ProviderFacts, { found, forwards, ...read }: ReadCell): Promise<MappedCell> {
  const rows: DetectionRow[] = [];
  for (const detection of found) {
    rows.push(toDetectionRow(facts, read.cell, detection));
    if (rows.length % PER_TURN === 0) await setImmediate();
  }
  return { ...read, forwards: forwards?.map((forward) => storedForward(facts, forward)) ?? null, rows: distinct(rows) };
}

/** Stores cells in a transaction of their own, with the progress that callers see. @throws ScanLost */
export async function saveCells(db: Knex, held: HeldScan, cells: readonly MappedCell[], calls: number): Promise<void> {
  await db.transaction(async (trx) => {
    await lockHeldScan(trx, held);
    const marked = await writeCells(trx, held, cells);
    await writeProgress(trx, held, calls, marked.at(-1));
  });
}

/**
 * Writes the detections of several cells, with few statements whatever their number, and marks the cells as read. It skips a cell that has
 * been stored already, so it can safely be repeated.
 * @param trx a transaction that has locked the scan
 * @returns the cells that had not been stored
 */
export async function writeCells(trx: Knex, held: HeldScan, cells: readonly MappedCell[]): Promise<readonly Cell[]> {
  const marked = await markCells(trx, held, cells);
  const rows = new Map(cells.map((read) => [cellKey(read.cell), read.rows]));
  const detections = distinct(marked.flatMap((cell) => rows.get(cellKey(cell)) ?? []));
  for (let from = 0; from < detections.length; from += PER_STATEMENT) {
    const some = detections.slice(from, from + PER_STATEMENT);
    await storeTechniques(trx, some, await storeDetections(trx, held, some));
  }
  return marked;
}

const naturalKey = ({ type, region, natural_key }: Pick<DetectionRow, 'type' | 'region' | 'natural_key'>): string =>
  JSON.stringify([type, region, natural_key]);

/** Keeps each detection once, as it was seen last: a paged list may show one twice when something is added meanwhile. */
const distinct = (rows: readonly DetectionRow[]): DetectionRow[] => [
  ...new Map(rows.map((row) => [naturalKey(row), row])).values(),
];

/** Marks cells as read; gives those that were not marked before. */
async function markCells(trx: Knex, held: HeldScan, cells: readonly MappedCell[]): Promise<Cell[]> {
  const states = cells.map(({ cell, error, feeds, forwards, rows }) => ({
    service: cell.service,
    region: cell.scope,
    feeds: feeds?.map(storedFeed) ?? null,
    forwards: forwards ?? null,
    status: error === undefined ? 'done' : 'failed',
    detections: rows.length,
    error: error ?? null,
  }));
  const { rows: marked } = await trx.raw<{ rows: Cell[] }>(
    `update coverage.scan_cells c
     set status = x.status, detections = x.detections, error = x.error, feeds = x.feeds, forwards = x.forwards, finished_at = clock_timestamp()
     from json_to_recordset(cast(:states as json)) as x(service text, region text, status text, detections integer, error json, feeds json, forwards json)
     where c.scan_id = :scan and c.service = x.service and c.region = x.region and c.status = 'pending'
     returning c.service, c.region as scope`,
    { scan: held.id, states: storableJson(states) },
  );
  return marked;
}

/** A detection that is new or has changed. */
interface Changed extends Pick<DetectionRow, 'type' | 'region' | 'natural_key'> {
  readonly id: string;
  readonly change: 'new' | 'updated';
}

/**
 * Inserts or updates detections by their natural keys, and records what changed. A removed detection that is found again counts as updated.
 */
async function storeDetections(trx: Knex, held: HeldScan, rows: readonly DetectionRow[]): Promise<readonly Changed[]> {
  const columns = columnsOf(rows);
  const { rows: changed } = await trx.raw<{ rows: Changed[] }>(
    `with input as materialized (
       select * from json_populate_recordset(cast(null as coverage.detections), cast(:rows as json))
     ), before as materialized (
       select d.id, d.content_sha256, d.status from coverage.detections d
       join input i on d.type = i.type and d.region = i.region and d.natural_key = i.natural_key
       where d.account_id = :account
     ), stored as (
       insert into coverage.detections as d (
         id, account_id, ${columns.join(', ')}, told_status, seen_by_scan, discovered_at, updated_at)
       select id, :account, ${columns.join(', ')}, status, :scan, now(), now() from input
       on conflict (account_id, type, region, natural_key) do update set
         ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}, seen_by_scan = excluded.seen_by_scan,
         updated_at = case when d.content_sha256 = excluded.content_sha256 and d.status <> 'removed' then d.updated_at else now() end
       returning d.id, d.type, d.region, d.natural_key, d.name, d.content_sha256
     ), changed as materialized (
       select s.*, case when b.id is null then 'new' else 'updated' end as change
       from stored s left join before b on b.id = s.id
       where b.id is null or b.content_sha256 <> s.content_sha256 or b.status = 'removed'
     ), noted as (
       insert into coverage.scan_changes (scan_id, detection_id, change, name, type, region)
       select :scan, id, change, name, type, region from changed
       on conflict do nothing
     )
     select id, type, region, natural_key, change from changed`,
    {
      account: held.accountId,
      scan: held.id,
      rows: storableJson(rows.map(({ techniques: _techniques, ...row }) => row)),
    },
  );
  return changed;
}

/** The columns that a scan writes, except for the id; all rows have the same. */
function columnsOf([row]: readonly DetectionRow[]): string[] {
  if (row === undefined) return [];
  const { id: _id, techniques: _techniques, ...columns } = row;
  return Object.keys(columns);
}

/** Updates the techniques of changed detections. */
async function storeTechniques(trx: Knex, rows: readonly DetectionRow[], changed: readonly Changed[]): Promise<void> {
  const updated = changed.filter(({ change }) => change === 'updated').map(({ id }) => id);
  if (updated.length > 0) await trx('coverage.detection_techniques').whereIn('detection_id', updated).delete();
  const byKey = new Map(rows.map((row) => [naturalKey(row), row]));
  const techniques = changed.flatMap((each) =>
    (byKey.get(naturalKey(each))?.techniques ?? []).map((technique) => ({ detection_id: each.id, ...technique })),
  );
  if (techniques.length === 0) return;
  await trx.raw(
    `insert into coverage.detection_techniques (detection_id, technique_id, category, strength, source, confidence, evidence, covers, asks)
     select detection_id, technique_id, category, strength, source, confidence, evidence, covers, asks
     from json_to_recordset(?::json) as x(
       detection_id uuid, technique_id text, category text, strength text, source text, confidence real, evidence text,
       covers boolean, asks boolean)
     on conflict do nothing`,
    [storableJson(techniques)],
  );
}

/** Stores the progress that callers see. It stays below 100 percent until the scan ends. Progress also resets the count of attempts. */
async function writeProgress(trx: Knex, held: HeldScan, calls: number, last: Cell | undefined): Promise<void> {
  await trx.raw(
    `update coverage.scans s set
       attempts = 0, heartbeat_at = clock_timestamp(), api_calls = :calls,
       progress_percent = round(99.0 * c.finished / c.total, 1),
       current_step = coalesce(:step || ' (' || c.finished || ' of ' || c.total || ')', s.current_step),
       detections_found = c.found, detections_new = n.added, detections_updated = n.updated
     from (
       select count(*) as total, count(*) filter (where status <> 'pending') as finished, coalesce(sum(detections), 0) as found
       from coverage.scan_cells where scan_id = :scan
     ) c, (
       select count(*) filter (where change = 'new') as added, count(*) filter (where change = 'updated') as updated
       from coverage.scan_changes where scan_id = :scan
     ) n
     where s.id = :scan`,
    {
      scan: held.id,
      calls: held.callsBefore + calls,
      step: last === undefined ? null : `Read ${last.service} in ${last.scope}`,
    },
  );
}
