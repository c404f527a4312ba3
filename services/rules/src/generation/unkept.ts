import { type Actor, appendAudit, type OwnerKind, type OwnerScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { Generation } from './generation-model.js';
import type { KeepCount } from './generation-saving.js';

/**
 * Records a generation that is not stored. Only that somebody generated stays: their quota and the audit log count it, without address and title.
 * @returns whose it would have been
 */
export async function recordUnkept(
  db: Knex,
  { scope, actor }: { readonly scope: OwnerScope; readonly actor: Actor },
  { id, source }: Pick<Generation, 'id' | 'source'>,
  rules: number,
  keep: KeepCount,
): Promise<OwnerKind> {
  return db.transaction(async (trx) => {
    const { teamId } = await keep(trx, scope);
    await appendAudit(trx, {
      action: 'rule.generated',
      actor: { ...actor, teamId },
      target: { type: 'generation', id },
      details: { inputType: source.inputType, url: null, rules, kept: false },
    });
    return teamId === undefined ? 'user' : 'team';
  });
}

/** Why a generation is not stored, for its reader. */
export function whyUnkept({ options, stats }: Pick<Generation, 'options' | 'stats'>): string {
  return options.keep === false
    ? 'The call asked to keep nothing of it (keep: false). Copy what you need; to store it, generate again without that.'
    : `The document or a rule of it is marked TLP:${String(stats['tlp']).toUpperCase()}, which is for its recipients only. Copy what you need; to store it all the same, generate again with keep: true.`;
}
