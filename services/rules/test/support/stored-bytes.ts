import type { Knex } from '@tripline/service';

/** Owners of whom something else is counted than what stands in the tables; the bytes are measured anew. */
export async function miscounted(db: Knex): Promise<{ owner_id: string; counted: string; stored: string }[]> {
  const { rows } = await db.raw(`
    with parts as (
      select owner_id, octet_length(content::text) as bytes from rules.rule_versions join rules.rules on rules.id = rule_id
      union all
      select owner_id, octet_length(text) + octet_length(blocks::text) from rules.documents join rules.generations on generations.id = generation_id
      union all
      select owner_id, octet_length(title) + octet_length(concat(url, final_url)) + octet_length(concat(options, techniques, indicators, skipped, stats, rules))
      from rules.generations
      union all
      select owner_id, octet_length(name) + octet_length(text) from rules.pipelines
    ),
    stored as (select owner_id, sum(bytes) as stored from parts group by owner_id),
    counted as (select owner_id, sum(bytes) as counted from rules.storage_changes group by owner_id)
    select owner_id, coalesce(counted, 0) as counted, coalesce(stored, 0) as stored
    from stored full join counted using (owner_id) where coalesce(counted, 0) <> coalesce(stored, 0)`);
  return rows;
}
