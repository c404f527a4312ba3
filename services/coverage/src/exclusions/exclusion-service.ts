import { type Actor, appendAudit } from '@tripline/auth';
import { BadRequestError, ConflictError, type Knex, NotFoundError, storableText } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '../accounts/lock-account.js';
import { refreshSnapshot } from '../counting/refresh-snapshot.js';
import { findDetection } from '../inventory/detection-store.js';
import {
  accountsWithExpired,
  countExclusions,
  deleteExclusion,
  readExclusion,
  type StoredExclusion,
  storeExclusion,
} from '../inventory/exclusion-store.js';
import type { Decider } from '../scope/decider.js';
import type { ExclusionBody } from './exclusion-schema.js';

/** Exclusions an account may have. */
const MOST = 500;
/** Accounts whose coverage is counted anew at once. */
const ACCOUNTS_AT_ONCE = 100;

/**
 * Excludes a technique or a detection of an account. Where a detection is excluded, coverage is counted anew.
 * @throws BadRequestError for a detection that the account does not have
 * @throws ConflictError when the account has as many exclusions as it may have
 */
export async function createExclusion(
  db: Knex,
  { actor, scope, userId }: Decider,
  accountId: string,
  body: ExclusionBody,
): Promise<StoredExclusion> {
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    if (body.detection_id !== undefined) {
      const detection = await findDetection(scope, trx, body.detection_id);
      if (detection?.cloud_account_id !== accountId) {
        throw new BadRequestError(`Invalid body: the account has no detection ${body.detection_id}.`);
      }
    }
    const id = await storeExclusion(trx, {
      id: uuidv7(),
      account_id: accountId,
      kind: body.kind,
      technique_id: body.technique_id ?? null,
      detection_id: body.detection_id ?? null,
      reason: storableText(body.reason),
      owner: body.owner.trim(),
      expires_at: body.expires_at ? new Date(body.expires_at) : null,
      recorded_by: userId,
      created_at: new Date(),
    });
    if ((await countExclusions(trx, accountId)) > MOST) {
      throw new ConflictError(`The account has ${MOST} exclusions, which is the most; delete one first.`);
    }
    const exclusion = await readExclusion(trx, id);
    await audit(trx, 'exclusion.created', actor, exclusion);
    if (body.detection_id !== undefined) await refreshSnapshot(trx, accountId);
    return exclusion;
  });
}

/** Deletes an exclusion. @throws NotFoundError when it was deleted meanwhile */
export async function removeExclusion(db: Knex, actor: Actor, exclusion: StoredExclusion): Promise<void> {
  await db.transaction(async (trx) => {
    await lockAccount(trx, exclusion.account_id);
    if (!(await deleteExclusion(trx, exclusion.id))) throw noSuchExclusion(exclusion.id);
    await audit(trx, 'exclusion.deleted', actor, exclusion);
    if (exclusion.detection_id !== null) await refreshSnapshot(trx, exclusion.account_id);
  });
}

/** The error for an exclusion that does not exist or is not the caller's. */
export const noSuchExclusion = (id: string): NotFoundError => new NotFoundError(`There is no exclusion ${id}.`);

/** Counts coverage anew where the exclusion of a detection has expired. @returns how many accounts had one */
export async function endExpired(db: Knex): Promise<number> {
  const accounts = await accountsWithExpired(db, ACCOUNTS_AT_ONCE);
  for (const accountId of accounts) {
    await db.transaction(async (trx) => {
      await lockAccount(trx, accountId);
      await refreshSnapshot(trx, accountId);
    });
  }
  return accounts.length;
}

async function audit(trx: Knex, action: string, actor: Actor, exclusion: StoredExclusion): Promise<void> {
  const { account_id, detection_id, expires_at, id, kind, owner, technique_id } = exclusion;
  await appendAudit(trx, {
    action,
    actor,
    target: { type: 'cloud_account', id: account_id },
    details: { id, kind, technique: technique_id, detection: detection_id, owner, expires_at },
  });
}
