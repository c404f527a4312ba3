import type { Knex } from '@tripline/service';

/** The techniques that a detection detects, by id: those it is mapped to, as changed by overrides. */
export async function detectedTechniques(db: Knex, detectionId: string): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select technique_id as id from coverage.detection_techniques where detection_id = :detectionId and category = 'detect'
       and technique_id not in (select technique_id from coverage.mapping_overrides where detection_id = :detectionId)
     union
     select technique_id from coverage.mapping_overrides where detection_id = :detectionId and covers
     order by id`,
    { detectionId },
  );
  return rows.map(({ id }) => id);
}
