import { type Knex, QUEUES, type Repeated, type TechniquesReadEvent } from '@tripline/service';
import { type OutboxRelayDeps, startOutboxRelay } from '../told/outbox-relay.js';

const TABLE = 'rules.techniques_read_events';

/** Tells the coverage service which techniques the documents show that were read. */
export function startReadingRelay(deps: OutboxRelayDeps): Repeated {
  return startOutboxRelay(deps, { table: TABLE, queue: QUEUES.techniquesRead, what: 'techniques read', undelivered });
}

interface EventRow {
  seq: string;
  generation_id: string;
  owner_id: string;
  read_at: Date;
  document_sha256: string;
  title: string;
  technique_ids: string[];
}

async function undelivered(db: Knex, limit: number): Promise<TechniquesReadEvent[]> {
  const rows = await db(TABLE).orderBy('seq').limit(limit).select<EventRow[]>();
  return rows.map((row) => ({
    seq: row.seq,
    generationId: row.generation_id,
    ownerId: row.owner_id,
    readAt: row.read_at.toISOString(),
    documentSha256: row.document_sha256,
    title: row.title,
    techniqueIds: row.technique_ids,
  }));
}
