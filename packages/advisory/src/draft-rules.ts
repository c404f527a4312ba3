import { PLATFORM_NAMES, type PlatformName } from '@tripline/sigma';
import { logOfSource } from '@tripline/telemetry';
import { isExcludedIn } from './attribute/attribution-of.js';
import { draftBursts } from './counts/draft-bursts.js';
import { draftOrders } from './counts/draft-orders.js';
import type { RuleDraft } from './draft/rule-draft.js';
import { KINDS } from './kinds/index.js';
import { isOnHosts } from './kinds/indicator/logs.js';
import type { AdvisoryDocument, Evidence, Indicator, ThingNotKept } from './model.js';
import { draftThings } from './shown-by/draft-things.js';
import { mergedLists } from './shown-by/merge-lists.js';

/** What to draft; both have been checked and filled in by the caller. */
export interface DraftOptions {
  readonly platforms: ReadonlySet<PlatformName>;
  /** Whether the caller named platforms: rules of other logs are then left out. */
  readonly isRestricted: boolean;
  /** Ids of logs of which rules are wanted all the same. */
  readonly logs: ReadonlySet<string>;
  /** Behaviours with a lower confidence give no drafts. */
  readonly minConfidence: number;
}

const ALL: ReadonlySet<PlatformName> = new Set(PLATFORM_NAMES);

/** Drafts rules from evidence: one per behaviour and platform, the surest first. The same input gives the same drafts. */
export function draftRules(doc: AdvisoryDocument, evidence: Evidence, options: DraftOptions): Drafted {
  const sure = evidence.behaviours.filter(({ confidence }) => confidence >= options.minConfidence);
  const indicators = evidence.indicators.filter(
    (indicator) =>
      indicator.spans.length === 0 ||
      !(indicator.spans.every((span) => isExcludedIn(doc, span)) || hasAlwaysPort(indicator, evidence.things)),
  );
  const { platforms } = options;
  const drafting = { doc, behaviours: sure, indicators, platforms };
  const alone = KINDS.flatMap(({ draft }) => draft(drafting));
  const ofKinds = [...withBursts(alone, draftBursts(drafting)), ...draftOrders(drafting, alone)].filter(
    ({ confidence }) => confidence >= options.minConfidence,
  );
  const { drafts: ofThings, notKept } = draftThings(
    doc,
    evidence.things,
    ofKinds,
    isOnHosts({ ...drafting, platforms: ALL }),
  );
  const isWanted = ({ platform, logsource, confidence }: RuleDraft): boolean =>
    confidence >= options.minConfidence &&
    (options.logs.has(logOfSource(logsource)?.id ?? '') ||
      (platform === null ? !options.isRestricted : platforms.has(platform)));
  return { drafts: mergedLists(ofKinds, ofThings).filter(isWanted).sort(surestFirst), notKept };
}

/** Whether a port stands beside an address wherever it stands: it is asked for with the port, and not once more in a list. */
function hasAlwaysPort({ value, spans }: Indicator, things: Evidence['things']): boolean {
  const withPort = things.filter(
    ({ thing, value: address, beside, role }) =>
      thing === 'ip-address' &&
      address === value &&
      role === 'intruders' &&
      beside?.some((each) => each.thing === 'port'),
  );
  const places = withPort.flatMap((thing) => thing.spans);
  return spans.every(({ start, end }) => places.some((place) => place.start < end && start < place.end));
}

/** The drafts, and the things that gave none. */
interface Drafted {
  readonly drafts: readonly RuleDraft[];
  readonly notKept: readonly ThingNotKept[];
}

/** Sorts by confidence, so that the order of the kinds does not show in the answer. */
function surestFirst(a: RuleDraft, b: RuleDraft): number {
  return b.confidence - a.confidence || (a.behaviour < b.behaviour ? -1 : 1);
}

/** The rules of all kinds with those that count; a weak rule on a single call of which there were many is left out. */
function withBursts(ofKinds: readonly RuleDraft[], bursts: readonly RuleDraft[]): readonly RuleDraft[] {
  const counted = new Set(bursts.map(({ selections }) => JSON.stringify(selections)));
  const single = ofKinds.filter(({ level, selections }) => level !== 'low' || !counted.has(JSON.stringify(selections)));
  return [...single, ...bursts];
}
