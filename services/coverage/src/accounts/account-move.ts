import { type Actor, appendAudit, claimTeam, type OwnerScope, type Team, tierLimits } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { noSuchAccount } from './account-access.js';
import type { Account } from './account-model.js';
import type { AccountMove } from './account-resource.js';
import type { AccountMoveBody } from './account-schema.js';
import { countAccounts, findAccountsOf, findNumbersOf, giveToTeam } from './account-store.js';
import { shortestMinutes } from './schedule.js';

/** Who moves accounts, and what the operator allows. */
export interface AccountMover {
  readonly userId: string;
  readonly actor: Actor;
  /** `subscriberId:awsAccount` pairs that may use the worker's own credentials. */
  readonly ownCredentialAccounts: readonly string[];
}

/**
 * Gives cloud accounts of the caller's own to their team, with scans, detections and decisions; their maker stays. What the team cannot have stays the
 * caller's, each with the reason. The team is claimed first, so that two who move at once do not both find the last place.
 * @throws ForbiddenError when the caller is in no team now, or its subscription has run out
 * @throws NotFoundError naming an id that is neither the caller's nor the team's; nothing is moved then
 */
export async function moveAccounts(
  db: Knex,
  { actor, ownCredentialAccounts, userId }: AccountMover,
  body: AccountMoveBody,
): Promise<AccountMove> {
  return db.transaction(async (trx) => {
    const team = await claimTeam(trx, userId);
    const scope = { userId, teamId: team.id };
    const { own, theirs } = await choose(scope, trx, body);
    const numbers = new Set(await findNumbersOf(scope, trx));
    const most = tierLimits(team.ownerTier).cloudAccounts;
    let room = most - (await countAccounts(scope, trx));
    const moved: Account[] = [];
    const left = theirs.map((account) => toLeft(account, { reason: 'in_team', message: 'It is the team’s already.' }));
    for (const account of own) {
      const refusal = refusalOf(account, { team, numbers, room, most, ownCredentialAccounts });
      if (refusal !== undefined) {
        left.push(toLeft(account, refusal));
        continue;
      }
      room -= 1;
      numbers.add(account.externalAccountId);
      moved.push(account);
    }
    await giveToTeam(
      scope,
      trx,
      moved.map(({ id }) => id),
    );
    for (const { externalAccountId, id, name, provider } of moved) {
      await appendAudit(trx, {
        action: 'account.moved',
        actor: { ...actor, teamId: team.id },
        target: { type: 'cloud_account', id },
        details: { name, provider, external_account_id: externalAccountId },
      });
    }
    return { moved: moved.length, not_moved: left };
  });
}

async function choose(
  scope: OwnerScope,
  trx: Knex.Transaction,
  body: AccountMoveBody,
): Promise<{ own: readonly Account[]; theirs: readonly Account[] }> {
  if (!('account_ids' in body)) return { own: await findAccountsOf(scope, trx, 'user'), theirs: [] };
  const ids = body.account_ids;
  const own = await findAccountsOf(scope, trx, 'user', ids);
  const theirs = await findAccountsOf(scope, trx, 'team', ids);
  const known = new Set([...own, ...theirs].map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw noSuchAccount(missing);
  return { own, theirs };
}

type Refusal = Pick<AccountMove['not_moved'][number], 'reason' | 'message'>;

/** Why an account cannot become the team's, or undefined where it can. */
function refusalOf(
  account: Account,
  {
    most,
    numbers,
    ownCredentialAccounts,
    room,
    team,
  }: {
    readonly team: Team;
    /** The accounts' numbers that the team has. */
    readonly numbers: ReadonlySet<string>;
    readonly room: number;
    readonly most: number;
    readonly ownCredentialAccounts: readonly string[];
  },
): Refusal | undefined {
  const number = account.externalAccountId;
  if (numbers.has(number))
    return {
      reason: 'team_has_account',
      message: `The team has account ${number} already. Yours stays yours; remove the one that you do not need.`,
    };
  if (account.ownCredentials && !ownCredentialAccounts.includes(`${team.id}:${number}`))
    return {
      reason: 'own_credentials',
      message: `It uses the service’s own credentials, which the operator allows you and not the team (OWN_CREDENTIAL_ACCOUNTS=${team.id}:${number}). Give it a role first, or ask the operator.`,
    };
  const { scheduleMinutes } = tierLimits(team.ownerTier);
  if (account.schedule !== null && shortestMinutes(account.schedule) < scheduleMinutes)
    return {
      reason: 'schedule_too_often',
      message: `Its schedule "${account.schedule}" scans more often than every ${scheduleMinutes} minutes, which the team’s tier "${team.ownerTier}" does not include. Change the schedule first.`,
    };
  if (room <= 0)
    return {
      reason: 'account_limit',
      message: `The team has as many cloud accounts as its tier "${team.ownerTier}" includes (${most}). Remove one of the team’s first.`,
    };
  return undefined;
}

const toLeft = ({ id, name }: Account, refusal: Refusal): AccountMove['not_moved'][number] => ({
  id,
  name,
  ...refusal,
});
