import { randomBytes } from 'node:crypto';
import {
  type Actor,
  appendAudit,
  type Caller,
  holdOwner,
  type OwnerScope,
  ownerTier,
  type Tier,
  tierLimits,
} from '@tripline/auth';
import { BadRequestError, ConflictError, ForbiddenError, type Knex, NotFoundError } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { type Clouds, type ConnectionCheck, cloudOf, type ProviderName } from '../cloud/provider.js';
import { factsOf, folderOf } from '../providers/facts-of.js';
import type { Account } from './account-model.js';
import type { AccountStatus } from './account-resource.js';
import type { AccountChangeBody, NewAccountBody } from './account-schema.js';
import {
  type AccountChange,
  countAccounts,
  deleteAccount,
  insertAccount,
  noteConnection,
  updateAccount,
} from './account-store.js';
import { shortestMinutes } from './schedule.js';

/** What the account functions need. */
export interface AccountDeps {
  readonly db: Knex;
  readonly clouds: Clouds;
  /** `subscriberId:awsAccount` pairs that may use the worker's own credentials. */
  readonly ownCredentialAccounts: readonly string[];
}

/** Who adds or changes an account. */
export interface AccountCaller {
  readonly caller: Caller;
  readonly scope: OwnerScope;
  readonly actor: Actor;
}

/** An external id that nobody else has. */
export const newExternalId = (): string => `tripline-${randomBytes(20).toString('hex')}`;

/** How long a request waits for a provider to let us in. */
const CHECK_MS = 20_000;

/**
 * Adds an account; a role that comes with it is tried at once.
 * @throws BadRequestError for a number that is none of the provider's, a role of another account, an unknown region, or a schedule with scans closer together than the tier has them
 * @throws ForbiddenError for own credentials that the operator has not allowed
 * @throws ConflictError when the owner has as many accounts as their tier includes
 */
export async function createAccount(
  deps: AccountDeps,
  { actor, caller, scope }: AccountCaller,
  body: NewAccountBody,
): Promise<Account> {
  const { clouds, db } = deps;
  checkScopes(clouds, body.provider, body.regions);
  checkNumber(body.provider, body.external_account_id);
  checkRole(body.provider, body.role_arn, body.external_account_id);
  const account = await db.transaction(async (trx) => {
    const owner = await holdOwner(scope, trx);
    const tier = ownerTier(caller, owner.teamId ?? null);
    checkSchedule(tier, body.schedule);
    checkOwnCredentials(deps, owner, body.provider, body.own_credentials, body.external_account_id);
    checkRoom(tier, await countAccounts(owner, trx));
    const created = await insertAccount(owner, trx, {
      id: uuidv7(),
      name: body.name.trim(),
      provider: body.provider,
      externalAccountId: body.external_account_id,
      scopes: body.regions ?? null,
      schedule: body.schedule ?? null,
      roleArn: body.role_arn ?? null,
      externalId: newExternalId(),
      ownCredentials: body.own_credentials ?? false,
      tags: body.tags ?? [],
      actorIds: body.actor_ids ?? [],
      status: 'pending_connection',
      createdAt: new Date(),
    });
    await appendAudit(trx, {
      action: 'account.connected',
      actor: { ...actor, teamId: owner.teamId },
      target: { type: 'cloud_account', id: created.id },
      details: { name: created.name, provider: created.provider, external_account_id: created.externalAccountId },
    });
    return created;
  });
  return withCheckedConnection(deps, account);
}

/**
 * Changes an account. A changed connection is tried at once.
 * @throws BadRequestError, ForbiddenError as {@link createAccount}; NotFoundError when the account was removed meanwhile
 */
export async function changeAccount(
  deps: AccountDeps,
  { actor, caller, scope }: AccountCaller,
  account: Account,
  body: AccountChangeBody,
): Promise<Account> {
  const { clouds, db } = deps;
  checkScopes(clouds, account.provider, body.regions);
  checkRole(account.provider, body.role_arn, account.externalAccountId);
  checkSchedule(ownerTier(caller, account.teamId), body.schedule);
  checkOwnCredentials(deps, scope, account.provider, body.own_credentials, account.externalAccountId);
  const touchesConnection = body.role_arn !== undefined || body.own_credentials !== undefined;
  const change: AccountChange = {
    ...(body.name === undefined ? {} : { name: body.name.trim() }),
    ...(body.regions === undefined ? {} : { scopes: body.regions }),
    ...(body.schedule === undefined ? {} : { schedule: body.schedule }),
    ...(body.role_arn === undefined ? {} : { roleArn: body.role_arn }),
    ...(body.own_credentials === undefined ? {} : { ownCredentials: body.own_credentials }),
    ...(body.tags === undefined ? {} : { tags: body.tags }),
    ...(body.actor_ids === undefined ? {} : { actorIds: body.actor_ids }),
    ...(touchesConnection ? { status: 'pending_connection' as const } : {}),
  };
  const changed = await db.transaction(async (trx) => {
    const updated = await updateAccount(scope, trx, account.id, change);
    if (updated === undefined) throw new NotFoundError(`There is no cloud account ${account.id}.`);
    await appendAudit(trx, {
      action: 'account.changed',
      actor,
      target: { type: 'cloud_account', id: account.id },
      details: { name: updated.name, changed: Object.keys(body) },
    });
    return updated;
  });
  return touchesConnection ? withCheckedConnection(deps, changed) : changed;
}

