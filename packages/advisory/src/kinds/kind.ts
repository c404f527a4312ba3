import type { PlatformId } from '@tripline/sigma';
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

/** A document as recognisers see it. */
export interface Reading {
  readonly doc: AdvisoryDocument;
  /** Every passage but the authors' set-up, advice and listings. */
  readonly passages: readonly Passage[];
  /** Those of them that tell what the actor did. */
  readonly told: readonly Passage[];
  /** Command lines that the actor typed. */
  readonly commands: readonly CommandLine[];
  /** Findings without those that are merely arguments of a command. */
  outsideCommands<T extends Span>(found: readonly T[]): readonly T[];
  /** Where recognisers note what they cut. */
  readonly caps: Caps;
  /** Operations of clouds and requests to clusters that the passages name or tell; found when first asked for. */
  operations(): readonly (CloudOperation | ClusterRequest)[];
}

/** What drafters draw on: evidence of all kinds that is sure enough. */
export interface Drafting {
  readonly doc: AdvisoryDocument;
  readonly behaviours: readonly Behaviour[];
  readonly indicators: readonly Indicator[];
  /** The platforms asked for. A draft for another is left out later. */
  readonly platforms: ReadonlySet<PlatformId>;
}

/**
 * A kind of evidence: how it is found and what rules it gives. Both are functions of what they are given and of nothing that another kind has
 * done before, so the order of kinds does not matter.
 */
export interface Kind {
  /** Absent for indicators: they are an answer of their own and are found apart. */
  readonly recognise?: (reading: Reading) => readonly Behaviour[];
  readonly draft: (drafting: Drafting) => readonly RuleDraft[];
}
