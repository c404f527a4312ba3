import type { AdvisoryDocument, Indicator, TechniqueFinding } from '@tripline/advisory';
import type { PlatformId } from '@tripline/sigma';
import type { GenerationSource } from './generation-resource.js';
import type { GenerationOptions } from './generation-schema.js';

/** A stored generation without its rules. */
export interface Generation {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly source: GenerationSource;
  readonly options: GenerationOptions;
  readonly engineVersion: string;
  /** When the same owner first got the same document with the same options, if it was before. */
  readonly unchangedSince?: Date;
  readonly techniques: readonly TechniqueFinding[];
  readonly indicators: readonly Indicator[];
  /** Platforms without a rule, and what was cut: of a rule with its platform, in reading without one. */
  readonly skipped: readonly { readonly platform?: PlatformId; readonly reason: string }[];
  readonly stats: Readonly<Record<string, unknown>>;
}

/** A rule that a generation gave and that cannot be shown any more: its version is no longer kept, or the rule was deleted. */
export interface RuleNotKept {
  readonly key: string;
  /** As it was called then. */
  readonly title: string;
  readonly reason: string;
}

/** The text spans point into, with its blocks. */
export type StoredDocument = Pick<AdvisoryDocument, 'text' | 'blocks'>;
