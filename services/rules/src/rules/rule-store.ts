import { type OwnerScope, ownedBy, ownerId } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { decisionColumns, type Rejection } from '../rule/rule-decision.js';
import type { RuleSummary } from '../rule/rule-model.js';
import { type RuleContent, type RuleState, type SavedContent, wholeContent } from '../rule/rule-resource.js';
import { SUMMARY_COLUMNS, type SummaryRow, toSummary } from '../rule/rule-row.js';

/** One rule of the scope's owner by its key, the team's before the caller's own. */
export async function findRule(scope: OwnerScope, db: Knex, key: string): Promise<RuleSummary | undefined> {
  return (await findRules(scope, db, [key])).get(key);
}

/** Rules of the scope's owner by their keys, the team's before the caller's own; unknown and foreign ones are missing. */
export async function findRules(
  scope: OwnerScope,
  db: Knex,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RuleSummary>> {
  const rows = await db('rules.rules')
    .whereIn('key', [...keys])
    .andWhere(ownedBy(scope))
    // The team's row after the caller's own of the same key, so that it is the one that stays.
    .orderByRaw('owner_id = ?', [ownerId(scope)])
    .select<SummaryRow[]>(SUMMARY_COLUMNS);
  return new Map(rows.map((row) => [row.key, toSummary(row)]));
}

/** Locks a rule of the scope's owner until the transaction ends. */
export async function lockRule(
  scope: OwnerScope,
  trx: Knex.Transaction,
  key: string,
): Promise<RuleSummary | undefined> {
  const found = await findRule(scope, trx, key);
  if (found === undefined) return undefined;
  const row = await trx('rules.rules')
    .where({ id: found.id })
    .andWhere(ownedBy(scope))
    .forNoKeyUpdate()
    .first<SummaryRow>(SUMMARY_COLUMNS);
  return row === undefined ? undefined : toSummary(row);
}

/** Sets the state of a rule the caller has locked, and who decided it and why. */
export async function setState(
  scope: OwnerScope,
  trx: Knex.Transaction,
  ruleId: string,
  { reason, state }: { readonly state: RuleState; readonly reason?: Rejection | undefined },
  now: Date,
): Promise<void> {
  const decision = decisionColumns(state, reason, { at: now, by: scope.userId });
  await trx('rules.rules')
    .where({ id: ruleId })
    .andWhere(ownedBy(scope))
    .update({ state, ...decision, updated_at: now });
}

/** What one version of a rule of the scope's owner says. */
export async function findContent(
  scope: OwnerScope,
  db: Knex,
  rule: { readonly id: string; readonly version: number },
): Promise<RuleContent | undefined> {
  const row = await db('rules.rule_versions as versions')
    .join('rules.rules as rules', 'rules.id', 'versions.rule_id')
    .where({ 'versions.rule_id': rule.id, 'versions.version': rule.version })
    .andWhere(ownedBy(scope))
    .first<{ content: SavedContent } | undefined>('versions.content');
  return row === undefined ? undefined : wholeContent(row.content);
}