/** Removes an account with all its data; a scan under way ends by itself. @throws NotFoundError */
export async function removeAccount(scope: OwnerScope, db: Knex, actor: Actor, account: Account): Promise<void> {
  await db.transaction(async (trx) => {
    if (!(await deleteAccount(scope, trx, account.id))) {
      throw new NotFoundError(`There is no cloud account ${account.id}.`);
    }
    await appendAudit(trx, {
      action: 'account.removed',
      actor,
      target: { type: 'cloud_account', id: account.id },
      details: { name: account.name, provider: account.provider, external_account_id: account.externalAccountId },
    });
  });
}

/** Tries an account's connection and stores the result. */
export async function verifyAccount(
  deps: AccountDeps,
  account: Account,
): Promise<ConnectionCheck & { status: AccountStatus }> {
  if (!hasWayIn(account)) {
    return {
      status: 'pending_connection',
      ok: false,
      detail:
        'The account has no role yet. Create a role with the trust and permissions policies of its connection, then set role_arn.',
      missingActions: [],
      warnings: [],
    };
  }
  // A timer keeps this signal alive; nothing keeps that of AbortSignal.timeout.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('the provider did not answer in time')), CHECK_MS);
  try {
    const check = await cloudOf(deps.clouds, account.provider).check(account, controller.signal);
    const status: AccountStatus = check.ok ? 'connected' : 'broken';
    await noteConnection(deps.db, account, status);
    return { ...check, status };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the account has a role or may use the worker's own credentials. */
export const hasWayIn = (account: Account): boolean => account.ownCredentials || account.roleArn !== null;

async function withCheckedConnection(deps: AccountDeps, account: Account): Promise<Account> {
  const { status } = await verifyAccount(deps, account);
  return { ...account, status };
}

function checkScopes(clouds: Clouds, provider: ProviderName, names: readonly string[] | null | undefined): void {
  const unknown = names?.find((name) => !cloudOf(clouds, provider).isScopeName(name));
  if (unknown !== undefined) {
    const { example, kind } = factsOf(provider).scope;
    throw new BadRequestError(`Invalid body: "${unknown.slice(0, 40)}" is not ${kind}; give names such as ${example}.`);
  }
}

function checkSchedule(tier: Tier, schedule: string | null | undefined): void {
  if (schedule === null || schedule === undefined) return;
  const shortest = shortestMinutes(schedule);
  const { scheduleMinutes } = tierLimits(tier);
  if (shortest < scheduleMinutes) {
    throw new BadRequestError(
      `Invalid body: schedule "${schedule}" starts scans ${shortest} minutes apart; the tier "${tier}" allows one every ${scheduleMinutes} minutes.`,
    );
  }
}

function checkRoom(tier: Tier, accounts: number): void {
  const { cloudAccounts } = tierLimits(tier);
  if (accounts >= cloudAccounts) {
    throw new ConflictError(
      `There are ${accounts} cloud accounts, and the tier "${tier}" includes ${cloudAccounts}. Remove one first, or change the tier.`,
    );
  }
}

function checkNumber(provider: ProviderName, externalAccountId: string): void {
  const { number, numberIs } = folderOf(provider).accounts;
  if (!number.test(externalAccountId)) {
    throw new BadRequestError(`Invalid body: "external_account_id" must be ${numberIs}.`);
  }
}

function checkRole(provider: ProviderName, role: string | null | undefined, externalAccountId: string): void {
  if (role === null || role === undefined) return;
  const { accountOfRole, noun, roleIs } = folderOf(provider).accounts;
  const owner = accountOfRole(role);
  if (owner === undefined) throw new BadRequestError(`Invalid body: "role_arn" must be ${roleIs}.`);
  if (owner !== externalAccountId) {
    throw new BadRequestError(
      `Invalid body: role_arn is a role of ${noun} ${owner}, and this is account ${externalAccountId}.`,
    );
  }
}

function checkOwnCredentials(
  { ownCredentialAccounts }: AccountDeps,
  scope: OwnerScope,
  provider: ProviderName,
  wanted: boolean | undefined,
  externalAccountId: string,
): void {
  if (wanted !== true) return;
  const { noun } = folderOf(provider).accounts;
  const subscriber = scope.teamId ?? scope.userId;
  if (!ownCredentialAccounts.includes(`${subscriber}:${externalAccountId}`)) {
    throw new ForbiddenError(
      `own_credentials is not allowed for ${noun} ${externalAccountId}: the operator lists the accounts that may use the service's own (OWN_CREDENTIAL_ACCOUNTS=${subscriber}:${externalAccountId}).`,
    );
  }
}
