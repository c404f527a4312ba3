import { createHash } from 'node:crypto';
import { covers, mappingConfidence } from '@tripline/attack';
import { type Knex, storableJson, storableText } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { DeclaredRule } from './declared-rule.js';

/** Rules that one statement stores. */
const AT_ONCE = 500;

/**
 * Stores declared rules of an account. A rule that is declared again keeps its id. Whether they see what they name is judged later, with the account's
 * logs (`judgeDeclared`); until then nobody knows.
 * @returns the ids of the stored rules, in the order of `rules`
 */
export async function storeDeclared(trx: Knex, accountId: string, rules: readonly DeclaredRule[]): Promise<string[]> {
  const ids = new Map<string, string>();
  // Of one that comes twice the last counts; one statement may not store a row twice.
  const last = [...new Map(rules.map((rule) => [rule.key, rule])).values()];
  for (let at = 0; at < last.length; at += AT_ONCE) {
    const part = last.slice(at, at + AT_ONCE);
    for (const { id, key } of await storeRules(trx, accountId, part)) ids.set(key, id);
    await storeTechniques(
      trx,
      part.map((rule) => ({ id: idOf(ids, rule), techniques: rule.techniques })),
    );
  }
  return rules.map((rule) => idOf(ids, rule));
}

function idOf(ids: ReadonlyMap<string, string>, { key }: DeclaredRule): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error('a declared detection was not stored');
  return id;
}

async function storeRules(
  trx: Knex,
  accountId: string,
  rules: readonly DeclaredRule[],
): Promise<readonly { readonly id: string; readonly key: string }[]> {
  const { rows } = await trx.raw<{ rows: { id: string; key: string }[] }>(
    `insert into coverage.detections as d
       (id, account_id, type, natural_key, name, description, is_managed, status, told_status, status_reason, content, content_sha256, mapping_count, reads, siem_rule_id, sees, sees_reason, discovered_at, updated_at)
     select x.id, :accountId, 'siem_rule', x.key, x.name, x.description, false, x.status, x.status, x.reason, x.content, x.hash, x.count, x.reads, x.siem_rule_id, 'unknown', 'not_scanned', now(), now()
     from json_to_recordset(cast(:rules as json)) as x(id uuid, key text, name text, description text, status text, reason text, content json, hash text, count integer, reads jsonb, siem_rule_id uuid)
     on conflict (account_id, type, region, natural_key) do update set
       name = excluded.name, status = excluded.status, status_reason = excluded.status_reason, description = excluded.description, content = excluded.content, mapping_count = excluded.mapping_count,
       reads = excluded.reads, siem_rule_id = coalesce(excluded.siem_rule_id, d.siem_rule_id), sees = excluded.sees, sees_reason = excluded.sees_reason, sees_detail = null,
       updated_at = case when d.content_sha256 = excluded.content_sha256 then d.updated_at else now() end,
       content_sha256 = excluded.content_sha256
     returning id, natural_key as key`,
    { accountId, rules: storableJson(rules.map(rowOf)) },
  );
  return rows;
}

function rowOf(rule: DeclaredRule) {
  const { description, key, name, reads, siem, siemRuleId, standing, techniques } = rule;
  const content = { kind: 'tagged', techniques: techniques.map(({ techniqueId }) => techniqueId), siem };
  const compared = [name, description, JSON.stringify(content), standing, storableJson(reads), techniques];
  return {
    id: uuidv7(),
    key,
    name,
    description,
    status: standing.status,
    reason: standing.reason,
    content,
    hash: createHash('sha256').update(JSON.stringify(compared)).digest('hex'),
    count: techniques.length,
    reads,
    siem_rule_id: siemRuleId ?? null,
  };
}

async function storeTechniques(
  trx: Knex,
  rules: readonly { readonly id: string; readonly techniques: DeclaredRule['techniques'] }[],
): Promise<void> {
  await trx('coverage.detection_techniques')
    .whereIn(
      'detection_id',
      rules.map(({ id }) => id),
    )
    .delete();
  const rows = rules.flatMap(({ id, techniques }) =>
    techniques.map((one) => ({
      detection_id: id,
      technique_id: one.techniqueId,
      category: one.category,
      strength: one.strength,
      source: one.source,
      basis: one.basis,
      confidence: mappingConfidence(one),
      covers: covers(one),
      evidence: storableText(one.evidence),
    })),
  );
  if (rows.length > 0) await trx.batchInsert('coverage.detection_techniques', rows, AT_ONCE);
}

/**
 * Until the transaction ends nobody else adds a SIEM to those of an account's owner. Declaring may add one, and holds them before the account, as whoever
 * adds a SIEM with accounts does.
 */
export async function holdSiemsOf(trx: Knex, accountId: string): Promise<void> {
  await trx.raw(
    `select pg_advisory_xact_lock(hashtext('coverage.siems'), hashtext(cast(owner_id as text))) from coverage.cloud_accounts where id = ?`,
    [accountId],
  );
}

/** Makes the declared rules of an account rules of its owner's SIEMs, each of the one named by its kind. */
export async function adoptDeclared(trx: Knex, accountId: string): Promise<void> {
  await trx.raw('select coverage.adopt_declared(?)', [accountId]);
}

/** Removes a declared detection. False for one that an import made, or that was removed already. */
export async function deleteDeclared(trx: Knex, id: string): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `delete from coverage.detections d where d.id = ? and d.type = 'siem_rule'
       and not exists (select from coverage.siem_rules r where r.id = d.siem_rule_id and not r.is_declared)`,
    [id],
  );
  return rowCount > 0;
}
