import { ConflictError, type Knex, NotFoundError } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { ListedKey } from '../../api-keys/api-key-service.js';
import { listActiveKeys, revokeKey } from '../../api-keys/api-key-store.js';
import { type CreatedKey, issueCountedKey, type NewKey } from '../../api-keys/issue-key.js';
import { type Actor, appendAudit } from '../../audit/audit-log.js';
import type { AccessChanges } from '../../callers/access-changes.js';
import { markAccessChanged } from '../../callers/account-store.js';
import type { Account } from '../../callers/caller.js';
import { auditedGrant } from '../../key-grants/key-grant.js';
import { tierLimits } from '../../tiers/tier.js';
import { lockOwnTeam } from '../acting-member.js';
import {
  endServiceAccounts,
  findServiceAccount,
  insertServiceAccount,
  listServiceAccounts,
  type ServiceAccount,
} from './service-account-store.js';

/** Service accounts of one team. */
const MOST_ACCOUNTS = 20;
/** Active keys of one service account: all share the quota of one. */
const MOST_KEYS = 5;

/**
 * A team's service accounts and their keys, which outlive every person: for its owner and admins.
 * Everything of another team's, and what is not there, is a NotFoundError.
 */
export interface ServiceAccountService {
  list(caller: Account): Promise<ServiceAccount[]>;
  /** @throws ConflictError when the team has twenty, or one of this name */
  create(caller: Account, name: string, actor: Actor): Promise<ServiceAccount>;
  /** Its keys end at once, everywhere within a second. What it made stays the team's. */
  remove(caller: Account, id: string, actor: Actor): Promise<ServiceAccount>;
  listKeys(caller: Account, id: string): Promise<ListedKey[]>;
  /** @throws ConflictError when it has five; for a repeated idempotency key */
  createKey(caller: Account, id: string, key: NewKey, actor: Actor): Promise<CreatedKey>;
  revokeKey(caller: Account, id: string, prefix: string, actor: Actor): Promise<void>;
}

/** Builds the service. `keyVendor` begins the keys it makes. */
export function createServiceAccountService(
  db: Knex,
  changes: AccessChanges,
  keyVendor: string,
): ServiceAccountService {
  return {
    list: (caller) => listServiceAccounts(db, { teamId: caller.teamId ?? caller.userId }),
    create: (caller, name, actor) => db.transaction((trx) => makeServiceAccount(trx, caller, name, actor)),
    async remove(caller, id, actor) {
      const removed = await db.transaction(async (trx) => {
        const scope = await heldTeam(trx, caller);
        const account = await found(trx, scope.teamId, id);
        await endServiceAccounts(trx, scope, id);
        await markAccessChanged(trx, [id]);
        await appendAudit(trx, {
          action: 'service_account.deleted',
          actor,
          target: { type: 'service_account', id },
          details: { name: account.name, keys: account.activeKeys },
        });
        return account;
      });
      changes.note(id);
      return removed;
    },
    async listKeys(caller, id) {
      await found(db, caller.teamId, id);
      const dailyLimit = tierLimits(caller.teamTier ?? 'free').generationsPerDayPerKey;
      return (await listActiveKeys(db, { userId: id })).map((row) => ({ ...row, dailyLimit }));
    },
    createKey: (caller, id, key, actor) =>
      db.transaction(async (trx) => {
        const account = await found(trx, (await heldTeam(trx, caller)).teamId, id);
        const refusal = `The service account "${account.name}" has ${MOST_KEYS} active keys, which is the most: revoke one first.`;
        const made = await issueCountedKey(trx, { userId: id }, key, { keyVendor, most: MOST_KEYS, refusal });
        await appendAudit(trx, {
          action: 'key.created',
          actor,
          target: { type: 'api_key', id: made.prefix },
          details: { name: made.name, serviceAccount: account.name, ...auditedGrant(made) },
        });
        return made;
      }),
    async revokeKey(caller, id, prefix, actor) {
      await db.transaction(async (trx) => {
        const account = await found(trx, (await heldTeam(trx, caller)).teamId, id);
        if (!(await revokeKey(trx, { userId: id }, prefix))) {
          throw new NotFoundError(`The service account "${account.name}" has no active key ${prefix}.`);
        }
        await markAccessChanged(trx, [id]);
        const details = { serviceAccount: account.name };
        await appendAudit(trx, { action: 'key.revoked', actor, target: { type: 'api_key', id: prefix }, details });
      });
      changes.note(id);
    },
  };
}

async function found(trx: Knex, teamId: string | undefined, id: string): Promise<ServiceAccount> {
  const account = teamId === undefined ? undefined : await findServiceAccount(trx, { teamId }, id);
  if (account === undefined) throw new NotFoundError(`The team has no service account ${id}.`);
  return account;
}

/** The caller's team, with their role in it held as it is now. */
async function heldTeam(trx: Knex.Transaction, caller: Account): Promise<{ teamId: string }> {
  const { team } = await lockOwnTeam(trx, caller, ['owner', 'admin']);
  return { teamId: team.id };
}

async function makeServiceAccount(
  trx: Knex.Transaction,
  caller: Account,
  name: string,
  actor: Actor,
): Promise<ServiceAccount> {
  const scope = await heldTeam(trx, caller);
  const present = await listServiceAccounts(trx, scope);
  if (present.length >= MOST_ACCOUNTS) {
    throw new ConflictError(`The team has ${MOST_ACCOUNTS} service accounts, which is the most: delete one first.`);
  }
  if (present.some((account) => account.name === name)) {
    throw new ConflictError(`The team has a service account "${name}" already.`);
  }
  const id = uuidv7();
  await insertServiceAccount(trx, scope, { id, name, createdBy: caller.userId });
  const target = { type: 'service_account', id };
  await appendAudit(trx, { action: 'service_account.created', actor, target, details: { name } });
  return found(trx, scope.teamId, id);
}
