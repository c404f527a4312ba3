import type { OwnerScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { SavedVersion } from '../rule/rule-model.js';

/** A gap of the coverage service: a technique that a cloud account does not cover. */
export interface Gap {
  readonly accountId: string;
  readonly techniqueId: string;
}

/**
 * Keeps that rules of the scope's owner, which the caller holds, were written for a gap, and puts their state into the outbox: also of those that it
 * was kept of before.
 */
export async function keepGapOfRules(
  scope: OwnerScope,
  trx: Knex.Transaction,
  { accountId, techniqueId }: Gap,
  rules: readonly SavedVersion[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(rules.map(({ ruleId }) => ruleId))];
  if (ids.length === 0) return;
  await trx.raw(
    `insert into rules.gap_rules (rule_id, account_id, technique_id, asked_at)
     select id, ?, ?, ? from unnest(?::uuid[]) as asked (id)
     on conflict (rule_id, account_id, technique_id) do update set asked_at = excluded.asked_at`,
    [accountId, techniqueId, now, ids],
  );
  await trx.raw(
    `insert into rules.gap_rule_events (owner_id, maker_id, account_id, technique_id, rule_key, state)
     select owner_id, created_by, ?, ?, key, state from rules.rules where id = any(?::uuid[]) and owner_id = ?`,
    [accountId, techniqueId, ids, scope.teamId ?? scope.userId],
  );
}
