import type { ConvertedRule } from '../../rule/converted-rule.js';
import type { RuleContent } from '../../rule/rule-resource.js';

/** A rule from a caller in the form to save, and what the checks found. */
export interface ProvenRule extends Pick<ConvertedRule, 'key' | 'errors' | 'issues'> {
  readonly content: RuleContent;
}
