import type { ConvertedRule } from '../conversion/conversion-resource.js';
import type { RuleContent } from '../rules/rule-resource.js';

/** A rule from a caller in the form to save, and what the checks found. */
export interface ProvenRule extends Pick<ConvertedRule, 'key' | 'errors' | 'issues'> {
  readonly content: RuleContent;
}
