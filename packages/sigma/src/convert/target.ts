import type { Logsource, RuleCondition, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import type { MapFamily, ResolvedMap } from './maps.js';
import type { Note } from './note.js';

/** Settings of a conversion. `pipeline: 'none'` leaves fields and values as in the rule and adds no scope. */
interface ConversionSettings {
  readonly pipeline: 'default' | 'none';
  /**
   * `safe` matches any letter case where the attacker chooses it; `plain` writes the short case-sensitive form (Lucene and DQL only, with a
   * note).
   */
  readonly casing: 'safe' | 'plain';
  /**
   * `sliding` counts in the windows that begin at an event, so no burst is cut in two; `fixed` in windows of the clock, which is cheaper
   * (SPL and KQL, with a note).
   */
  readonly windows: 'sliding' | 'fixed';
  /** Names the Splunk macro that stands for a log source's index, given as the search has it (`index="*"`). Without it the index stands there. */
  readonly indexMacro?: IndexMacro | undefined;
}

/** The name of the Splunk macro for the index of a log source; `definition` is what the macro stands for. */
export type IndexMacro = (logsource: Logsource, definition: string) => string;

/** The state of one conversion of one rule to one target. It is never shared. */
export interface ConversionContext {
  readonly settings: ConversionSettings;
  /** Where a log source's events and fields are, in one family. The same log source gives the same object each time. */
  fieldMap(family: MapFamily, logsource: Logsource): ResolvedMap;
  /** The look-up of scopes in the stack that is used: the same function for all conversions, so that what is known of it can be kept. */
  readonly stackMap: (family: MapFamily, logsource: Logsource) => ResolvedMap;
  /** Records a difference between query and rule; equal notes are kept once. */
  note(note: Note): void;
  /**
   * The documents that a correlation refers to; also used for correlations of correlations. Throws `UnknownRule` for a reference without a
   * document.
   */
  referred(correlation: SigmaCorrelation): ReferredDocuments;
}

/** The rules or correlations that a correlation refers to, by its references, in its order. */
export type ReferredDocuments = ReadonlyMap<string, SigmaRule | SigmaCorrelation>;

/**
 * One query language. An implementation has no state and uses the shared tree walk. It turns a rule's condition (with its aggregation, if
 * any) or a correlation into the text that a person pastes into the product. It never throws for a valid rule: what it cannot express it
 * widens, with a note.
 */
export interface Target {
  /** Whether its expressions have look-around, possessive quantifiers and atomic groups; otherwise rules come with wider ones. */
  readonly backtracks?: boolean;
  /** One condition of a rule, scope included. */
  convertCondition(rule: SigmaRule, condition: RuleCondition, ctx: ConversionContext): string;
  /** A correlation over the documents that it refers to. */
  convertCorrelation(correlation: SigmaCorrelation, ctx: ConversionContext): string;
}
