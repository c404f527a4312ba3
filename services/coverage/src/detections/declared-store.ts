import { createHash } from 'node:crypto';
import { covers, mappingConfidence } from '@tripline/attack';
import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { DeclaredRule } from './declared-rule.js';

const MAPPING = { strength: 'significant', category: 'detect', source: 'sigma' } as const;

/**
 * Stores declared rules of an account. A rule that is declared again keeps its id.
 * @returns the ids of the stored rules, in the order of `rules`
 */
export async function storeDeclared(trx: Knex, accountId: string, rules: readonly DeclaredRule[]): Promise<string[]> {
  const ids: string[] = [];
  for (const rule of rules) {
    const content = JSON.stringify({ kind: 'tagged', techniques: rule.techniques, siem: rule.siem });
    const hash = createHash('sha256')
      .update(JSON.stringify([rule.name, rule.description, content, rule.standing]))
      .digest('hex');
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `insert into coverage.detections as d
         (id, account_id, type, natural_key, name, description, is_managed, status, told_status, status_reason, content, content_sha256, mapping_count, discovered_at, updated_at)
       values (:id, :accountId, 'siem_rule', :key, :name, :description, false, :status, :status, :reason, :content, :hash, :count, now(), now())
       on conflict (account_id, type, region, natural_key) do update set
         name = excluded.name, status = excluded.status, status_reason = excluded.status_reason, description = excluded.description, content = excluded.content, mapping_count = excluded.mapping_count,
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
      },
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('a declared detection was not stored');
    ids.push(id);
    await trx('coverage.detection_techniques').where({ detection_id: id }).delete();
    if (rule.techniques.length === 0) continue;
    await trx('coverage.detection_techniques').insert(
      rule.techniques.map((techniqueId) => ({
        detection_id: id,
        technique_id: techniqueId,
        ...MAPPING,
        confidence: mappingConfidence(MAPPING),
        covers: covers(MAPPING),
        evidence: `the rule's tag attack.${techniqueId.toLowerCase()}`,
      })),
    );
  }
  return ids;
}

/** Removes a declared detection. */
export async function deleteDeclared(trx: Knex, id: string): Promise<void> {
  await trx('coverage.detections').where({ id, type: 'siem_rule' }).delete();
}
