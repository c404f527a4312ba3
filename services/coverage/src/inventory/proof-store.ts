import { type OwnerScope, ownersOf } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { ProofResource } from './proof-resource.js';

/** A proof as it is stored. */
export type StoredProof = Omit<ProofResource, 'age_days'>;

/** Proofs kept of one detection. */
const MOST_KEPT = 100;
/** A proof counts for this many days (contract, "Coverage service"). */
export const COUNTING_DAYS = 90;
/** A detection that is gone or cannot fire proves nothing of today, whatever it once noticed. */
const CAN_FIRE = "(d.status in ('active', 'degraded') or (d.status = 'unknown' and d.sees = 'yes'))";
const COLUMNS = [
  ...['id', 'detection_id', 'kind', 'reference', 'technique_ids', 'observed_at', 'observed_by', 'note'],
  ...['recorded_by', 'created_at'],
];
const NEWEST = [
  { column: 'observed_at', order: 'desc' },
  { column: 'id', order: 'desc' },
] as const;

/** Writes a proof, or replaces the one of the same kind and reference, and drops what is more than the detection may have. */
export async function storeProof(trx: Knex, proof: StoredProof): Promise<StoredProof> {
  const [stored] = await trx('coverage.proof')
    .insert(proof)
    .onConflict(['detection_id', 'kind', 'reference'])
    .merge(['technique_ids', 'observed_at', 'observed_by', 'note', 'recorded_by', 'created_at'])
    .returning(COLUMNS);
  const { detection_id } = proof;
  const kept = trx('coverage.proof')
    .where({ detection_id })
    .orderBy([...NEWEST])
    .limit(MOST_KEPT)
    .select('id');
  await trx('coverage.proof').where({ detection_id }).whereNotIn('id', kept).delete();
  return stored as StoredProof;
}

/** A page of a detection's proof, the newest observation first, and its number in all. */
export async function listProof(
  db: Knex,
  detectionId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ proof: StoredProof[]; total: number }> {
  const [proof, count] = await Promise.all([
    db('coverage.proof')
      .where({ detection_id: detectionId })
      .orderBy([...NEWEST])
      .limit(page.limit)
      .offset(page.offset)
      .select(COLUMNS),
    db('coverage.proof').where({ detection_id: detectionId }).count({ total: '*' }).first(),
  ]);
  return { proof: proof as StoredProof[], total: Number(count?.['total'] ?? 0) };
}

/** A proof of the accounts in the scope, with the account and the team it belongs to. */
export interface OwnedProof extends StoredProof {
  readonly account_id: string;
  readonly team_id: string | null;
}

/** Finds a proof of the accounts in the scope. */
export async function findProof(scope: OwnerScope, db: Knex, id: string): Promise<OwnedProof | undefined> {
  return db('coverage.proof as p')
    .join('coverage.cloud_accounts as a', 'a.id', 'p.account_id')
    .where('p.id', id)
    .whereIn('a.owner_id', [...ownersOf(scope)])
    .first([...COLUMNS.map((column) => `p.${column}`), 'p.account_id', 'a.team_id']);
}

/** Deletes a proof. False when there was none. */
export async function deleteProof(trx: Knex, id: string): Promise<boolean> {
  return (await trx('coverage.proof').where({ id }).delete()) > 0;
}

/** When each of these detections was last seen to fire. */
export async function lastProofOf(db: Knex, detectionIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db('coverage.proof')
    .whereIn('detection_id', [...detectionIds])
    .groupBy('detection_id')
    .select({ id: 'detection_id', at: db.raw<Date>('max(observed_at)') });
  return new Map(rows.map(({ at, id }) => [id, at]));
}

const PROOF_THAT_COUNTS = `coverage.proof p join coverage.detections d on d.id = p.detection_id and ${CAN_FIRE},
  unnest(p.technique_ids) as t (id)`;

/** The ids of the techniques that the account `a` has proven within the days that a proof counts, as an array in SQL. */
export const PROVEN_TECHNIQUES = `array(
  select distinct t.id from ${PROOF_THAT_COUNTS}
  where p.account_id = a.id and p.observed_at >= now() - interval '${COUNTING_DAYS} days')`;

/** When each technique of an account was last proven, by a detection that can still fire. */
export async function provenTechniques(db: Knex, accountId: string): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await db.raw<{ rows: { id: string; at: Date }[] }>(
    `select t.id, max(p.observed_at) as at from ${PROOF_THAT_COUNTS} where p.account_id = ? group by t.id`,
    [accountId],
  );
  return new Map(rows.map(({ at, id }) => [id, at]));
}
