import { type GapFacts, type ThreatActor, technique } from '@tripline/attack';
import { platformId } from '@tripline/sigma';
import { actorNameView } from '../actors/actor-view.js';
import type { Closing } from '../cloud/closing.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';
import type { TechniqueCoverage } from '../counting/compute-coverage.js';
import type { RulesOfGap } from '../gap-rules/gap-rule-model.js';
import { type GapWork, stateOf } from '../gap-work/gap-work-model.js';
import type { TechniqueReading } from '../techniques-read/reading-model.js';
import type { GapPriority, GapResource } from './coverage-resources.js';
import { type Forbidden, forbiddenSentences } from './forbidden-calls.js';
import { rankForTeam } from './gap-ranking.js';
import { tacticIds } from './technique-view.js';

/** A technique that the account does not cover, with its facts. */
export interface Gap {
  readonly technique: TechniqueCoverage;
  readonly facts: GapFacts;
  readonly isExcluded: boolean;
  /** The advisories that the reader's team had read. */
  readonly reading: TechniqueReading;
  /** The actors of the filter that use it. */
  readonly actors: readonly ThreatActor[];
}

/** Which gaps are wanted. */
export interface GapFilter {
  readonly includePartial: boolean;
  readonly includeExcluded: boolean;
  readonly priority?: GapPriority | undefined;
  /** The techniques that the account excludes now. */
  readonly excluded: ReadonlySet<string>;
  /** The actors that gaps are told of. */
  readonly actors: readonly ThreatActor[];
  /** The actors that are chosen for the account, which count in the ranking whatever is filtered. */
  readonly chosenActors: readonly ThreatActor[];
  /** What the reader's team had read of a technique. */
  readonly readingOf: (techniqueId: string) => TechniqueReading;
  /** Whether only techniques that one of the actors uses are wanted. */
  readonly onlyTheirs: boolean;
  /** The one technique that is asked about. */
  readonly technique?: string | undefined;
}

/**
 * The gaps of a snapshot, worst first: uncovered techniques, with `includePartial` partly covered ones, with `includeExcluded` those that the
 * account excludes. The order is stable.
 */
export function findGaps(provider: ProviderFacts, techniques: readonly TechniqueCoverage[], filter: GapFilter): Gap[] {
  const { actors, excluded, includeExcluded, includePartial, onlyTheirs, priority, technique: asked } = filter;
  return techniques
    .filter(({ techniqueId }) => asked === undefined || techniqueId === asked)
    .filter(({ status }) => status === 'uncovered' || (includePartial && status === 'partial'))
    .map((one) => ({
      technique: one,
      isExcluded: excluded.has(one.techniqueId),
      actors: usersAmong(actors, one.techniqueId),
      ...rankedFacts(provider, one, filter),
    }))
    .filter(({ actors: using }) => !onlyTheirs || using.length > 0)
    .filter(({ isExcluded }) => includeExcluded || !isExcluded)
    .filter(({ facts }) => priority === undefined || facts.priority === priority)
    .sort((a, b) => b.facts.score - a.facts.score || (a.technique.techniqueId < b.technique.techniqueId ? -1 : 1));
}

const usersAmong = (actors: readonly ThreatActor[], techniqueId: string): readonly ThreatActor[] =>
  actors.filter(({ techniques: used }) => used.includes(techniqueId));

function rankedFacts(
  provider: ProviderFacts,
  { status, techniqueId }: TechniqueCoverage,
  { chosenActors, readingOf }: GapFilter,
): Pick<Gap, 'facts' | 'reading'> {
  const reading = readingOf(techniqueId);
  const facts = provider.gapFacts(techniqueId, { partial: status === 'partial' });
  return { reading, facts: rankForTeam(facts, reading, usersAmong(chosenActors, techniqueId).length) };
}

