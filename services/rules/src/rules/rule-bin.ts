import { type OwnerScope, ownedBy, ownerId } from '@tripline/auth';
import { inBatches, type Knex } from '@tripline/service';
import type { RuleSummary } from '../rule/rule-model.js';
import { RULE_COLUMNS, SUMMARY_COLUMNS, type SummaryRow, toSummary, VERSION_COLUMNS } from '../rule/rule-row.js';
import type { Cursor } from '../store/cursor.js';

/** How long a deleted rule can be restored. */
export const BIN_DAYS = 30;

/** When a rule of the bin was deleted, and by whom. */
export interface Deletion {
  readonly deletedAt: Date;
  readonly deletedBy: string;
}

const columns = (names: readonly string[]): string => names.join(', ');

/** Moves rules into the bin that the caller holds, with their versions and their places in generations. */
export async function moveToBin(
  trx: Knex.Transaction,
  ids: readonly string[],
  deleted: { readonly by: string; readonly at: Date; readonly jobId?: string },
): Promise<void> {
  if (ids.length === 0) return;
  await trx.raw(
    `insert into rules.deleted_rules (${columns(RULE_COLUMNS)}, deleted_at, deleted_by, bulk_job_id)
     select ${columns(RULE_COLUMNS)}, ?, ?, ? from rules.rules where id = any(?::uuid[])`,
    [deleted.at, deleted.by, deleted.jobId ?? null, [...ids]],
  );
  await trx.raw(
    `insert into rules.deleted_rule_versions (${columns(VERSION_COLUMNS)})
     select ${columns(VERSION_COLUMNS)} from rules.rule_versions where rule_id = any(?::uuid[])`,
    [[...ids]],
  );
  await trx.raw(
    `insert into rules.deleted_generation_rules (generation_id, position, rule_id, version)
     select generation_id, position, rule_id, version from rules.generation_rules where rule_id = any(?::uuid[])`,
    [[...ids]],
  );
  await trx('rules.rules')
    .whereIn('id', [...ids])
    .delete();
}

/**
 * Takes rules out of the bin that the caller holds. One whose owner has another rule of its key stays there.
 * @returns the ids of those that are back
 */
export async function takeOut(trx: Knex.Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  // Held, so that none of them goes while rules begin to name it again.
  await trx.raw(
    `select id from rules.generations where id in (
       select generation_id from rules.deleted_rules where id = any(?::uuid[])
       union select generation_id from rules.deleted_generation_rules where rule_id = any(?::uuid[])
     ) order by id for key share`,
    [[...ids], [...ids]],
  );
  const kept = RULE_COLUMNS.map((name) =>
    name === 'generation_id' ? '(select id from rules.generations where id = deleted.generation_id)' : name,
  );
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `insert into rules.rules (${columns(RULE_COLUMNS)})
     select ${columns(kept)} from rules.deleted_rules as deleted where id = any(?::uuid[]) order by key
     on conflict (owner_id, key) do nothing returning id`,
    [[...ids]],
  );
  const back = rows.map(({ id }) => id);
  await trx.raw(
    `insert into rules.rule_versions (${columns(VERSION_COLUMNS)})
     select ${columns(VERSION_COLUMNS)} from rules.deleted_rule_versions where rule_id = any(?::uuid[])`,
    [back],
  );
  await trx.raw(
    `insert into rules.generation_rules (generation_id, position, rule_id, version)
     select generation_id, position, rule_id, version from rules.deleted_generation_rules
     where rule_id = any(?::uuid[]) and generation_id in (select id from rules.generations)`,
    [back],
  );
  await trx('rules.deleted_rules').whereIn('id', back).delete();
  return new Set(back);
}

/** When a rule was deleted that goes for good at `now`. */
export const cutoff = (now: Date): Date => new Date(now.getTime() - BIN_DAYS * 86_400_000);

/** Which rules of the bin: those of these keys, or all that a job deleted. */
export type BinSelection = { readonly ruleKeys: readonly string[] } | { readonly jobId: string };

