import { type Actor, appendAudit, claimTeam, type OwnerScope } from '@tripline/auth';
import { type Knex, NotFoundError } from '@tripline/service';
import type { RuleSummary } from '../rule/rule-model.js';
import { keepWithin } from '../storage/storage-bound.js';
import { type StorageConfig, storageLimit } from '../storage/storage-config.js';
import { findOwnRules, findTeamRules, giveToTeam } from './moved-rules-store.js';
import type { RuleMove } from './team-rule-resource.js';

/** Most rules that one request moves. */
export const MOST_MOVED = 1_000;

/** Which rules to move: these of the caller's own, or all of them. */
export type MoveSelection = { readonly ruleKeys: readonly string[] } | { readonly all: true };

/** Who moves, and what the teams' owners may store. */
export interface RuleMover {
  readonly userId: string;
  readonly actor: Actor;
  readonly storage: StorageConfig;
}

/**
 * Gives rules of the caller's own to their team, with their versions and states; their maker stays. A rule whose key the team has already stays the caller's:
 * both were perhaps edited, and neither may be lost. The team is claimed first, so that of two who move the same at once one does.
 * @throws ForbiddenError when the caller is in no team now, or its subscription has run out
 * @throws NotFoundError naming keys of which neither the caller nor the team has a rule; nothing is moved then
 * @throws ConflictError where the team would store more than it may; nothing is moved then
 */
export async function moveRules(
  db: Knex,
  { actor, storage, userId }: RuleMover,
  selection: MoveSelection,
): Promise<RuleMove> {
  return db.transaction(async (trx) => {
    const team = await claimTeam(trx, userId);
    const scope = { userId, teamId: team.id };
    const { left, more, movable } =
      'all' in selection ? await chooseAll(scope, trx) : await chooseNamed(scope, trx, selection.ruleKeys);
    if (movable.length > 0) {
      await giveToTeam(
        scope,
        trx,
        movable.map(({ id }) => id),
      );
      await appendAudit(trx, {
        action: 'rule.moved',
        actor: { ...actor, teamId: team.id },
        target: { type: 'team', id: team.id },
        details: { rules: movable.length, ruleKeys: movable.map(({ key }) => key) },
      });
      await keepWithin(scope, trx, storageLimit(storage, team.ownerTier));
    }
    return { moved: movable.length, notMoved: left, more };
  });
}

interface Choice {
  readonly movable: readonly Pick<RuleSummary, 'id' | 'key' | 'title'>[];
  readonly left: RuleMove['notMoved'];
  readonly more: boolean;
}

async function chooseAll(
  scope: Required<Pick<OwnerScope, 'userId' | 'teamId'>>,
  trx: Knex.Transaction,
): Promise<Choice> {
  const free = await findOwnRules(scope, trx, { besideTeam: false, limit: MOST_MOVED + 1 });
  const more = free.length > MOST_MOVED;
  // Told once, at the end of a move that takes several calls.
  const taken = more ? [] : await findOwnRules(scope, trx, { besideTeam: true, limit: MOST_MOVED });
  return { movable: free.slice(0, MOST_MOVED), left: taken.map(teamHasKey), more };
}

async function chooseNamed(
  scope: Required<Pick<OwnerScope, 'userId' | 'teamId'>>,
  trx: Knex.Transaction,
  keys: readonly string[],
): Promise<Choice> {
  const own = await findOwnRules(scope, trx, { keys, limit: keys.length });
  const theirs = await findTeamRules({ teamId: scope.teamId }, trx, keys);
  const ownKeys = new Set(own.map(({ key }) => key));
  const teamKeys = new Set(theirs.map(({ key }) => key));
  const missing = keys.filter((key) => !ownKeys.has(key) && !teamKeys.has(key));
  if (missing.length > 0) throw new NotFoundError(`There is no rule ${missing.slice(0, 5).join(', ')}.`);
  return {
    movable: own.filter(({ key }) => !teamKeys.has(key)),
    left: [
      ...own.filter(({ key }) => teamKeys.has(key)).map(teamHasKey),
      ...theirs.filter(({ key }) => !ownKeys.has(key)).map(inTeam),
    ],
    more: false,
  };
}

const teamHasKey = ({ key, title }: Pick<RuleSummary, 'key' | 'title'>): RuleMove['notMoved'][number] => ({
  ruleKey: key,
  title,
  reason: 'team_has_key',
  message:
    'The team has a rule of this key already. Yours stays yours; compare the two, and delete the one that you do not need.',
});

const inTeam = ({ key, title }: Pick<RuleSummary, 'key' | 'title'>): RuleMove['notMoved'][number] => ({
  ruleKey: key,
  title,
  reason: 'in_team',
  message: 'It is the team’s already.',
});
