import type { Knex } from '@tripline/service';

/** The id of the newest snapshot that was there at a time; undefined when there was none yet. */
export async function snapshotAt(db: Knex, accountId: string, at: Date): Promise<string | undefined> {
  const row = await db('coverage.snapshots')
    .where({ account_id: accountId })
    .andWhere('created_at', '<=', at)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first<{ id: string } | undefined>('id');
  return row?.id;
}

/** A detection that a snapshot names for a technique. */
export interface Evidence {
  readonly techniqueId: string;
  readonly name: string;
  readonly type: string;
  readonly region: string | null;
  /** Its status now, which may be another than at the time of the snapshot. */
  readonly status: string;
  readonly discoveredAt: Date;
  /** The scan that saw it last; null for what was declared. */
  readonly seenByScan: string | null;
}

/** The detections that a snapshot rests on, at most `most` of each technique, the best first. */
export async function evidenceOf(db: Knex, snapshotId: string, most: number): Promise<Evidence[]> {
  const { rows } = await db.raw<{ rows: Evidence[] }>(
    `select t.technique_id as "techniqueId", d.name, d.type, d.region, d.status, d.discovered_at as "discoveredAt", d.seen_by_scan as "seenByScan"
     from coverage.snapshot_techniques t
       cross join lateral unnest(t.detection_ids[1:cast(:most as int)]) with ordinality as named (id, place)
       join coverage.detections d on d.id = named.id
     where t.snapshot_id = :snapshotId and t.status <> 'uncovered' order by t.technique_id, named.place`,
    { snapshotId, most },
  );
  return rows;
}
