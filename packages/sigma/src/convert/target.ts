import type { TargetId } from '../catalogue/targets.js';
import type { RuleCondition, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import type { Note } from './note.js';

/** How a conversion is done. `pipeline: 'none'` leaves fields and values as the rule has them and adds no scope. */
export interface ConversionSettings {
  readonly pipeline: 'default' | 'none';
  /**
   * `safe` matches any letter case where the attacker chooses it, `plain` writes the short case-sensitive form (Lucene and DQL only, with a
   * note).
   */
  readonly casing: 'safe' | 'plain';
}

/** The state of one conversion of one rule to one target: made anew each time, so nothing is shared. */
export interface ConversionContext {
  readonly settings: ConversionSettings;
  /** Records what the query says less exactly than the rule; equal notes are kept once. */
  note(note: Note): void;
  /** What a correlation refers to; for correlations of correlations. Throws `UnknownRule` where a reference leads nowhere. */
  referred(correlation: SigmaCorrelation): ReferredDocuments;
}

/** A correlation's referred rules or correlations, by the reference the correlation uses, in its order. */
export type ReferredDocuments = ReadonlyMap<string, SigmaRule | SigmaCorrelation>;

/**
 * One query language. An implementation is stateless data over the shared walk: it turns a rule's condition (with its aggregation, if any)
 * or a correlation into the text a person pastes into the product. It never throws for a valid rule: what it cannot say it widens and notes.
 */
export interface Target {
  readonly id: TargetId;
  /** One condition of a rule, scope included. */
  convertCondition(rule: SigmaRule, condition: RuleCondition, ctx: ConversionContext): string;
  /** A correlation over the documents it refers to. */
  convertCorrelation(correlation: SigmaCorrelation, referred: ReferredDocuments, ctx: ConversionContext): string;
}
