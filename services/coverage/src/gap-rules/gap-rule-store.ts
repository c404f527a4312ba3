import { type OwnerScope, ownersOf } from '@tripline/auth';
import type { GapRuleEvent, Knex } from '@tripline/service';
import { type GapRule, MOST_GAP_RULES, type RuleState, type RulesOfGap } from './gap-rule-model.js';

/**
 * Keeps the newest of these events and of what is known already, per account, technique, owner and rule. An event of an account that is neither the
 * rule's owner's nor its maker's, or is not there (any more), is left out: whoever calls the rules service names any account they like.
 */
export async function keepNewest(db: Knex, events: readonly GapRuleEvent[]): Promise<void> {
  const newest = new Map<string, GapRuleEvent>();
  for (const event of events) {
    const key = [event.accountId, event.ownerId, event.techniqueId, event.ruleKey].join(' ');
    const known = newest.get(key);
    if (known === undefined || BigInt(known.seq) < BigInt(event.seq)) newest.set(key, event);
  }
  // In one order, so that two workers do not wait for each other's rows.
  const ordered = [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, event]) => event);
  const column = (field: keyof GapRuleEvent) => ordered.map((event) => event[field]);
  await db.raw(
    `insert into coverage.gap_rules as known (account_id, technique_id, owner_id, rule_key, state, seq)
     select told.account_id, told.technique_id, told.owner_id, told.rule_key, told.state, told.seq
     from unnest(?::uuid[], ?::text[], ?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::bigint[])
       with ordinality as told (account_id, technique_id, owner_id, maker_id, rule_key, state, seq, position)
     join coverage.cloud_accounts accounts on accounts.id = told.account_id
     where accounts.owner_id in (told.owner_id, told.maker_id)
       or exists (
         select 1 from coverage.gap_rules where account_id = told.account_id and owner_id = told.owner_id
           and technique_id = told.technique_id and rule_key = told.rule_key)
     order by told.position
     on conflict (account_id, owner_id, technique_id, rule_key) do update
       set state = excluded.state, seq = excluded.seq where known.seq < excluded.seq`,
    [
      column('accountId'),
      column('techniqueId'),
      column('ownerId'),
      column('makerId'),
      column('ruleKey'),
      column('state'),
      column('seq'),
    ],
  );
}

interface RuleRow {
  technique_id: string;
  owner_id: string;
  rule_key: string;
  state: RuleState;
  of: number;
  deployed: number;
}

const NO_RULES: RulesOfGap = { rules: [], count: 0, deployed: 0 };

/** What gives the rules that the scope may see of an account's gaps, by technique: those that do most first, and of these the newest. */
export async function rulesOfGaps(
  scope: OwnerScope,
  db: Knex,
  accountId: string,
): Promise<(techniqueId: string) => RulesOfGap> {
  const { rows } = await db.raw<{ rows: RuleRow[] }>(
    `select technique_id, owner_id, rule_key, state, "of", deployed from (
       select technique_id, owner_id, rule_key, state,
              count(*) over technique::int as "of",
              (count(*) filter (where state = 'deployed') over technique)::int as deployed,
              row_number() over (technique order by array_position(array['deployed', 'accepted', 'draft', 'rejected'], state), seq desc) as place
       from coverage.gap_rules
       where account_id = ? and owner_id = any(?::uuid[]) and state <> 'deleted'
       window technique as (partition by technique_id)
     ) as told
     where place <= ? order by technique_id, place`,
    [accountId, [...ownersOf(scope)], MOST_GAP_RULES],
  );
  const byTechnique = new Map<string, RulesOfGap & { readonly rules: GapRule[] }>();
  for (const { deployed, of, owner_id: owner, rule_key: key, state, technique_id: id } of rows) {
    const known = byTechnique.get(id) ?? { rules: [], count: of, deployed };
    known.rules.push({ key, state, owner: owner === scope.teamId ? 'team' : 'user' });
    byTechnique.set(id, known);
  }
  return (techniqueId) => byTechnique.get(techniqueId) ?? NO_RULES;
}
