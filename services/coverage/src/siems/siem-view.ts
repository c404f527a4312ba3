import { scopeOf } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { Request } from 'express';
import { connectionsOf } from './connection/connection-store.js';
import { connectionView } from './connection/connection-view.js';
import { noSuchSiem } from './siem-access.js';
import type { SiemResource } from './siem-resource.js';
import { accountsOfSiems, findSiem, type Siem } from './siem-store.js';
import { NO_RULES, ruleCounts } from './standing-store.js';

/** SIEMs as the API shows them: with their accounts, connection and numbers of rules. */
export async function siemViews(db: Knex, siems: readonly Siem[]): Promise<SiemResource[]> {
  const ids = siems.map(({ id }) => id);
  const [accounts, counts, connections] = await Promise.all([
    accountsOfSiems(db, ids),
    ruleCounts(db, ids),
    connectionsOf(db, ids),
  ]);
  return siems.map(({ createdAt, id, importedAt, kind, name, teamId }) => ({
    ...{ id, name, kind, team_id: teamId },
    account_ids: accounts.get(id) ?? [],
    rules: counts.get(id) ?? NO_RULES,
    imported_at: importedAt,
    connection: connectionView(connections.get(id)),
    created_at: createdAt,
  }));
}

/** A SIEM of the caller's as it is now. @throws NotFoundError when it is gone */
export async function currentSiemView(db: Knex, req: Request, id: string): Promise<SiemResource> {
  const siem = await findSiem(scopeOf(req), db, id);
  const [shown] = siem === undefined ? [] : await siemViews(db, [siem]);
  if (shown === undefined) throw noSuchSiem(id);
  return shown;
}
