import type { LastProof, ProofResource } from './proof-resource.js';
import type { StoredProof } from './proof-store.js';

const DAY_MS = 86_400_000;

const ageDays = (at: Date, now: Date): number => Math.max(0, Math.floor((now.getTime() - at.getTime()) / DAY_MS));

/** A proof as the API shows it. */
export const proofView = (proof: StoredProof, now: Date): ProofResource => ({
  ...proof,
  age_days: ageDays(proof.observed_at, now),
});

/** When something was last proven, as the API shows it. */
export const lastProofView = (at: Date | undefined, now: Date): LastProof => ({
  proven_at: at ?? null,
  proof_age_days: at === undefined ? null : ageDays(at, now),
});
