import type { Knex } from '@tripline/service';
import type { SkippedScope } from '../cloud/provider.js';
import { CallFailure, type Cell, type CloudSession } from '../cloud/provider.js';
import { factsOf } from '../providers/facts-of.js';
import { HELD_SCAN, type HeldScan, heldScanBindings, ScanLost } from './held-scan.js';
import { orAborted } from './or-aborted.js';

/**
 * Gives the cells that are still to be read. The grid is planned once per scan and stored in Postgres; a worker that resumes the scan reads
 * the remaining cells.
 * @throws CallFailure when the scopes cannot be listed, or none of those wanted can be scanned
 * @throws ScanLost; the signal's reason when it is aborted
 */
export async function planGrid(
  db: Knex,
  held: HeldScan,
  session: CloudSession,
  signal: AbortSignal,
): Promise<readonly Cell[]> {
  if (held.scopes.length > 0) {
    const open = await db('coverage.scan_cells')
      .where({ scan_id: held.id, status: 'pending' })
      .select<Cell[]>({ service: 'service', scope: 'region' });
    const left = new Set(open.map(cellKey));
    return session.cells(held.scopes).filter((cell) => left.has(cellKey(cell)));
  }
  const { enabled, skipped } = await orAborted(signal, chooseScopes(held, session));
  const cells = session.cells(enabled);
  await storeGrid(db, held, { cells, enabled, skipped });
  return cells;
}

interface Grid {
  readonly cells: readonly Cell[];
  readonly enabled: readonly string[];
  readonly skipped: readonly SkippedScope[];
}

/** Stores the grid, with the locks of lockHeldScan, in one statement: nothing is read before it has been stored. @throws ScanLost */
async function storeGrid(db: Knex, held: HeldScan, { cells, enabled, skipped }: Grid): Promise<void> {
  const { noun } = factsOf(held.provider).scope;
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `with held as materialized (${HELD_SCAN}), planned as (
       insert into coverage.scan_cells (scan_id, service, region)
       select held.id, service, scope from held, json_to_recordset(cast(:cells as json)) as cell(service text, scope text)
       on conflict do nothing
     )
     update coverage.scans s set regions = :enabled, regions_skipped = cast(:skipped as json), current_step = :step
     from held where s.id = held.id returning s.id`,
    {
      ...heldScanBindings(held),
      cells: JSON.stringify(cells),
      enabled: [...enabled],
      skipped: storedSkips(skipped),
      step: `Reading ${cells.length} service and ${noun} pairs`,
    },
  );
  if (rows.length === 0) throw new ScanLost(held.id);
}

/** Skipped scopes as the `scans` table keeps them. */
export const storedSkips = (skipped: readonly SkippedScope[]): string =>
  JSON.stringify(skipped.map(({ scope, reason }) => ({ region: scope, reason })));

/** The key of a cell in maps. */
export const cellKey = ({ service, scope }: Cell): string => `${service} ${scope}`;

async function chooseScopes(
  { provider, scopesWanted }: HeldScan,
  session: CloudSession,
): Promise<{ enabled: string[]; skipped: SkippedScope[] }> {
  const listed = await session.listScopes();
  if (scopesWanted === null) return { enabled: [...listed.enabled], skipped: [...listed.skipped] };
  const wanted = [...new Set(scopesWanted)];
  const enabled = wanted.filter((scope) => listed.enabled.includes(scope));
  const skipped = wanted
    .filter((scope) => !listed.enabled.includes(scope))
    .map((scope) => listed.skipped.find((each) => each.scope === scope) ?? { scope, reason: 'not_available' });
  if (enabled.length > 0) return { enabled, skipped };
  const { noun } = factsOf(provider).scope;
  const reasons = skipped.map(({ scope, reason }) => `${scope} (${reason})`).join(', ');
  throw new CallFailure({
    service: 'scan',
    region: null,
    operation: null,
    code: 'NoRegion',
    kind: 'not_opted_in',
    message: `None of the ${noun}s asked for can be scanned: ${reasons}. Enable them in the account, or ask for others.`,
    attempts: 1,
    at: new Date().toISOString(),
  });
}
