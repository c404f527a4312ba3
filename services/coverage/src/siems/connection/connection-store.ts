import type { Knex } from '@tripline/service';

/** How a SIEM's API is reached, as it is stored. */
export interface SiemConnection {
  readonly siemId: string;
  readonly address: string;
  readonly tenantId: string | null;
  readonly clientId: string | null;
  readonly loginAddress: string | null;
  /** The credential, sealed with the SIEM's id. */
  readonly sealed: Buffer;
  readonly everyHours: number | null;
  readonly nextAt: Date | null;
  readonly triedAt: Date | null;
  readonly error: string | null;
}

const TABLE = 'coverage.siem_connections';
const COLUMNS = {
  siemId: 'siem_id',
  address: 'address',
  tenantId: 'tenant_id',
  clientId: 'client_id',
  loginAddress: 'login_address',
  sealed: 'sealed',
  everyHours: 'every_hours',
  nextAt: 'next_at',
  triedAt: 'tried_at',
  error: 'error',
} as const;
/** After how many minutes a scheduled import is taken up again that a process did not end. */
const RETRY_MINUTES = 15;

/** The connections of SIEMs, by SIEM. */
export async function connectionsOf(
  db: Knex,
  siemIds: readonly string[],
): Promise<ReadonlyMap<string, SiemConnection>> {
  const rows = await db(TABLE)
    .whereIn('siem_id', [...siemIds])
    .select<SiemConnection[]>(COLUMNS);
  return new Map(rows.map((row) => [row.siemId, row]));
}

/** Stores how a SIEM is reached. What came of the one before is forgotten, and the first import by schedule is due at once. */
export async function storeConnection(
  trx: Knex,
  connection: Omit<SiemConnection, 'nextAt' | 'triedAt' | 'error'>,
): Promise<void> {
  const { address, clientId, everyHours, loginAddress, sealed, siemId, tenantId } = connection;
  const now = trx.fn.now();
  await trx(TABLE)
    .insert({
      ...{ siem_id: siemId, address, tenant_id: tenantId, client_id: clientId, login_address: loginAddress, sealed },
      ...{ every_hours: everyHours, next_at: everyHours === null ? null : now, tried_at: null, error: null },
      updated_at: now,
    })
    .onConflict('siem_id')
    .merge();
}

/** Removes a connection with its credential. False where there was none. */
export async function deleteConnection(trx: Knex, siemId: string): Promise<boolean> {
  return (await trx(TABLE).where({ siem_id: siemId }).delete()) > 0;
}

/** Notes what came of an import: null where it succeeded. The next one by schedule is due after its hours. */
export async function noteTry(db: Knex, siemId: string, error: string | null): Promise<void> {
  await db(TABLE)
    .where({ siem_id: siemId })
    .update({
      error,
      tried_at: db.fn.now(),
      next_at: db.raw('now() + make_interval(hours => every_hours)'),
    });
}

/** Takes a SIEM whose import is due, so that nobody else takes it; undefined where none is. */
export async function takeDue(db: Knex): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { siem_id: string }[] }>(
    `update coverage.siem_connections set next_at = now() + make_interval(mins => ?)
     where siem_id = (select siem_id from coverage.siem_connections where next_at <= now() order by next_at limit 1 for update skip locked)
     returning siem_id`,
    [RETRY_MINUTES],
  );
  return rows[0]?.siem_id;
}
