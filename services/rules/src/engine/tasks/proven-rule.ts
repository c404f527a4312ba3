import type { ConvertedRule } from '../../rule/converted-rule.js';
import type { KeyedRule } from '../../rule/rule-model.js';

/** A rule from a caller in the form to save, and what the checks found. */
export interface ProvenRule extends KeyedRule, Pick<ConvertedRule, 'errors' | 'issues'> {}
