import { technique } from '@tripline/attack';
import { scopeOf } from '@tripline/auth';
import { asCsv, defineRoutes, endpoint, type Knex, NotFoundError } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath, noSuchAccount } from '../accounts/account-access.js';
import type { Account } from '../accounts/account-model.js';
import { actorsOf } from '../actors/actor-view.js';
import { notComparable } from '../counting/counting.js';
import { newestSnapshot, noCoverage } from '../counting/newest-snapshot.js';
import type { SnapshotSummary } from '../counting/snapshot-model.js';
import {
  detectionsOf,
  findSnapshot,
  findSummary,
  listSnapshots,
  snapshotTechniques,
} from '../counting/snapshot-store.js';
import { isUnknown } from '../counting/unknown-techniques.js';
import { rulesOfGaps } from '../gap-rules/gap-rule-store.js';
import { workOfGaps } from '../gap-work/gap-work-store.js';
import { acceptedRisks, excludedTechniques } from '../inventory/exclusion-store.js';
import { provenTechniques } from '../inventory/proof-store.js';
import { lastProofView } from '../inventory/proof-view.js';
import { factsOf } from '../providers/facts-of.js';
import { readingsOf } from '../techniques-read/reading-store.js';
import { switchableDetections } from './closing-store.js';
import { gapCsv, techniqueCsv } from './coverage-csv.js';
import { coverageOperations } from './coverage-operations.js';
import { regionsView, snapshotView, summaryView } from './coverage-view.js';
import { diffTechniques } from './diff.js';
import { forbiddenCalls, policiesOf } from './forbidden-calls.js';
import { findGaps, type Gap, gapView } from './gaps.js';
import { navigatorLayer } from './navigator-layer.js';
import { techniqueView } from './technique-view.js';

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
        const snapshot = await newestSnapshot(db, found.id);
        const matching = (await snapshotTechniques(db, snapshot.id)).filter(
          (one) =>
            (query.status === undefined || one.status === query.status) &&
            (query.tactic === undefined || technique(one.techniqueId)?.tactics.includes(query.tactic)),
        );
        const page = query.format === 'csv' ? matching : matching.slice(query.offset, query.offset + query.limit);
        const ids = page.map(({ techniqueId }) => techniqueId);
        const [detections, proven, excluded] = await Promise.all([
          detectionsOf(db, snapshot.id, ids),
          provenTechniques(db, found.id),
          excludedTechniques(db, found.id),
        ]);
        const now = new Date();
        const techniques = page.map((one) =>
          techniqueView(one, detections.get(one.techniqueId) ?? [], {
            ...lastProofView(proven.get(one.techniqueId), now),
            excluded: excluded.has(one.techniqueId),
          }),
        );
        if (query.format === 'csv') {
          return void asCsv(res, 'techniques').send(techniqueCsv.header + techniqueCsv.lines(techniques));
        }
        res.json({
          cloud_account_id: found.id,
          attack_version: snapshot.attackVersion,
          regions: regionsView(snapshot),
          techniques,
          total: matching.length,
        });
      },
    }),
    endpoint(coverageOperations.listGaps, {
      find: account,
      handle: async ({ found, query }, req, res) => {
        const snapshot = await newestSnapshot(db, found.id);
        const all = findGaps(factsOf(found.provider), await snapshotTechniques(db, snapshot.id), {
          includePartial: query.include_partial,
          includeExcluded: query.include_excluded,
          excluded: await excludedTechniques(db, found.id),
          actors: actorsOf(query.actor === undefined || query.actor === 'chosen' ? found.actorIds : [query.actor]),
          chosenActors: actorsOf(found.actorIds),
          readingOf: await readingsOf(scopeOf(req), db, new Date()),
          onlyTheirs: query.actor !== undefined,
          technique: query.technique,
          priority: query.priority,
        });
        const gaps = all.filter((gap) => query.unknown === undefined || isUnknown(gap.technique) === query.unknown);
        const facts = factsOf(found.provider);
        const [rulesOf, workOf, accepted, detections, policies] = await Promise.all([
          rulesOfGaps(scopeOf(req), db, found.id),
          workOfGaps(db, found.id),
          acceptedRisks(db, found.id),
          switchableDetections(db, facts, found.id),
          policiesOf(db, found.id),
        ]);
        const sight = {
          accountId: found.id,
          rulesOf,
          workOf,
          accepted,
          forbiddenOf: (techniqueId: string) => forbiddenCalls(facts, policies, techniqueId),
          closingsOf: (techniqueId: string, scopes: readonly string[]) =>
            facts.closings.of({ techniqueId, scopes, detections, externalAccountId: found.externalAccountId }),
        };
        const shown = (some: readonly Gap[]) => some.map((gap) => gapView(gap, sight));
        if (query.format === 'csv') {
          return void asCsv(res, 'gaps').send(gapCsv.header + gapCsv.lines(shown(gaps)));
        }
        res.json({
          cloud_account_id: found.id,
          attack_version: snapshot.attackVersion,
          gaps: shown(gaps.slice(query.offset, query.offset + query.limit)),
          total: gaps.length,
          unknown: all.filter((gap) => isUnknown(gap.technique)).length,
        });
      },
    }),
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
    endpoint(coverageOperations.getNavigatorLayer, {
      find: account,
      handle: async ({ found }, _req, res) => {
        const snapshot = await newestSnapshot(db, found.id);
        res.json(navigatorLayer(found, snapshot, await snapshotTechniques(db, snapshot.id)));
      },
    }),
  ]);
}

async function snapshotOf(db: Knex, account: Account, id: string): Promise<SnapshotSummary> {
  const snapshot = await findSnapshot(db, account.id, id);
  if (snapshot === undefined) {
    throw new NotFoundError(`The account ${account.id} has no snapshot ${id}; its history lists them.`);
  }
  return snapshot;
}
