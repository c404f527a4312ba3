import { technique } from '@tripline/attack';
import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath } from '../accounts/account-access.js';
import { newestSnapshot } from '../counting/newest-snapshot.js';
import { loadCells } from '../counting/snapshot-store.js';
import { regionsView } from '../coverage/coverage-view.js';
import { unknownBecause } from '../coverage/unknown-because.js';
import { factsOf } from '../providers/facts-of.js';
import { dataSourcesFile, techniquesFile } from './dettect-files.js';
import { seenTechniques } from './seen-techniques.js';
import { visibilityLayer } from './visibility-layer.js';
import { visibilityOperations } from './visibility-operations.js';
import { logSourcesView, visibilityOf, visibilityView } from './visibility-view.js';

/** `/accounts/{id}/coverage/visibility` and its exports: what could be seen, beside what is detected. */
export function createVisibilityRouter({ db }: { readonly db: Knex }): Router {
  const account = accountInPath(db);
  return defineRoutes([
    endpoint(visibilityOperations.listTechniqueVisibility, {
      find: account,
      handle: async ({ found, query }, _req, res) => {
        const snapshot = await newestSnapshot(db, found.id);
        const [{ techniques, cells }, allCells] = await Promise.all([
          seenTechniques(db, found, snapshot),
          loadCells(db, found.id),
        ]);
        const facts = factsOf(found.provider);
        const matching = techniques.filter(
          (one) =>
            (query.visibility === undefined || visibilityOf(one) === query.visibility) &&
            (query.technique === undefined || one.visible.techniqueId === query.technique) &&
            (query.tactic === undefined || technique(one.visible.techniqueId)?.tactics.includes(query.tactic)),
        );
        res.json({
          cloud_account_id: found.id,
          attack_version: snapshot.attackVersion,
          regions: regionsView(snapshot),
          sources: logSourcesView(facts, cells),
          techniques: matching
            .slice(query.offset, query.offset + query.limit)
            .map((one) => visibilityView(facts, one, unknownBecause(facts, one.coverage, allCells))),
          total: matching.length,
        });
      },
    }),
    endpoint(visibilityOperations.getVisibilityLayer, {
      find: account,
      handle: async ({ found }, _req, res) => {
        const snapshot = await newestSnapshot(db, found.id);
        const { techniques } = await seenTechniques(db, found, snapshot);
        res.json(visibilityLayer(found, snapshot, techniques));
      },
    }),
    endpoint(visibilityOperations.getDettectFile, {
      find: account,
      handle: async ({ found, query }, _req, res) => {
        const snapshot = await newestSnapshot(db, found.id);
        const { techniques } = await seenTechniques(db, found, snapshot);
        const file = query.file === 'techniques' ? techniquesFile : dataSourcesFile;
        res
          .attachment(`${query.file}.yaml`)
          .type('application/yaml')
          .send(file({ account: found, snapshot, techniques }));
      },
    }),
  ]);
}
