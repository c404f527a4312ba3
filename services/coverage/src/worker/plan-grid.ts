import type { Knex } from '@tripline/service';
import { CallFailure, type Cell, type CloudSession } from '../providers/provider.js';
import type { SkippedRegion } from '../scans/scan-model.js';
import { HELD_SCAN, type HeldScan, heldScanBindings, ScanLost } from './held-scan.js';
import { orAborted } from './or-aborted.js';

/**
 * Gives the cells that are still to be read. The grid is planned once per scan and stored in Postgres; a worker that resumes the scan reads
 * the remaining cells.
 * @throws CallFailure when the regions cannot be listed, or none of those wanted can be scanned
 * @throws ScanLost; the signal's reason when it is aborted
 */
export async function planGrid(
  db: Knex,
  held: HeldScan,
  session: CloudSession,
  signal: AbortSignal,
): Promise<readonly Cell[]> {
  if (held.regions.length > 0) {
    const open = await db('coverage.scan_cells')
      .where({ scan_id: held.id, status: 'pending' })
      .select<Cell[]>('service', 'region');
    const left = new Set(open.map(cellKey));
    return session.cells(held.regions).filter((cell) => left.has(cellKey(cell)));
  }
  const { enabled, skipped } = await orAborted(signal, chooseRegions(held, session));
  const cells = session.cells(enabled);
  await storeGrid(db, held, { cells, enabled, skipped });
  return cells;
}

interface Grid {
  readonly cells: readonly Cell[];
  readonly enabled: readonly string[];
  readonly skipped: readonly SkippedRegion[];
}

/** Stores the grid, with the locks of lockHeldScan, in one statement: nothing is read before it has been stored. @throws ScanLost */
async function storeGrid(db: Knex, held: HeldScan, { cells, enabled, skipped }: Grid): Promise<void> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `with held as materialized (${HELD_SCAN}), planned as (
       insert into coverage.scan_cells (scan_id, service, region)
       select held.id, service, region from held, json_to_recordset(cast(:cells as json)) as cell(service text, region text)
       on conflict do nothing
     )
     update coverage.scans s set regions = :enabled, regions_skipped = cast(:skipped as json), current_step = :step
     from held where s.id = held.id returning s.id`,
    {
      ...heldScanBindings(held),
      cells: JSON.stringify(cells),
      enabled: [...enabled],
      skipped: JSON.stringify(skipped),
      step: `Reading ${cells.length} service and region pairs`,
    },
  );
  if (rows.length === 0) throw new ScanLost(held.id);
}

/** The key of a cell in maps. */
export const cellKey = ({ service, region }: Cell): string => `${service} ${region}`;

async function chooseRegions(
  { regionsWanted }: HeldScan,
  session: CloudSession,
): Promise<{ enabled: string[]; skipped: SkippedRegion[] }> {
  const listed = await session.listRegions();
  if (regionsWanted === null) return { enabled: [...listed.enabled], skipped: [...listed.skipped] };
  const wanted = [...new Set(regionsWanted)];
  const enabled = wanted.filter((region) => listed.enabled.includes(region));
  const skipped = wanted
    .filter((region) => !listed.enabled.includes(region))
    .map((region) => listed.skipped.find((each) => each.region === region) ?? { region, reason: 'not_available' });
  if (enabled.length > 0) return { enabled, skipped };
  const reasons = skipped.map(({ region, reason }) => `${region} (${reason})`).join(', ');
  throw new CallFailure({
    service: 'scan',
    region: null,
    operation: null,
    code: 'NoRegion',
    kind: 'not_opted_in',
    message: `None of the regions asked for can be scanned: ${reasons}. Enable them in the account, or ask for others.`,
    attempts: 1,
    at: new Date().toISOString(),
  });
}
