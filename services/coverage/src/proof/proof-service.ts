import { type Actor, appendAudit } from '@tripline/auth';
import { BadRequestError, ConflictError, type Knex, NotFoundError, storableText } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '../accounts/lock-account.js';
import { refreshSnapshot } from '../counting/refresh-snapshot.js';
import { detectedTechniques } from '../inventory/detected-techniques.js';
import { findDetectionNow, type StoredDetection } from '../inventory/detection-store.js';
import { deleteProof, type OwnedProof, type StoredProof, storeProof } from '../inventory/proof-store.js';
import type { Decider } from '../scope/decider.js';
import type { ProofBody } from './proof-schema.js';

/** Techniques that an error message names at most. */
const MOST_NAMED = 10;

/**
 * Records a firing of a detection.
 * @throws BadRequestError for techniques that the detection does not detect, or none where it detects several
 * @throws ConflictError for a detection that a scan no longer found
 */
export async function recordProof(
  db: Knex,
  { actor, userId }: Decider,
  detection: StoredDetection,
  body: ProofBody,
): Promise<StoredProof> {
  const { cloud_account_id: accountId, id } = detection;
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    const now = await findDetectionNow(trx, id);
    if (now === undefined) throw new NotFoundError(`There is no detection ${id}.`);
    if (now.status === 'removed') {
      throw new ConflictError(`The detection ${id} no longer exists in the account, so it cannot have fired.`);
    }
    const stored = await storeProof(trx, {
      id: uuidv7(),
      detection_id: id,
      kind: body.kind,
      reference: body.reference.trim(),
      technique_ids: shown(body.technique_ids, await detectedTechniques(trx, id)),
      observed_at: new Date(body.observed_at ?? Date.now()),
      observed_by: body.observed_by?.trim() ?? null,
      note: body.note ? storableText(body.note) : null,
      recorded_by: userId,
      created_at: new Date(),
    });
    await appendAudit(trx, {
      action: 'proof.recorded',
      actor,
      target: { type: 'detection', id },
      details: {
        detection: storableText(detection.name, 100),
        kind: stored.kind,
        reference: stored.reference,
        techniques: stored.technique_ids,
        account: accountId,
      },
    });
    await recount(trx, accountId, id);
    return stored;
  });
}

/** Deletes a proof. @throws NotFoundError when it was deleted meanwhile */
export async function removeProof(db: Knex, actor: Actor, proof: OwnedProof): Promise<void> {
  await db.transaction(async (trx) => {
    await lockAccount(trx, proof.account_id);
    if (!(await deleteProof(trx, proof.id))) throw noSuchProof(proof.id);
    await appendAudit(trx, {
      action: 'proof.deleted',
      actor,
      target: { type: 'detection', id: proof.detection_id },
      details: { kind: proof.kind, reference: proof.reference, account: proof.account_id },
    });
    await recount(trx, proof.account_id, proof.detection_id);
  });
}

/** The error for a proof that does not exist or is not the caller's. */
export const noSuchProof = (id: string): NotFoundError => new NotFoundError(`There is no proof ${id}.`);

/** The techniques that a firing showed: those named, or the only one that the detection detects. */
function shown(named: readonly string[] | undefined, detected: readonly string[]): readonly string[] {
  const some = detected.slice(0, MOST_NAMED).join(', ');
  const all = detected.length > MOST_NAMED ? `${some} and ${detected.length - MOST_NAMED} more` : some;
  if (named === undefined) {
    if (detected.length <= 1) return detected;
    throw new BadRequestError(
      `Invalid body: technique_ids is missing; the detection detects ${all}. Name those that the firing showed.`,
    );
  }
  const other = named.find((id) => !detected.includes(id));
  if (other === undefined) return named;
  const detects = detected.length === 0 ? 'no technique' : all;
  throw new BadRequestError(`Invalid body: technique_ids has ${other}; the detection detects ${detects}.`);
}

/** A proof of a declared rule shows that its log arrives, which its coverage hangs on. */
async function recount(trx: Knex, accountId: string, detectionId: string): Promise<void> {
  if ((await findDetectionNow(trx, detectionId))?.isDeclared === true) await refreshSnapshot(trx, accountId);
}
