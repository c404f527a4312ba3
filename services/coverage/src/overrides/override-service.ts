import { type Actor, appendAudit } from '@tripline/auth';
import { ConflictError, type Knex, NotFoundError, storableText } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '../accounts/lock-account.js';
import { refreshSnapshot } from '../counting/refresh-snapshot.js';
import { findDetectionNow, type StoredDetection } from '../inventory/detection-store.js';
import {
  countOverrides,
  deleteOverride,
  readOverride,
  type StoredOverride,
  storeOverride,
} from '../inventory/override-store.js';
import type { Decider } from '../scope/decider.js';
import type { OverrideBody } from './override-schema.js';

/** Overrides an account may have. */
const MOST = 1000;

/**
 * Stores a subscriber's word on a mapping, and counts coverage anew.
 * @throws ConflictError when the account has as many overrides as it may have
 */
export async function createOverride(
  db: Knex,
  { actor, userId }: Decider,
  detection: StoredDetection,
  body: OverrideBody,
): Promise<StoredOverride> {
  const { cloud_account_id: accountId } = detection;
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    if ((await findDetectionNow(trx, detection.id)) === undefined) {
      throw new NotFoundError(`There is no detection ${detection.id}.`);
    }
    const id = await storeOverride(trx, {
      id: uuidv7(),
      account_id: accountId,
      detection_id: detection.id,
      technique_id: body.technique_id,
      covers: body.covers,
      reason: storableText(body.reason),
      recorded_by: userId,
      created_at: new Date(),
    });
    if ((await countOverrides(trx, accountId)) > MOST) {
      throw new ConflictError(`The account has ${MOST} mapping overrides, which is the most; delete one first.`);
    }
    const override = await readOverride(trx, id);
    await audit(trx, 'override.created', actor, override);
    await refreshSnapshot(trx, accountId);
    return override;
  });
}

/** Deletes an override, and counts coverage anew. @throws NotFoundError when it was deleted meanwhile */
export async function removeOverride(db: Knex, actor: Actor, override: StoredOverride): Promise<void> {
  await db.transaction(async (trx) => {
    await lockAccount(trx, override.account_id);
    if (!(await deleteOverride(trx, override.id))) throw noSuchOverride(override.id);
    await audit(trx, 'override.deleted', actor, override);
    await refreshSnapshot(trx, override.account_id);
  });
}

/** The error for an override that does not exist or is not the caller's. */
export const noSuchOverride = (id: string): NotFoundError => new NotFoundError(`There is no mapping override ${id}.`);

async function audit(trx: Knex, action: string, actor: Actor, override: StoredOverride): Promise<void> {
  const { account_id, covers, detection_id, technique_id } = override;
  await appendAudit(trx, {
    action,
    actor,
    target: { type: 'detection', id: detection_id },
    details: { technique: technique_id, covers, account: account_id },
  });
}
