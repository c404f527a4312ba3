import { actorOf, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath, accountToChange, refuseMembers } from '../accounts/account-access.js';
import { findExclusion, listExclusions } from '../inventory/exclusion-store.js';
import { deciderOf } from '../scope/decider.js';
import { exclusionOperations } from './exclusion-operations.js';
import { createExclusion, noSuchExclusion, removeExclusion } from './exclusion-service.js';
import { exclusionView } from './exclusion-view.js';

/** `/accounts/{id}/exclusions` and `/exclusions/{id}`. */
export function createExclusionRouter({ db }: { readonly db: Knex }): Router {
  return defineRoutes([
    endpoint(exclusionOperations.createExclusion, {
      find: accountToChange(db),
      handle: async ({ body, found }, req, res) => {
        res.json(exclusionView(await createExclusion(db, deciderOf(req), found.id, body)));
      },
    }),
    endpoint(exclusionOperations.listExclusions, {
      find: accountInPath(db),
      handle: async ({ found, query }, _req, res) => {
        const { exclusions, total } = await listExclusions(db, found.id, query);
        res.json({ cloud_account_id: found.id, exclusions: exclusions.map(exclusionView), total });
      },
    }),
    endpoint(exclusionOperations.deleteExclusion, {
      find: async (req, { id }) => {
        const exclusion = await findExclusion(scopeOf(req), db, id);
        if (exclusion === undefined) throw noSuchExclusion(id);
        if (exclusion.team_id !== null) refuseMembers(req);
        return exclusion;
      },
      handle: async ({ found }, req, res) => {
        await removeExclusion(db, actorOf(req), found);
        res.json({ message: 'The exclusion has been deleted.' });
      },
    }),
  ]);
}