/** Where gaps are shown, and what else is known of them there. */
export interface GapSight {
  readonly accountId: string;
  /** The rules that were written for the gap of a technique. */
  readonly rulesOf: (techniqueId: string) => RulesOfGap;
  /** Who works on the gap of a technique. */
  readonly workOf: (techniqueId: string) => GapWork;
  /** What policies of the organisation forbid of a technique. */
  readonly forbiddenOf: (techniqueId: string) => Forbidden;
  /** The techniques whose risk is accepted now. */
  readonly accepted: ReadonlySet<string>;
  /** What closes the gap of a technique in these scopes of the account itself. */
  readonly closingsOf: (techniqueId: string, scopes: readonly string[]) => readonly Closing[];
}

/** A gap as the API shows it. */
export function gapView(
  { actors, facts, isExcluded, reading, technique: one }: Gap,
  { accepted, accountId, closingsOf, forbiddenOf, rulesOf, workOf }: GapSight,
): GapResource {
  const { count, deployed, rules } = rulesOf(one.techniqueId);
  const work = workOf(one.techniqueId);
  const forbidden = forbiddenOf(one.techniqueId);
  const now = { isCovered: false, isRiskAccepted: accepted.has(one.techniqueId), deployedRules: deployed };
  const unread =
    one.isUnverified && one.scopesUnknown.length > 0
      ? [
          `Not certain: not everything in ${one.scopesUnknown.join(', ')} could be read or verified, and it may hold a detection for this.`,
        ]
      : [];
  return {
    technique_id: one.techniqueId,
    name: technique(one.techniqueId)?.name ?? one.techniqueId,
    tactics: tacticIds(one.techniqueId),
    status: one.status,
    unverified: one.isUnverified,
    excluded: isExcluded,
    ...{ state: stateOf(work, now), owner: work.owner, due_at: work.dueAt, ticket_url: work.ticketUrl },
    actors: actors.map(actorNameView),
    priority: facts.priority,
    score: facts.score,
    reasons: [...facts.reasons, ...forbiddenSentences(forbidden), ...one.reasons, ...unread],
    forbidden_by: forbidden.by,
    forbidden_wholly: forbidden.isAll,
    prevalence: facts.prevalence,
    cloud_prevalence: facts.cloudPrevalence,
    used_in_wild: facts.usedInWild,
    advisories_read: {
      count: reading.count,
      latest: reading.latest.map(({ readAt, title }) => ({ title, read_at: readAt })),
    },
    log_sources: facts.logSources,
    log_cost: facts.logCost,
    suggested_detections: facts.suggestedDetections,
    generate: generateBody({ accountId, techniqueId: one.techniqueId }, facts),
    generate_reason: facts.generation.reason,
    closes: closesOf(one, facts, closingsOf),
    rules,
    rule_count: count,
    deployed_rule_count: deployed,
  };
}

/** What closes a gap, the cheapest first. Scopes that are unknown are no place to add anything to. */
function closesOf(
  { scopesCovered, scopesNeeded, scopesUnknown, techniqueId }: TechniqueCoverage,
  { generation }: GapFacts,
  closingsOf: GapSight['closingsOf'],
): GapResource['closes'] {
  const open = scopesNeeded.filter((scope) => !scopesCovered.includes(scope) && !scopesUnknown.includes(scope));
  const inAccount = closingsOf(techniqueId, open).map(({ scopes, ...closing }) => ({ ...closing, regions: scopes }));
  if (generation.platforms === null) return inAccount;
  const rule = { kind: 'rule', title: 'Write rules for your SIEM', cost: 'included' } as const;
  return [...inAccount, { ...rule, notes: [], regions: [], artefacts: [] }];
}

/** The body of `POST /v1/generate` that has a rule written for a gap; null where none can be. */
function generateBody(
  gap: { readonly accountId: string; readonly techniqueId: string },
  { generation: { platforms } }: GapFacts,
): GapResource['generate'] {
  if (platforms === null) return null;
  const options = { targetProviders: platforms.map(platformId), gap };
  return { inputType: 'technique', techniqueId: gap.techniqueId, options };
}
