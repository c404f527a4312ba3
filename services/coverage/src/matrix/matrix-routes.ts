import { technique } from '@tripline/attack';
import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath } from '../accounts/account-access.js';
import { actorNameView, actorsOf } from '../actors/actor-view.js';
import { newestSnapshot } from '../counting/newest-snapshot.js';
import { loadCells } from '../counting/snapshot-store.js';
import { tacticsWithUnknown } from '../counting/unknown-techniques.js';
import { regionsView } from '../coverage/coverage-view.js';
import { factsOf } from '../providers/facts-of.js';
import { seenTechniques } from '../visibility/seen-techniques.js';
import { matrixOperations } from './matrix-operations.js';
import { matrixView } from './matrix-view.js';

/** `/accounts/{id}/coverage/matrix`: state, visibility and use by actors of every technique, of one snapshot. */
export function createMatrixRouter({ db }: { readonly db: Knex }): Router {
  return defineRoutes([
    endpoint(matrixOperations.getCoverageMatrix, {
      find: accountInPath(db),
      handle: async ({ found, query }, _req, res) => {
        const snapshot = await newestSnapshot(db, found.id);
        const [{ techniques }, cells] = await Promise.all([
          seenTechniques(db, found, snapshot),
          loadCells(db, found.id),
        ]);
        const actors = actorsOf(query.actor === undefined || query.actor === 'chosen' ? found.actorIds : [query.actor]);
        const wanted = techniques.filter(
          ({ coverage }) =>
            query.tactic === undefined || technique(coverage.techniqueId)?.tactics.includes(query.tactic),
        );
        res.json({
          cloud_account_id: found.id,
          attack_version: snapshot.attackVersion,
          created_at: snapshot.createdAt,
          regions: regionsView(snapshot),
          actors: actors.map(actorNameView),
          tactics: tacticsWithUnknown(
            snapshot.byTactic.filter((one) => query.tactic === undefined || one.tactic === query.tactic),
            techniques.map(({ coverage }) => coverage),
          ),
          techniques: matrixView(wanted, { facts: factsOf(found.provider), cells, actors }),
          total: wanted.length,
        });
      },
    }),
  ]);
}
