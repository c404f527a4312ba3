import type { GapRuleEvent, Knex } from '@tripline/service';

interface EventRow {
  seq: string;
  owner_id: string;
  maker_id: string;
  account_id: string;
  technique_id: string;
  rule_key: string;
  state: GapRuleEvent['state'];
}

/** The events of all owners that are not delivered to the coverage service yet, oldest first. */
export async function undeliveredEvents(db: Knex, limit: number): Promise<GapRuleEvent[]> {
  const rows = await db('rules.gap_rule_events').orderBy('seq').limit(limit).select<EventRow[]>();
  return rows.map((row) => ({
    seq: row.seq,
    ownerId: row.owner_id,
    makerId: row.maker_id,
    accountId: row.account_id,
    techniqueId: row.technique_id,
    ruleKey: row.rule_key,
    state: row.state,
  }));
}

/** Takes events out of the outbox that the queue has. */
export async function removeDelivered(db: Knex, events: readonly GapRuleEvent[]): Promise<void> {
  await db('rules.gap_rule_events')
    .whereIn(
      'seq',
      events.map(({ seq }) => seq),
    )
    .delete();
}
