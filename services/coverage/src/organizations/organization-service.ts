import { type Actor, appendAudit, type Caller, holdOwner, ownerTier, tierLimits } from '@tripline/auth';
import { ConflictError, type Knex, storableText } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { Account } from '../accounts/account-model.js';
import { hasWayIn, newExternalId } from '../accounts/account-service.js';
import { countAccounts, findNumbersOf, insertAccounts } from '../accounts/account-store.js';
import {
  CallFailure,
  type CloudProvider,
  type Clouds,
  cloudOf,
  type FoundMember,
  type FoundOrganization,
  type OrganizationReader,
} from '../cloud/provider.js';
import { ACTIVE } from './organization-model.js';
import type { OrganizationBody } from './organization-schema.js';
import { listOrganizations, storeOrganization } from './organization-store.js';

/** Who reads an organisation. */
export interface OrganizationCaller {
  readonly caller: Caller;
  readonly actor: Actor;
}

/** How long a request waits for the provider: an organisation of 5,000 accounts in 1,000 units is 3,000 calls. */
const READ_MS = 60_000;
const LONGEST_NAME = 100;

/**
 * Reads the organisation of an account, and adds its active accounts that are not here yet for the account's owner, as far as the tier has places.
 * @returns the organisation's id here, and how many accounts were added and found no place
 * @throws ConflictError when the account is not connected, is in no organisation, or may not know it; or when the owner has it through another account
 */
export async function readOrganization(
  { clouds, db }: { readonly clouds: Clouds; readonly db: Knex },
  { actor, caller }: OrganizationCaller,
  account: Account,
  { role_name: roleName }: OrganizationBody,
): Promise<{ readonly id: string; readonly added: number; readonly notAdded: number }> {
  const reader = readerOf(cloudOf(clouds, account.provider), account);
  const found = await askProvider(reader, account);
  return db.transaction(async (trx) => {
    const of = { userId: caller.userId, ...(account.teamId === null ? {} : { teamId: account.teamId }) };
    const owner = await holdOwner(of, trx);
    const count = await countAccounts(owner, trx);
    const known = (await listOrganizations(owner, trx)).find(
      ({ accountId, number }) => number === found.id && accountId !== account.id,
    );
    if (known !== undefined)
      throw new ConflictError(
        `You have the organization ${found.id} through the account ${known.accountId}. Read it there, or forget it first: DELETE /organizations/${known.id}.`,
      );
    const stored = await storeOrganization(
      trx,
      { id: uuidv7(), accountId: account.id, roleName, externalId: newExternalId() },
      found,
    );
    const here = new Set(await findNumbersOf(owner, trx, owner.teamId === undefined ? 'user' : 'team'));
    const missing = found.members.filter(({ number, status }) => status === ACTIVE && !here.has(number));
    const { cloudAccounts } = tierLimits(ownerTier(caller, owner.teamId ?? null));
    const added = missing.slice(0, Math.max(0, cloudAccounts - count));
    const role = (number: string) => reader.roleOf(number, roleName, account.roleArn);
    await insertAccounts(
      owner,
      trx,
      added.map((member) =>
        newAccount(account, member, { roleArn: role(member.number), externalId: stored.externalId }),
      ),
    );
    const details = { organization: found.id, accounts: found.members.length, added: added.length };
    const target = { type: 'organization', id: stored.id };
    await appendAudit(trx, {
      action: 'organization.read',
      actor: { ...actor, teamId: owner.teamId },
      target,
      details,
    });
    return { id: stored.id, added: added.length, notAdded: missing.length - added.length };
  });
}

function readerOf({ organizations }: CloudProvider, account: Account): OrganizationReader {
  if (organizations === undefined)
    throw new ConflictError(`Accounts of ${account.provider} are in no organization that could be read.`);
  if (!hasWayIn(account))
    throw new ConflictError(
      `The account ${account.name} is not connected: create the role of its connection and set role_arn first.`,
    );
  return organizations;
}

/** Asks the provider under a time limit. @throws ConflictError saying what the account lacks */
async function askProvider(reader: OrganizationReader, account: Account): Promise<FoundOrganization> {
  const controller = new AbortController();
  const late = new ConflictError('The provider did not list the organization in time. Try again later.');
  const timer = setTimeout(() => controller.abort(late), READ_MS);
  try {
    return await reader.read(account, controller.signal);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    const { code, kind, service } = error.error;
    const lacks = `It must be the organization's management account or a delegated administrator, and its role must allow ${reader.actions.join(', ')} besides its permissions_policy.`;
    const why = kind === 'access_denied' && service !== 'sts' ? ` ${lacks}` : '';
    throw new ConflictError(
      `The account ${account.name} cannot read its organization.${why} ${code}: ${error.message}`,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** A member as an account here: it has the regions and the schedule of the account that the organisation is read through. */
const newAccount = (
  through: Account,
  { name, number }: FoundMember,
  { externalId, roleArn }: { readonly externalId: string; readonly roleArn: string },
) => ({
  id: uuidv7(),
  name: storableText(name, LONGEST_NAME),
  provider: through.provider,
  externalAccountId: number,
  scopes: through.scopes,
  schedule: through.schedule,
  roleArn,
  externalId,
  ownCredentials: false,
  tags: [],
  actorIds: through.actorIds,
  status: 'pending_connection' as const,
  createdAt: new Date(),
});
