import { ConflictError, type Knex, NotFoundError } from '@tripline/service';
import { type Actor, appendAudit } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { markAccessChanged } from '../callers/account-store.js';
import type { Account } from '../callers/caller.js';
import { auditedGrant } from '../key-grants/key-grant.js';
import { tierLimits } from '../tiers/tier.js';
import {
  type ApiKeyRow,
  findActiveKey,
  listActiveKeys,
  lockKeyHolder,
  replaceKey,
  revokeKey,
} from './api-key-store.js';
import { type CreatedKey, issueCountedKey, issueKey, type NewKey, refuseRepeated } from './issue-key.js';

/** A key in the list. */
export interface ListedKey extends ApiKeyRow {
  /** Generations per UTC day with this key. */
  dailyLimit: number;
}

/** A key that has taken the place of another. */
interface RotatedKey extends CreatedKey {
  /** The old key, and when it ends; null when it has. */
  replaces: { prefix: string; endsAt: Date | null };
}

/** Creates, lists, rotates and revokes a user's API keys. */
export interface ApiKeyService {
  /** @throws ConflictError when the tier's number of active keys is reached, also under concurrent creations; for a repeated idempotency key */
  create(account: Account, key: NewKey, actor: Actor): Promise<CreatedKey>;
  list(account: Account): Promise<ListedKey[]>;
  /**
   * Makes a key of the same name, scopes and addresses, and lets the old one end after the overlap. One that was to end lives as long again.
   * @throws NotFoundError for another user's, an unknown, a revoked and an expired prefix alike
   * @throws ConflictError when the key was rotated before, or the one it was rotated from is still good; for a repeated idempotency key
   */
  rotate(
    account: Account,
    prefix: string,
    options: { overlapSeconds: number; idempotencyKey: string | undefined },
    actor: Actor,
  ): Promise<RotatedKey>;
  /** @throws NotFoundError for another user's, an unknown and an already revoked prefix alike */
  revoke(account: Account, prefix: string, actor: Actor): Promise<void>;
}

/** Builds the service. `keyVendor` begins the keys it makes. */
export function createApiKeyService(db: Knex, changes: AccessChanges, keyVendor: string): ApiKeyService {
  return {
    create: (account, key, actor) =>
      db.transaction(async (trx) => {
        const most = tierLimits(account.tier).activeKeys;
        const refusal = `Your tier "${account.tier}" allows ${most} active keys, and you have that many: revoke one first.`;
        const made = await issueCountedKey(trx, account, key, { keyVendor, most, refusal });
        await appendAudit(trx, {
          action: 'key.created',
          actor,
          target: { type: 'api_key', id: made.prefix },
          details: { name: made.name, ...auditedGrant(made) },
        });
        return made;
      }),
    async list(account) {
      const dailyLimit = tierLimits(account.tier).generationsPerDayPerKey;
      return (await listActiveKeys(db, account)).map((row) => ({ ...row, dailyLimit }));
    },
    async rotate(account, prefix, { idempotencyKey, overlapSeconds }, actor) {
      const asked = { prefix, idempotencyKey, overlapSeconds, keyVendor };
      const rotated = await db.transaction((trx) => rotateKey(trx, account, asked, actor));
      changes.note(account.userId);
      return rotated;
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

/** Makes the key that another one is replaced by; the old one ends after the overlap. */
async function rotateKey(
  trx: Knex.Transaction,
  account: Account,
  asked: { prefix: string; idempotencyKey: string | undefined; overlapSeconds: number; keyVendor: string },
  actor: Actor,
): Promise<RotatedKey> {
  const { idempotencyKey, keyVendor, overlapSeconds, prefix } = asked;
  await lockKeyHolder(trx, account);
  await refuseRepeated(trx, account, idempotencyKey);
  const old = await findActiveKey(trx, account, prefix);
  if (old === undefined) throw new NotFoundError(`You have no active key ${prefix}.`);
  if (old.replacedBy !== null) {
    throw new ConflictError(`The key ${prefix} was already replaced by ${old.replacedBy}: rotate that one.`);
  }
  // Else each rotation would leave one more key that is good and does not count.
  if (old.replaces !== null) {
    throw new ConflictError(
      `The key ${old.replaces}, which ${prefix} has replaced, is valid until ${old.replacesUntil?.toISOString()}: revoke it first.`,
    );
  }
  const { name, scopes, allowedIps } = old;
  const made = await issueKey(
    trx,
    account,
    { name, scopes, allowedIps, expiresAt: asLongAgain(old), idempotencyKey },
    keyVendor,
  );
  const ends = await replaceKey(trx, account, { prefix, replacedBy: made.prefix, overlapSeconds });
  await markAccessChanged(trx, [account.userId]);
  await appendAudit(trx, {
    action: 'key.rotated',
    actor,
    target: { type: 'api_key', id: prefix },
    details: { name, replacedBy: made.prefix, overlapSeconds },
  });
  return { ...made, replaces: { prefix, endsAt: ends ?? null } };
}

/** A key made for ninety days is rotated into one for ninety days. */
function asLongAgain({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date | null }): Date | null {
  return expiresAt === null ? null : new Date(Date.now() + expiresAt.getTime() - createdAt.getTime());
}
