import type { AdvisoryDocument, Indicator, TechniqueFinding } from '@tripline/advisory';
import type { OwnerKind } from '@tripline/auth';
import type { PlatformId } from '@tripline/sigma';
import type { RuleStanding, RuleSummary } from '../rule/rule-model.js';
import type { GenerationSource } from './generation-resource.js';
import type { GenerationOptions } from './generation-schema.js';

/** A stored generation without its rules. */
export interface Generation {
  readonly id: string;
  readonly createdBy: string;
  /** Whose it is, and were its rules when it gave them. */
  readonly owner: OwnerKind;
  readonly createdAt: Date;
  readonly source: GenerationSource;
  readonly options: GenerationOptions;
  readonly engineVersion: string;
  /** When the owner first got the same document with the same options; absent when this is the first time. */
  readonly unchangedSince?: Date;
  readonly techniques: readonly TechniqueFinding[];
  readonly indicators: readonly Indicator[];
  /** Platforms without a rule, and reached bounds: of a rule with its platform, in reading without one. */
  readonly skipped: readonly { readonly platform?: PlatformId; readonly reason: string }[];
  readonly stats: Readonly<Record<string, unknown>>;
}

/** How a rule of a generation stands now. */
export interface GeneratedStanding extends RuleStanding {
  readonly owner: OwnerKind;
  /** What the rule's newest version says, where the generation gave another one. */
  readonly newest: Pick<RuleSummary, 'version' | 'title' | 'level' | 'platform' | 'techniques'> | null;
}

/** A rule of a generation that can no longer be shown: its version is no longer kept, or the rule was deleted. */
export interface NotKept {
  readonly key: string;
  /** Its title at that time. */
  readonly title: string;
  readonly reason: string;
}

/** The text that spans point into, with its blocks. */
export type StoredDocument = Pick<AdvisoryDocument, 'text' | 'blocks'>;
