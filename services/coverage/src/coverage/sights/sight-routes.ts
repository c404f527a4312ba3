import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath } from '../../accounts/account-access.js';
import { loadForwards } from '../../counting/sights/sight-store.js';
import { toDo } from '../../counting/sights/unknown-sights.js';
import { factsOf } from '../../providers/facts-of.js';
import { sightOperations } from './sight-operations.js';

/** `/accounts/{id}/coverage/sights`: what goes from an account to others, and whether it is known what sees it there. */
export function createSightRouter({ db }: { readonly db: Knex }): Router {
  return defineRoutes([
    endpoint(sightOperations.listSights, {
      find: accountInPath(db),
      handle: async ({ found }, _req, res) => {
        const facts = factsOf(found.provider);
        const sights = await loadForwards(db, found.id);
        res.json({
          cloud_account_id: found.id,
          sights: sights.map(({ forward, scope, service }) => ({
            region: scope,
            service,
            via: forward.via,
            to_account: forward.account,
            to_region: forward.scope,
            cloud_account_id: forward.accountId,
            state: forward.state,
            technique_count: forward.techniques?.length ?? null,
            to_do: toDo(facts, forward),
          })),
        });
      },
    }),
  ]);
}