/** Most rules that one request restores or deletes for good. */
export const MOST_FROM_BIN = 10_000;

/** Holds the chosen rules of the scope's owner until the transaction ends; of those with the same key, unless one job deleted them, the team's that was deleted last. */
export async function holdInBin(
  scope: OwnerScope,
  trx: Knex.Transaction,
  selection: BinSelection,
  now: Date,
): Promise<readonly Pick<RuleSummary, 'id' | 'ownerId' | 'key' | 'title'>[]> {
  const query = trx('rules.deleted_rules')
    .where(ownedBy(scope))
    .andWhere('deleted_at', '>', cutoff(now))
    .orderBy('key')
    .orderByRaw('owner_id = ?', [ownerId(scope)])
    .orderBy('deleted_at')
    .limit(MOST_FROM_BIN)
    .forUpdate()
    .select<{ id: string; owner_id: string; key: string; title: string }[]>('id', 'owner_id', 'key', 'title');
  if ('jobId' in selection) void query.andWhere('bulk_job_id', selection.jobId);
  else void query.whereIn('key', [...selection.ruleKeys]);
  const rules = (await query).map(({ owner_id, ...rule }) => ({ ...rule, ownerId: owner_id }));
  if ('jobId' in selection) return rules;
  return [...new Map(rules.map((rule) => [rule.key, rule])).values()];
}

/** Takes rules out of the bin that the caller holds. @returns the ids of those that are back; the others have another rule of their key */
export const restoreRules = (
  _scope: OwnerScope,
  trx: Knex.Transaction,
  rules: readonly Pick<RuleSummary, 'id' | 'ownerId' | 'key' | 'title'>[],
): Promise<ReadonlySet<string>> =>
  takeOut(
    trx,
    rules.map(({ id }) => id),
  );

/** Deletes rules of the scope's bin for good: those of these keys, or all. @returns how many */
export async function deleteForGood(
  scope: OwnerScope,
  trx: Knex.Transaction,
  keys: readonly string[] | undefined,
): Promise<number> {
  const query = trx('rules.deleted_rules').where(ownedBy(scope));
  if (keys !== undefined) void query.whereIn('key', [...keys]);
  return query.delete();
}

/** The bin of the scope's owner, what was deleted last first; one row more than `limit`, and how many there are. */
export async function listDeletedRules(
  scope: OwnerScope,
  db: Knex,
  page: { readonly limit: number; readonly after?: Cursor },
  now: Date,
): Promise<{ readonly rows: readonly (RuleSummary & Deletion)[]; readonly total: number }> {
  const inBin = () => db('rules.deleted_rules').where(ownedBy(scope)).andWhere('deleted_at', '>', cutoff(now));
  const query = inBin()
    .orderBy([
      { column: 'deleted_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(page.limit + 1)
    .select<(SummaryRow & { deleted_at: Date; deleted_by: string })[]>([
      ...SUMMARY_COLUMNS,
      'deleted_at',
      'deleted_by',
    ]);
  if (page.after !== undefined) {
    void query.whereRaw('(deleted_at, id) < (?::timestamptz, ?::uuid)', [page.after.createdAt, page.after.id]);
  }
  const [rows, counted] = await Promise.all([query, inBin().count<{ total: string }[]>('* as total').first()]);
  return {
    rows: rows.map((row) => ({ ...toSummary(row), deletedAt: row.deleted_at, deletedBy: row.deleted_by })),
    total: Number(counted?.total ?? 0),
  };
}

/** Rules per statement; few enough that nobody waits for the deletion. */
const PURGED_AT_ONCE = 500;

/** Deletes what has lain in the bin for its time; several workers may share the work. @returns how many */
export function purgeBin(db: Knex, now: Date): Promise<number> {
  return inBatches(PURGED_AT_ONCE, async () => {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from rules.deleted_rules where id in
         (select id from rules.deleted_rules where deleted_at <= ? limit ? for update skip locked)`,
      [cutoff(now), PURGED_AT_ONCE],
    );
    return rowCount;
  });
}
