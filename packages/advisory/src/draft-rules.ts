import { PLATFORM_NAMES, type PlatformName } from '@tripline/sigma';
import { logOfSource } from '@tripline/telemetry';
import { isExcludedIn } from './attribute/attribution-of.js';
import { draftBursts } from './counts/draft-bursts.js';
import { draftOrders } from './counts/draft-orders.js';
import type { RuleDraft } from './draft/rule-draft.js';
import { withWholeLabels } from './draft/whole-labels.js';
import { KINDS } from './kinds/index.js';
import { isOnHosts } from './kinds/indicator/logs.js';
import type { AdvisoryDocument, Evidence, ThingNotKept } from './model.js';
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
  const withPort = placesWithPort(evidence.things);
  const indicators = evidence.indicators.filter(
    ({ spans }) =>
      spans.length === 0 ||
      !(spans.every((span) => isExcludedIn(doc, span)) || spans.every(({ start }) => withPort.has(start))),
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
  const drafts = mergedLists(ofKinds, ofThings).filter(isWanted).map(withWholeLabels);
  return { drafts: drafts.sort(surestFirst), notKept };
}

/** Where addresses begin beside which a port stands: one that has it everywhere is asked for with it, and not once more in a list. */
function placesWithPort(things: Evidence['things']): ReadonlySet<number> {
  const withPort = things.filter(
    ({ thing, beside, role }) =>
      thing === 'ip-address' && role === 'intruders' && beside?.some((each) => each.thing === 'port'),
  );
  return new Set(withPort.flatMap(({ spans }) => spans.map(({ start }) => start)));
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
