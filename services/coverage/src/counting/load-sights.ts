import type { Knex } from '@tripline/service';
import { FOREIGN_TARGET } from '../cloud/status-word.js';
import { loadForeignSights } from './sights/sight-store.js';
import { COUNTING } from './snapshot-store.js';
import type { TechniqueSight } from './technique-sight.js';

/**
 * The state that a detection counts with, for a statement: its own, and for a declared rule only where the account's logs bring what it names. What is proven to fire
 * reads a log that arrives, although no scan reads that.
 */
const STATUS = `case when d.sees is null or d.status = 'disabled' then d.status when d.sees = 'no' then 'disabled'
  when d.sees = 'unknown' then 'unknown' when d.status = 'unknown' then 'active' else d.status end`;
const REASON = `case when d.sees in ('no', 'unknown') and d.status <> 'disabled' then d.sees_reason else d.status_reason end`;

const BEST = `round(max(t.confidence)::numeric, 2)::double precision as confidence,
  coalesce(round(max(t.confidence) filter (where t.covers)::numeric, 2), 0)::double precision as covering,
  (count(*) filter (where t.basis = 'claimed'))::int as claiming`;

/**
 * What an account's detections notice now, counted in Postgres: an account may have any number of detections, and this process has others
 * to answer meanwhile.
 */
export async function loadSights(db: Knex, accountId: string): Promise<TechniqueSight[]> {
  const { rows } = await db.raw<{ rows: TechniqueSight[] }>(
    `select d.service, d.region as scope, d.seen_regions as sees, ${STATUS} as status, ${REASON} as "statusReason",
            t.technique_id as "techniqueId", count(*)::int as detections, ${BEST}
     from ${COUNTING} and d.status_reason is distinct from '${FOREIGN_TARGET}' group by d.service, d.region, d.seen_regions, 4, 5, t.technique_id
     union all
     select null, null, d.part_regions, 'degraded', 'part_arrives', t.technique_id,
            (count(*) filter (where d.seen_regions = '{}'))::int, ${BEST}
     from ${COUNTING} and d.sees = 'yes' and d.status <> 'disabled' and d.part_regions <> '{}' group by d.part_regions, t.technique_id
     union all
     select null, null, d.unsure_regions, 'unknown', 'log_unread', t.technique_id, 0, ${BEST}
     from ${COUNTING} and d.sees = 'yes' and d.status <> 'disabled' and d.unsure_regions <> '{}' group by d.unsure_regions, t.technique_id`,
    { accountId },
  );
  // What goes to other accounts counts as it is seen there, and not by its own state.
  return [...rows, ...(await loadForeignSights(db, accountId))];
}
