import { holdOwners, type OwnerScope, ownersOf } from '@tripline/auth';
import type { Knex, TechniquesReadEvent } from '@tripline/service';
import { MOST_TITLES, READING_DAYS, type TechniqueReading } from './reading-model.js';

const DAY_MS = 86_400_000;
/** Rows that one transaction forgets. */
const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Keeps the newest of these events and of what is known already, per generation. One of somebody who is not there (any more) is left out, and so is
 * one of a document that was read too long ago to count. What was read too long ago is forgotten.
 */
export async function keepReadings(db: Knex, events: readonly TechniquesReadEvent[]): Promise<void> {
  const oldest = new Date(Date.now() - READING_DAYS * DAY_MS);
  await db.transaction(async (trx) => {
    const owners = await holdOwners([...new Set(events.map(({ ownerId }) => ownerId))], trx);
    const newest = new Map<string, TechniquesReadEvent>();
    for (const event of events) {
      const known = newest.get(event.generationId);
      const isNewer = known === undefined || BigInt(known.seq) < BigInt(event.seq);
      if (isNewer && owners.has(event.ownerId)) newest.set(event.generationId, event);
    }
    await trx.raw(
      `insert into coverage.techniques_read as known (generation_id, owner_id, read_at, document_sha256, title, technique_ids, seq)
       select told."generationId", told."ownerId", told."readAt", told."documentSha256", told.title, told."techniqueIds", told.seq
       from json_to_recordset(?) as told (
         seq bigint, "generationId" uuid, "ownerId" uuid, "readAt" timestamptz, "documentSha256" text, title text, "techniqueIds" text[])
       where told."readAt" > ?
       order by told."generationId"
       on conflict (generation_id) do update
         set owner_id = excluded.owner_id, title = excluded.title, technique_ids = excluded.technique_ids, seq = excluded.seq
         where known.seq < excluded.seq`,
      [JSON.stringify([...newest.values()]), oldest],
    );
    await trx.raw(
      `delete from coverage.techniques_read where generation_id in (
         select generation_id from coverage.techniques_read where read_at <= ? limit ? for update skip locked)`,
      [oldest, FORGOTTEN_AT_ONCE],
    );
  });
}

interface ReadingRow {
  technique_id: string;
  title: string;
  read_at: Date;
  of: number;
  weight: number;
}

const NOTHING_READ: TechniqueReading = { count: 0, weight: 0, latest: [] };

/**
 * What gives the documents that the scope and its team had read in the 90 days before a moment, by technique. The same document read again counts once, as
 * when it was read last.
 */
export async function readingsOf(
  scope: OwnerScope,
  db: Knex,
  at: Date,
): Promise<(techniqueId: string) => TechniqueReading> {
  const days = (count: number): Date => new Date(at.getTime() - count * DAY_MS);
  const { rows } = await db.raw<{ rows: ReadingRow[] }>(
    `with documents as (
       select distinct on (technique_id, document_sha256) technique_id, document_sha256, title, read_at
       from coverage.techniques_read, unnest(technique_ids) as technique_id
       where owner_id = any(:owners::uuid[]) and read_at > :oldest and read_at <= :at
       order by technique_id, document_sha256, read_at desc, seq desc
     ), placed as (
       select *, count(*) over technique::int as "of",
              sum(case when read_at > :month then 3 when read_at > :months then 2 else 1 end) over technique::int as weight,
              row_number() over (technique order by read_at desc, document_sha256) as place
       from documents window technique as (partition by technique_id)
     )
     select technique_id, title, read_at, "of", weight from placed where place <= :titles order by technique_id, place`,
    {
      owners: [...ownersOf(scope)],
      at,
      oldest: days(READING_DAYS),
      months: days(60),
      month: days(30),
      titles: MOST_TITLES,
    },
  );
  const byTechnique = new Map<string, TechniqueReading & { readonly latest: TechniqueReading['latest'][number][] }>();
  for (const { of, read_at: readAt, technique_id: id, title, weight } of rows) {
    const known = byTechnique.get(id) ?? { count: of, weight, latest: [] };
    known.latest.push({ title, readAt });
    byTechnique.set(id, known);
  }
  return (techniqueId) => byTechnique.get(techniqueId) ?? NOTHING_READ;
}
