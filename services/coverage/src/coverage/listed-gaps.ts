import type { OwnerScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { Account } from '../accounts/account-model.js';
import { actorsOf } from '../actors/actor-view.js';
import { newestSnapshot } from '../counting/newest-snapshot.js';
import { snapshotTechniques } from '../counting/snapshot-store.js';
import { isUnknown } from '../counting/unknown-techniques.js';
import { rulesOfGaps } from '../gap-rules/gap-rule-store.js';
import { workOfGaps } from '../gap-work/gap-work-store.js';
import { acceptedRisks, excludedTechniques } from '../inventory/exclusion-store.js';
import { factsOf } from '../providers/facts-of.js';
import { readingsOf } from '../techniques-read/reading-store.js';
import { switchableDetections } from './closing-store.js';
import type { GapQuery } from './coverage-schema.js';
import { forbiddenCalls, policiesOf } from './forbidden-calls.js';
import { findGaps, type GapSight, gapView } from './gaps.js';

/** The gaps of an account's newest snapshot that match: how many, how many are unknown in all, and those to be shown; for a file all of them. */
export async function listedGaps(scope: OwnerScope, db: Knex, account: Account, query: GapQuery) {
  const snapshot = await newestSnapshot(db, account.id);
  const all = findGaps(factsOf(account.provider), await snapshotTechniques(db, snapshot.id), {
    includePartial: query.include_partial,
    includeExcluded: query.include_excluded,
    excluded: await excludedTechniques(db, account.id),
    actors: actorsOf(query.actor === undefined || query.actor === 'chosen' ? account.actorIds : [query.actor]),
    chosenActors: actorsOf(account.actorIds),
    readingOf: await readingsOf(scope, db, new Date()),
    onlyTheirs: query.actor !== undefined,
    technique: query.technique,
    priority: query.priority,
  });
  const matching = all.filter((gap) => query.unknown === undefined || isUnknown(gap.technique) === query.unknown);
  const page = query.format === 'csv' ? matching : matching.slice(query.offset, query.offset + query.limit);
  const sight = await sightOf(scope, db, account);
  return {
    snapshot,
    matching: matching.length,
    unknown: all.filter((gap) => isUnknown(gap.technique)).length,
    shown: page.map((gap) => gapView(gap, sight)),
  };
}

/** What is shown of a gap beside the technique itself. */
async function sightOf(scope: OwnerScope, db: Knex, { externalAccountId, id, provider }: Account): Promise<GapSight> {
  const facts = factsOf(provider);
  const [rulesOf, workOf, accepted, detections, policies] = await Promise.all([
    rulesOfGaps(scope, db, id),
    workOfGaps(db, id),
    acceptedRisks(db, id),
    switchableDetections(db, facts, id),
    policiesOf(db, id),
  ]);
  return {
    ...{ accountId: id, rulesOf, workOf, accepted },
    forbiddenOf: (techniqueId) => forbiddenCalls(facts, policies, techniqueId),
    closingsOf: (techniqueId, scopes) => facts.closings.of({ techniqueId, scopes, detections, externalAccountId }),
  };
}
