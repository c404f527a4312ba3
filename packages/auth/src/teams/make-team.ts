import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { type Actor, appendAudit } from '../audit/audit-log.js';
import { markAccessChanged } from '../callers/account-store.js';
import { insertTeam } from './team-store.js';

/** Makes a team with its owner as the only member; audited in the team's log. @returns its id; undefined when the owner is in a team already */
export async function makeTeam(
  trx: Knex.Transaction,
  { actor, name, ownerId }: { readonly name: string; readonly ownerId: string; readonly actor: Actor },
): Promise<string | undefined> {
  const id = uuidv7();
  if (!(await insertTeam(trx, { id, name, ownerId }))) return undefined;
  await markAccessChanged(trx, [ownerId]);
  await appendAudit(trx, {
    action: 'team.created',
    actor: { ...actor, teamId: id },
    target: { type: 'team', id },
    details: { name },
  });
  return id;
}
