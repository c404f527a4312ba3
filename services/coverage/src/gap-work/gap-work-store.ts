import type { Knex } from '@tripline/service';
import { type GapWork, NO_WORK } from './gap-work-model.js';

const TABLE = 'coverage.gap_work';
const COLUMNS = {
  ...{ techniqueId: 'technique_id', state: 'state', owner: 'owner' },
  ...{ dueAt: 'due_at', ticketUrl: 'ticket_url', updatedAt: 'updated_at' },
};

/** What gives the work on each gap of an account. */
export async function workOfGaps(db: Knex, accountId: string): Promise<(techniqueId: string) => GapWork> {
  const rows = await db(TABLE)
    .where({ account_id: accountId })
    .select<(GapWork & { readonly techniqueId: string })[]>(COLUMNS);
  const known = new Map(rows.map(({ techniqueId, ...work }) => [techniqueId, work]));
  return (techniqueId) => known.get(techniqueId) ?? NO_WORK;
}

/** Writes the work on a gap, in place of what was recorded before. */
export async function storeWork(
  trx: Knex,
  place: { readonly accountId: string; readonly techniqueId: string; readonly userId: string },
  work: GapWork,
): Promise<void> {
  const row = {
    ...{ state: work.state, owner: work.owner, due_at: work.dueAt, ticket_url: work.ticketUrl },
    ...{ recorded_by: place.userId, updated_at: work.updatedAt },
  };
  await trx(TABLE)
    .insert({ account_id: place.accountId, technique_id: place.techniqueId, ...row })
    .onConflict(['account_id', 'technique_id'])
    .merge(Object.keys(row));
}
