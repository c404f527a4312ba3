import { technique } from '@tripline/attack';
import type { Knex } from '@tripline/service';
import type { Account } from '../accounts/account-model.js';
import { newestSnapshot } from '../counting/newest-snapshot.js';
import { detectionsOf, snapshotTechniques } from '../counting/snapshot-store.js';
import { excludedTechniques } from '../inventory/exclusion-store.js';
import { provenTechniques } from '../inventory/proof-store.js';
import { lastProofView } from '../inventory/proof-view.js';
import type { TechniqueQuery } from './coverage-schema.js';
import { techniqueView } from './technique-view.js';

/** The techniques of an account's newest snapshot that match: how many, and those to be shown; for a file all of them. */
export async function listedTechniques(db: Knex, account: Account, query: TechniqueQuery) {
  const snapshot = await newestSnapshot(db, account.id);
  const matching = (await snapshotTechniques(db, snapshot.id)).filter(
    (one) =>
      (query.status === undefined || one.status === query.status) &&
      (query.tactic === undefined || technique(one.techniqueId)?.tactics.includes(query.tactic)),
  );
  const page = query.format === 'csv' ? matching : matching.slice(query.offset, query.offset + query.limit);
  const ids = page.map(({ techniqueId }) => techniqueId);
  const [detections, proven, excluded] = await Promise.all([
    detectionsOf(db, snapshot.id, ids),
    provenTechniques(db, account.id),
    excludedTechniques(db, account.id),
  ]);
  const now = new Date();
  const shown = page.map((one) =>
    techniqueView(one, detections.get(one.techniqueId) ?? [], {
      ...lastProofView(proven.get(one.techniqueId), now),
      excluded: excluded.has(one.techniqueId),
    }),
  );
  return { snapshot, matching: matching.length, shown };
}
