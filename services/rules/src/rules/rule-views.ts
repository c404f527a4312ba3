import type { OwnerScope, TeamScope } from '@tripline/auth';
import { type Knex, NotFoundError, type TypeOf } from '@tripline/service';
import {
  MOST_VERSIONS,
  ownerKindOf,
  type RuleStanding,
  type RuleSummary,
  type StoredVersion,
} from '../rule/rule-model.js';
import type {
  RuleDecisionResource,
  RuleListResource,
  RuleRowResource,
  ruleResource,
  ruleVersionResource,
} from '../rule/rule-resource.js';
import type { RuleList } from './rule-list.js';
import { encodePlace, type RuleOrder } from './rule-order.js';
import { findRuleWithVersions, findVersion, type ListedVersion } from './rule-reading.js';

/** What showing a rule needs. */
export interface RuleViewDeps {
  readonly db: Knex;
  /** E-mail addresses of users, for `createdBy`; deleted users have none. */
  readonly emailsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Makes stale conversions of these versions anew. */
export type Refresh = <V extends StoredVersion>(versions: readonly V[]) => Promise<readonly V[]>;

/** A page of a list for callers. */
export async function rulePage(
  deps: Pick<RuleViewDeps, 'emailsOf'>,
  { counts, moreThanTotal, rows, total }: RuleList,
  { limit, order }: { readonly limit: number; readonly order: RuleOrder },
): Promise<RuleListResource> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const emails = await deps.emailsOf(page.flatMap(peopleOf));
  return {
    rules: page.map(({ found, noise, position: _position, sigma, testEvents, ...rule }) => ({
      ...toRow(rule, emails),
      ...{ found, noise, sigma, testEvents },
    })),
    nextCursor: rows.length > limit && last !== undefined ? encodePlace(order, last) : null,
    total,
    moreThanTotal,
    counts,
  };
}

/**
 * One rule with its newest version's content and a list of its versions.
 * @throws NotFoundError for another owner's and an unknown key alike
 */
export async function readRule(
  deps: RuleViewDeps,
  scope: OwnerScope | TeamScope,
  key: string,
  refresh: Refresh,
): Promise<TypeOf<typeof ruleResource>> {
  const found = await findRuleWithVersions(scope, deps.db, key);
  if (found === undefined) throw new NotFoundError(`There is no rule ${key}.`);
  const { generations, rule, versions } = found;
  const [{ content, pipeline, stale } = found.newest] = await refresh([found.newest]);
  const emails = await deps.emailsOf([...peopleOf(rule), ...versions.map(({ createdBy }) => createdBy)]);
  return {
    ...toRow({ ...rule, stale }, emails),
    ...content,
    pipeline,
    versions: versions.map((version) => toVersion(version, emails)),
    generations,
  };
}

/**
 * One version of a rule, whole.
 * @throws NotFoundError for another owner's and an unknown key, and for a version that is not there (any more)
 */
export async function readVersion(
  deps: RuleViewDeps,
  scope: OwnerScope,
  key: string,
  version: number,
  refresh: Refresh,
): Promise<TypeOf<typeof ruleVersionResource>> {
  const found = await findVersion(scope, deps.db, key, version);
  if (found === undefined) {
    throw new NotFoundError(
      `There is no version ${version} of a rule ${key}. Of each rule the first version and the latest ${MOST_VERSIONS - 1} are kept.`,
    );
  }
  const [{ content, pipeline, stale } = found] = await refresh([found]);
  const emails = await deps.emailsOf([found.createdBy]);
  return { ruleKey: key, ...toVersion(found, emails), ...content, stale, pipeline };
}

const toVersion = ({ version, createdAt, createdBy, title }: ListedVersion, emails: ReadonlyMap<string, string>) => ({
  version,
  createdAt,
  createdBy: { userId: createdBy, email: emails.get(createdBy) ?? null },
  title,
});

function toRow(rule: RuleSummary & Pick<StoredVersion, 'stale'>, emails: ReadonlyMap<string, string>): RuleRowResource {
  const { id: _id, ownerId: _ownerId, version: _version, key, createdBy, decision, ...shown } = rule;
  const maker = { userId: createdBy, email: emails.get(createdBy) ?? null };
  return {
    ruleKey: key,
    ...shown,
    owner: ownerKindOf(rule),
    createdBy: maker,
    decision: toDecisionView(decision, emails),
  };
}

/** The users whom a rule names. */
const peopleOf = ({ createdBy, decision }: RuleStanding & { readonly createdBy: string }): string[] =>
  decision === null ? [createdBy] : [createdBy, decision.by];

/** A decision for callers. */
export const toDecisionView = (
  decision: RuleStanding['decision'],
  emails: ReadonlyMap<string, string>,
): RuleDecisionResource | null =>
  decision === null ? null : { ...decision, by: { userId: decision.by, email: emails.get(decision.by) ?? null } };
