import { createHash } from 'node:crypto';
import { covers, mappingConfidence } from '@tripline/attack';
import { type Knex, storableJson, storableText } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { DeclaredRule } from './declared-rule.js';

/**
 * Stores declared rules of an account. A rule that is declared again keeps its id. Whether they see what they name is judged later, with the account's
 * logs (`judgeDeclared`); until then nobody knows.
 * @returns the ids of the stored rules, in the order of `rules`
 */
export async function storeDeclared(trx: Knex, accountId: string, rules: readonly DeclaredRule[]): Promise<string[]> {
  const ids: string[] = [];
  for (const rule of rules) {
    const id = await storeRule(trx, accountId, rule);
    ids.push(id);
    await storeTechniques(trx, id, rule.techniques);
  }
  return ids;
}

async function storeRule(trx: Knex, accountId: string, rule: DeclaredRule): Promise<string> {
  const content = JSON.stringify({ kind: 'tagged', techniques: idsOf(rule), siem: rule.siem });
  const reads = storableJson(rule.reads);
  const compared = [rule.name, rule.description, content, rule.standing, reads, rule.techniques];
  const hash = createHash('sha256').update(JSON.stringify(compared)).digest('hex');
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `insert into coverage.detections as d
       (id, account_id, type, natural_key, name, description, is_managed, status, told_status, status_reason, content, content_sha256, mapping_count, reads, sees, sees_reason, discovered_at, updated_at)
     values (:id, :accountId, 'siem_rule', :key, :name, :description, false, :status, :status, :reason, :content, :hash, :count, :reads, 'unknown', 'not_scanned', now(), now())
     on conflict (account_id, type, region, natural_key) do update set
       name = excluded.name, status = excluded.status, status_reason = excluded.status_reason, description = excluded.description, content = excluded.content, mapping_count = excluded.mapping_count,
       reads = excluded.reads, sees = excluded.sees, sees_reason = excluded.sees_reason, sees_detail = null,
       updated_at = case when d.content_sha256 = excluded.content_sha256 then d.updated_at else now() end,
       content_sha256 = excluded.content_sha256
     returning id`,
    {
      id: uuidv7(),
      accountId,
      key: rule.key,
      status: rule.standing.status,
      reason: rule.standing.reason,
      name: rule.name,
      description: rule.description,
      content,
      hash,
      count: rule.techniques.length,
      reads,
    },
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a declared detection was not stored');
  return id;
}

const idsOf = ({ techniques }: DeclaredRule): string[] => techniques.map(({ techniqueId }) => techniqueId);

async function storeTechniques(trx: Knex, id: string, techniques: DeclaredRule['techniques']): Promise<void> {
  await trx('coverage.detection_techniques').where({ detection_id: id }).delete();
  if (techniques.length === 0) return;
  await trx('coverage.detection_techniques').insert(
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
}

/** Removes a declared detection. */
export async function deleteDeclared(trx: Knex, id: string): Promise<void> {
  await trx('coverage.detections').where({ id, type: 'siem_rule' }).delete();
}
