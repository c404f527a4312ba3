import { actorOf, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath, refuseMembers } from '../accounts/account-access.js';
import { detectionToChange } from '../detections/detection-access.js';
import { findOverride, listOverrides } from '../inventory/override-store.js';
import { deciderOf } from '../scope/decider.js';
import { overrideOperations } from './override-operations.js';
import { createOverride, noSuchOverride, removeOverride } from './override-service.js';
import { overrideView } from './override-view.js';

/** `/detections/{id}/overrides`, `/accounts/{id}/overrides` and `/overrides/{id}`. */
export function createOverrideRouter({ db }: { readonly db: Knex }): Router {
  return defineRoutes([
    endpoint(overrideOperations.createOverride, {
      find: detectionToChange(db),
      handle: async ({ body, found }, req, res) => {
        res.json(overrideView(await createOverride(db, deciderOf(req), found, body)));
      },
    }),
    endpoint(overrideOperations.listOverrides, {
      find: accountInPath(db),
      handle: async ({ found, query }, _req, res) => {
        const { overrides, total } = await listOverrides(db, found.id, query);
        res.json({ cloud_account_id: found.id, overrides: overrides.map(overrideView), total });
      },
    }),
    endpoint(overrideOperations.deleteOverride, {
      find: async (req, { id }) => {
        const override = await findOverride(scopeOf(req), db, id);
        if (override === undefined) throw noSuchOverride(id);
        if (override.team_id !== null) refuseMembers(req);
        return override;
      },
      handle: async ({ found }, req, res) => {
        await removeOverride(db, actorOf(req), found);
        res.json({ message: 'The override has been deleted; the mapping holds again.' });
      },
    }),
  ]);
}
