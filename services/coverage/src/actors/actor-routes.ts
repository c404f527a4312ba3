import { attackVersion } from '@tripline/attack';
import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath } from '../accounts/account-access.js';
import { newestSnapshot } from '../counting/newest-snapshot.js';
import { snapshotTechniques } from '../counting/snapshot-store.js';
import { excludedTechniques } from '../inventory/exclusion-store.js';
import { actorOperations } from './actor-operations.js';
import { actorCoverageView, actorsOf, actorView, findActors } from './actor-view.js';

/** `/actors` and `/accounts/{id}/coverage/actors`: groups and campaigns, and how much of theirs an account covers. */
export function createActorRouter({ db }: { readonly db: Knex }): Router {
  return defineRoutes([
    endpoint(actorOperations.listActors, {
      handle: ({ query: { limit, offset, q } }, _req, res) => {
        const found = findActors(q);
        const page = found.slice(offset, offset + limit);
        res.json({ attack_version: attackVersion(), actors: page.map(actorView), total: found.length });
      },
    }),
    endpoint(actorOperations.getActorCoverage, {
      find: accountInPath(db),
      handle: async ({ found }, _req, res) => {
        const snapshot = await newestSnapshot(db, found.id);
        const [techniques, excluded] = await Promise.all([
          snapshotTechniques(db, snapshot.id),
          excludedTechniques(db, found.id),
        ]);
        const actors = actorsOf(found.actorIds).map((actor) => actorCoverageView(actor, techniques, excluded));
        res.json({
          cloud_account_id: found.id,
          attack_version: snapshot.attackVersion,
          actors,
          total: actors.length,
        });
      },
    }),
  ]);
}
