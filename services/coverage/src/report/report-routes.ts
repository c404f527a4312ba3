import { type OwnerScope, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, type Knex, NotFoundError } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath } from '../accounts/account-access.js';
import type { Account } from '../accounts/account-model.js';
import { actorsOf } from '../actors/actor-view.js';
import { notComparable } from '../counting/counting.js';
import { noCoverage } from '../counting/newest-snapshot.js';
import type { SnapshotSummary } from '../counting/snapshot-model.js';
import { findSnapshot, snapshotTechniques } from '../counting/snapshot-store.js';
import { diffTechniques } from '../coverage/diff.js';
import { findGaps } from '../coverage/gaps.js';
import { excludedTechniques } from '../inventory/exclusion-store.js';
import { factsOf } from '../providers/facts-of.js';
import { readingsOf } from '../techniques-read/reading-store.js';
import { reportOperations } from './report-operations.js';
import { type ReportFacts, reportPage } from './report-page.js';
import { evidenceOf, snapshotAt } from './report-store.js';

/** A report compares with what was there this long before. */
const COMPARED_MS = 30 * 86_400_000;
/** Detections that a report names of one technique. */
const MOST_EVIDENCE = 5;
/** A saved page runs nothing and loads nothing, whatever it names. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** `/accounts/{id}/coverage/report`: a page for those who pay and those who audit. */
export function createReportRouter({ db }: { readonly db: Knex }): Router {
  return defineRoutes([
    endpoint(reportOperations.getCoverageReport, {
      find: accountInPath(db),
      handle: async ({ found, query }, req, res) => {
        const at = query.at === undefined ? undefined : new Date(query.at);
        const page = reportPage(await reportFacts(scopeOf(req), db, found, at));
        const day = new Date().toISOString().slice(0, 10);
        res
          .attachment(`coverage-${day}.html`)
          .set('Content-Security-Policy', POLICY)
          .type('text/html; charset=utf-8')
          .send(page);
      },
    }),
  ]);
}

async function reportFacts(scope: OwnerScope, db: Knex, account: Account, at: Date | undefined): Promise<ReportFacts> {
  const { externalAccountId, id, name } = account;
  const snapshot = await snapshotOf(db, id, at ?? new Date());
  if (snapshot === undefined) throw at === undefined ? noCoverage(id) : noneThen(id, at);
  const [techniques, excluded, evidence, change, readingOf] = await Promise.all([
    snapshotTechniques(db, snapshot.id),
    excludedTechniques(db, id),
    evidenceOf(db, snapshot.id, MOST_EVIDENCE),
    changeTo(db, id, snapshot),
    readingsOf(scope, db, at ?? new Date()),
  ]);
  const gaps = findGaps(factsOf(account.provider), techniques, {
    ...{ includePartial: false, includeExcluded: false, excluded },
    ...{ actors: [], onlyTheirs: false, chosenActors: actorsOf(account.actorIds), readingOf },
  });
  return { account: { name, externalAccountId }, snapshot, techniques, gaps, evidence, change, madeAt: new Date() };
}

async function snapshotOf(db: Knex, accountId: string, at: Date): Promise<SnapshotSummary | undefined> {
  const id = await snapshotAt(db, accountId, at);
  return id === undefined ? undefined : findSnapshot(db, accountId, id);
}

async function changeTo(db: Knex, accountId: string, to: SnapshotSummary): Promise<ReportFacts['change']> {
  const from = await snapshotOf(db, accountId, new Date(to.createdAt.getTime() - COMPARED_MS));
  if (from === undefined) return null;
  const { gained, lost } = diffTechniques(await snapshotTechniques(db, from.id), await snapshotTechniques(db, to.id));
  return { from, gained, lost, notComparable: notComparable(from, to) };
}

const noneThen = (accountId: string, at: Date): NotFoundError =>
  new NotFoundError(
    `The account ${accountId} had no coverage yet at ${at.toISOString()}; its history lists its snapshots.`,
  );
