import { scopeOf } from '@tripline/auth';
import { asCsv, defineRoutes, endpoint, type Knex, NotFoundError } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath, noSuchAccount } from '../accounts/account-access.js';
import type { Account } from '../accounts/account-model.js';
import { notComparable } from '../counting/counting.js';
import { newestSnapshot, noCoverage } from '../counting/newest-snapshot.js';
import type { SnapshotSummary } from '../counting/snapshot-model.js';
import { findSnapshot, findSummary, listSnapshots, snapshotTechniques } from '../counting/snapshot-store.js';
import { gapCsv, techniqueCsv } from './coverage-csv.js';
import { coverageOperations } from './coverage-operations.js';
import { regionsView, snapshotView, summaryView } from './coverage-view.js';
import { diffTechniques } from './diff.js';
import { listedGaps } from './listed-gaps.js';
import { listedTechniques } from './listed-techniques.js';
import { navigatorLayer } from './navigator-layer.js';

/** `/accounts/{id}/coverage` and the paths below it: the newest snapshot, and earlier ones. */
export function createCoverageRouter({ db }: { readonly db: Knex }): Router {
  const account = accountInPath(db);
  return defineRoutes([
    endpoint(coverageOperations.getCoverage, {
      find: async (req, { id }) => {
        const summary = await findSummary(scopeOf(req), db, id);
        if (summary === undefined) throw noSuchAccount(id);
        return summary;
      },
      handle: async ({ found: { account, snapshot, unverified } }, _req, res) => {
        if (snapshot === undefined) throw noCoverage(account.id);
        res.json(summaryView(account, snapshot, unverified));
      },
    }),
    endpoint(coverageOperations.listTechniqueCoverage, {
      find: account,
      handle: async ({ found, query }, _req, res) => {
        const { matching, shown, snapshot } = await listedTechniques(db, found, query);
        if (query.format === 'csv') {
          return void asCsv(res, 'techniques').send(techniqueCsv.header + techniqueCsv.lines(shown));
        }
        res.json({
          cloud_account_id: found.id,
          attack_version: snapshot.attackVersion,
          regions: regionsView(snapshot),
          techniques: shown,
          total: matching,
        });
      },
    }),
    endpoint(coverageOperations.listGaps, {
      find: account,
      handle: async ({ found, query }, req, res) => {
        const { matching, shown, snapshot, unknown } = await listedGaps(scopeOf(req), db, found, query);
        if (query.format === 'csv') return void asCsv(res, 'gaps').send(gapCsv.header + gapCsv.lines(shown));
        res.json({
          cloud_account_id: found.id,
          attack_version: snapshot.attackVersion,
          gaps: shown,
          total: matching,
          unknown,
        });
      },
    }),
    ...snapshotEndpoints(db),
    endpoint(coverageOperations.getNavigatorLayer, {
      find: account,
      handle: async ({ found }, _req, res) => {
        const snapshot = await newestSnapshot(db, found.id);
        res.json(navigatorLayer(found, snapshot, await snapshotTechniques(db, snapshot.id)));
      },
    }),
  ]);
}

/** The history of snapshots, and the comparison of two. */
function snapshotEndpoints(db: Knex) {
  const account = accountInPath(db);
  return [
    endpoint(coverageOperations.listSnapshots, {
      find: account,
      handle: async ({ found, query }, _req, res) => {
        // One more than is shown: the last is told beside the one before it.
        const { snapshots, total } = await listSnapshots(db, found.id, { ...query, limit: query.limit + 1 });
        const shown = snapshots.slice(0, query.limit).map((one, index) => snapshotView(one, snapshots[index + 1]));
        res.json({ cloud_account_id: found.id, snapshots: shown, total });
      },
    }),
    endpoint(coverageOperations.compareSnapshots, {
      find: account,
      handle: async ({ found, query }, _req, res) => {
        const [from, to] = await Promise.all([snapshotOf(db, found, query.from), snapshotOf(db, found, query.to)]);
        const changes = diffTechniques(await snapshotTechniques(db, from.id), await snapshotTechniques(db, to.id));
        const not_comparable_because = notComparable(from, to);
        res.json({
          ...{ cloud_account_id: found.id, from: snapshotView(from), to: snapshotView(to) },
          ...{ not_comparable_because, ...changes },
        });
      },
    }),
  ];
}

async function snapshotOf(db: Knex, account: Account, id: string): Promise<SnapshotSummary> {
  const snapshot = await findSnapshot(db, account.id, id);
  if (snapshot === undefined) {
    throw new NotFoundError(`The account ${account.id} has no snapshot ${id}; its history lists them.`);
  }
  return snapshot;
}
