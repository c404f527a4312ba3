import type { PlatformName } from '@tripline/sigma';
import type { Caps } from '../caps.js';
import type { RuleDraft } from '../draft/rule-draft.js';
import type {
  AdvisoryDocument,
  Behaviour,
  CloudOperation,
  ClusterRequest,
  CommandLine,
  Indicator,
  Span,
} from '../model.js';
import type { Passage } from '../segment/passage.js';

/** A document as recognisers get it. */
export interface Reading {
  readonly doc: AdvisoryDocument;
  /** Every passage except lab preparation, advice and listings. */
  readonly passages: readonly Passage[];
  /** The passages of these that describe what the actor did. */
  readonly told: readonly Passage[];
  /** Command lines that the actor typed. */
  readonly commands: readonly CommandLine[];
  /** Findings without those that are only arguments of a command. */
  outsideCommands<T extends Span>(found: readonly T[]): readonly T[];
  /** Where recognisers note that they cut something. */
  readonly caps: Caps;
  /** Operations of clouds and requests to clusters that the passages name or describe; searched when first asked for. */
  operations(): readonly (CloudOperation | ClusterRequest)[];
}

/** What drafters get: the evidence of all kinds that is sure enough. */
export interface Drafting {
  readonly doc: AdvisoryDocument;
  readonly behaviours: readonly Behaviour[];
  readonly indicators: readonly Indicator[];
  /** The platforms asked for. A draft for another is left out later. */
  readonly platforms: ReadonlySet<PlatformName>;
  /** Whether the rules are counted or put in order by others, which narrows everyday operations. */
  readonly isCounted?: boolean;
}

/**
 * A kind of evidence: how it is found and which rules it gives. Both functions depend only on their argument and on nothing that another
 * kind did before, so the order of kinds does not matter.
 */
export interface Kind {
  /** Absent for indicators, which are found separately. */
  readonly recognise?: (reading: Reading) => readonly Behaviour[];
  readonly draft: (drafting: Drafting) => readonly RuleDraft[];
}
