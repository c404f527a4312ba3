import { ConflictError, type Knex, NotFoundError } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { type Actor, appendAudit } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { markAccessChanged } from '../callers/account-store.js';
import type { Account } from '../callers/caller.js';
import { tierLimits } from '../tiers/tier.js';
import { type ApiKeyRow, countActiveKeysLocked, insertKey, listActiveKeys, revokeKey } from './api-key-store.js';
import { mintKey } from './key-format.js';

/** A new key, the only time its full text is available. */
export interface CreatedKey {
  key: string;
  prefix: string;
  name: string;
  createdAt: Date;
}

/** A key in the list. */
export interface ListedKey extends ApiKeyRow {
  /** Generations per UTC day with this key. */
  dailyLimit: number;
}

/** Creates, lists and revokes a user's API keys. */
export interface ApiKeyService {
  /** @throws ConflictError when the tier's number of active keys is reached, also under concurrent creations */
  create(account: Account, name: string, actor: Actor): Promise<CreatedKey>;
  list(account: Account): Promise<ListedKey[]>;
  /** @throws NotFoundError for another user's, an unknown and an already revoked prefix alike */
  revoke(account: Account, prefix: string, actor: Actor): Promise<void>;
}

/** Builds the service. `keyVendor` begins the keys it makes. */
export function createApiKeyService(db: Knex, changes: AccessChanges, keyVendor: string): ApiKeyService {
  return {
    create: (account, name, actor) =>
      db.transaction(async (trx) => {
        const limit = tierLimits(account.tier).activeKeys;
        if ((await countActiveKeysLocked(trx, account)) >= limit) {
          throw new ConflictError(
            `Your tier "${account.tier}" allows ${limit} active keys, and you have them: revoke one first.`,
          );
        }
        const { key, prefix, createdAt } = await insertFreshKey(trx, account, name, keyVendor);
        await appendAudit(trx, {
          action: 'key.created',
          actor,
          target: { type: 'api_key', id: prefix },
          details: { name },
        });
        return { key, prefix, name, createdAt };
      }),
    async list(account) {
      const dailyLimit = tierLimits(account.tier).generationsPerDayPerKey;
      return (await listActiveKeys(db, account)).map((row) => ({ ...row, dailyLimit }));
    },
    async revoke(account, prefix, actor) {
      await db.transaction(async (trx) => {
        if (!(await revokeKey(trx, account, prefix))) throw new NotFoundError(`You have no active key ${prefix}.`);
        await markAccessChanged(trx, [account.userId]);
        await appendAudit(trx, { action: 'key.revoked', actor, target: { type: 'api_key', id: prefix } });
      });
      changes.note(account.userId);
    },
  };
}

/** With 62^8 prefixes a collision is rare but possible; then another key is made. */
async function insertFreshKey(trx: Knex.Transaction, account: Account, name: string, keyVendor: string) {
  for (;;) {
    const minted = mintKey(keyVendor);
    const createdAt = await insertKey(trx, account, { id: uuidv7(), name, prefix: minted.prefix, hash: minted.hash });
    if (createdAt !== undefined) return { ...minted, createdAt };
  }
}
