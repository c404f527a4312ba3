import { type GapRuleEvent, type Knex, QUEUES, type Repeated } from '@tripline/service';
import { type OutboxRelayDeps, startOutboxRelay } from '../told/outbox-relay.js';

const TABLE = 'rules.gap_rule_events';

/** Tells the coverage service of each change of a rule that was written for a gap. */
export function startGapRuleRelay(deps: OutboxRelayDeps): Repeated {
  const what = 'rules written for gaps';
  return startOutboxRelay(deps, { table: TABLE, queue: QUEUES.gapRules, what, undelivered });
}

interface EventRow {
  seq: string;
  owner_id: string;
  maker_id: string;
  account_id: string;
  technique_id: string;
  rule_key: string;
  state: GapRuleEvent['state'];
}

async function undelivered(db: Knex, limit: number): Promise<GapRuleEvent[]> {
  const rows = await db(TABLE).orderBy('seq').limit(limit).select<EventRow[]>();
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
