import type { DeclaredReads, LogNeed } from '../cloud/declared-reading.js';
import type { Sees, SeesReason } from '../cloud/detection-model.js';
import type { ProviderFacts, ShowingLog } from '../cloud/provider-facts.js';
import type { Arrival, ArrivalOf } from './log-arrival.js';
import { gapSentence } from './visibility-reasons.js';

/** Whether a declared rule sees what it names, and where. */
export interface Verdict {
  readonly sees: Sees;
  readonly reason: SeesReason;
  /** What exactly is missing or unknown, as a sentence; null where nothing is. */
  readonly detail: string | null;
  /** The scopes in which nothing that it names is missing; null where scopes do not matter. */
  readonly whole: readonly string[] | null;
  /** The scopes in which only some of it arrives. */
  readonly part: readonly string[];
  /** The scopes of which something that it names could not be found out. */
  readonly unsure: readonly string[];
  /** The techniques that only events show which arrive nowhere. */
  readonly blind: readonly string[];
}

/** What an account's logs are asked. */
export interface Ground {
  readonly scopes: readonly string[];
  readonly arrivalOf: ArrivalOf;
  /** Those of the account's provider. */
  readonly facts: ProviderFacts;
}

const NOWHERE = { detail: null, whole: null, part: [], unsure: [], blind: [] } as const;

/** Judges what a rule looks for by the logs of an account, event by event and scope by scope. A log source alone says nothing. */
export function judge(reads: DeclaredReads | null, ground: Ground): Verdict {
  if (reads === null) return { ...NOWHERE, sees: 'unknown', reason: 'query_not_kept' };
  if (reads.log === 'foreign') return { ...NOWHERE, sees: 'no', reason: 'log_missing' };
  if (reads.log === 'unread') return { ...NOWHERE, sees: 'unknown', reason: 'log_unread' };
  if (reads.needs.length === 0) return withoutNeeds(reads);
  if (ground.scopes.length === 0) return { ...NOWHERE, sees: 'unknown', reason: 'not_scanned' };
  const told = reads.needs.map((need) => toldOf(need, ground));
  const arriving = told.map(({ inScopes }) => [...inScopes.values()].some(({ state }) => state === 'arrives'));
  const detail = detailOf(told, ground);
  if (!arriving.includes(true)) {
    const isUnknown = told.some(({ inScopes }) => [...inScopes.values()].some(({ state }) => state === 'unknown'));
    return isUnknown || told.some(({ isUnscanned }) => isUnscanned)
      ? { ...NOWHERE, detail, sees: 'unknown', reason: 'log_unread' }
      : { ...NOWHERE, detail: detail ?? 'Nothing is there that could write it.', sees: 'no', reason: 'log_missing' };
  }
  const places = ground.scopes.map((scope) => ({ scope, state: stateIn(scope, told) }));
  const of = (...states: readonly string[]): string[] =>
    places.filter(({ state }) => states.includes(state)).map(({ scope }) => scope);
  const [part, unsure] = [of('part', 'unsure_part'), of('unsure', 'unsure_part')];
  return {
    sees: 'yes',
    reason: detail === null ? 'log_arrives' : 'part_arrives',
    detail,
    ...{ whole: of('whole'), part, unsure },
    blind: Object.entries(reads.shows)
      .filter(([, needs]) => !needs.some((index) => arriving[index] === true))
      .map(([techniqueId]) => techniqueId),
  };
}

function withoutNeeds({ doubtful, missing }: DeclaredReads): Verdict {
  if (doubtful.length > 0) {
    const detail = `Our catalogue does not have ${listed(doubtful)}, and does not hold that service whole.`;
    return { ...NOWHERE, detail, sees: 'unknown', reason: 'event_unknown' };
  }
  if (missing.length === 0) return { ...NOWHERE, sees: 'unknown', reason: 'no_event_named' };
  return { ...NOWHERE, detail: `There is no event ${listed(missing)}.`, sees: 'no', reason: 'event_unknown' };
}

interface Told {
  readonly need: LogNeed;
  readonly log: ShowingLog;
  /** By scope, where its events are made. */
  readonly inScopes: ReadonlyMap<string, Arrival>;
  /** Whether its events are made in a scope alone that no scan has read. */
  readonly isUnscanned: boolean;
}

function toldOf(need: LogNeed, { arrivalOf, facts, scopes }: Ground): Told {
  const log = facts.logOfNeed(need);
  const own = scopes.filter(
    (scope) => (need.scope === null || need.scope === scope) && (need.only === null || need.only.includes(scope)),
  );
  return {
    need,
    log,
    inScopes: new Map(own.map((scope) => [scope, arrivalOf(log, scope)])),
    isUnscanned: own.length === 0,
  };
}

type Place = 'whole' | 'part' | 'none' | 'unsure' | 'unsure_part';

/** What of a rule's needs arrives in a scope. Events that are made elsewhere alone are not missing here. */
function stateIn(scope: string, told: readonly Told[]): Place {
  const states = told.flatMap(({ inScopes }) => inScopes.get(scope)?.state ?? []);
  const has = (state: Arrival['state']): boolean => states.includes(state);
  const isAway = told.some(({ inScopes, isUnscanned }) => isUnscanned && !inScopes.has(scope));
  if (has('unknown')) return has('arrives') ? 'unsure_part' : 'unsure';
  if (has('missing')) return has('arrives') ? 'part' : 'none';
  return isAway ? 'unsure_part' : 'whole';
}

/** What is missing or unknown, by log. */
function detailOf(told: readonly Told[], { facts, scopes }: Ground): string | null {
  const sentences = told.flatMap(({ inScopes, isUnscanned, log, need }) => {
    const named = need.events.length === 0 ? '' : `${need.events.join(', ')} of ${need.source}: `;
    if (isUnscanned) {
      const where = need.only?.join(', ') ?? need.scope ?? scopes.join(', ');
      return [`${named}its events are made in ${where}, which was not scanned.`];
    }
    const missing = [...inScopes].filter(([, { state }]) => state === 'missing');
    const unknown = [...inScopes].filter(([, { state }]) => state === 'unknown').map(([scope]) => scope);
    const [first] = missing;
    const arrival = first?.[1];
    return [
      ...(arrival?.state === 'missing'
        ? [
            named +
              gapSentence(
                facts,
                { gap: arrival.gap, source: arrival.feed?.name ?? null, detail: arrival.feed?.detail ?? null },
                log,
                missing.map(([scope]) => scope),
              ),
          ]
        : []),
      ...(unknown.length > 0 ? [`${named}whether ${log.name} arrive in ${unknown.join(', ')} could not be read.`] : []),
    ];
  });
  return sentences.length === 0 ? null : [...new Set(sentences)].slice(0, MOST_SENTENCES).join(' ');
}

const MOST_SENTENCES = 5;
const MOST_NAMES = 5;

const listed = (names: readonly string[]): string =>
  names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
    : names.join(', ');
