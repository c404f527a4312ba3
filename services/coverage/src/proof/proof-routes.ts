import { actorOf, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Router } from 'express';
import { refuseMembers } from '../accounts/account-access.js';
import { detectionInPath, detectionToChange } from '../detections/detection-access.js';
import { findProof, listProof } from '../inventory/proof-store.js';
import { proofView } from '../inventory/proof-view.js';
import { deciderOf } from '../scope/decider.js';
import { proofOperations } from './proof-operations.js';
import { noSuchProof, recordProof, removeProof } from './proof-service.js';

/** `/detections/{id}/proof` and `/proof/{id}`: firings that somebody observed. */
export function createProofRouter({ db }: { readonly db: Knex }): Router {
  return defineRoutes([
    endpoint(proofOperations.recordProof, {
      find: detectionToChange(db),
      handle: async ({ body, found }, req, res) => {
        res.json(proofView(await recordProof(db, deciderOf(req), found, body), new Date()));
      },
    }),
    endpoint(proofOperations.listProof, {
      find: detectionInPath(db),
      handle: async ({ found, query }, _req, res) => {
        const { proof, total } = await listProof(db, found.id, query);
        const now = new Date();
        res.json({ detection_id: found.id, proof: proof.map((one) => proofView(one, now)), total });
      },
    }),
    endpoint(proofOperations.deleteProof, {
      find: async (req, { id }) => {
        const proof = await findProof(scopeOf(req), db, id);
        if (proof === undefined) throw noSuchProof(id);
        if (proof.team_id !== null) refuseMembers(req);
        return proof;
      },
      handle: async ({ found }, req, res) => {
        await removeProof(db, actorOf(req), found);
        res.json({ message: `The proof ${found.reference} has been deleted.` });
      },
    }),
  ]);
}
