import { storableText } from '@tripline/service';
import type { RuleContent, RuleRowResource } from './rule-resource.js';

/** How many versions of a rule are kept: the first, and the latest of the others. */
export const MOST_VERSIONS = 50;

/** A saved rule as its own row has it: what lists show, with the ids of rule, owner and maker. */
export interface RuleSummary extends Omit<RuleRowResource, 'ruleKey' | 'createdBy'> {
  readonly id: string;
  /** The team it belongs to, else its maker. */
  readonly ownerId: string;
  readonly key: string;
  readonly createdBy: string;
  readonly version: number;
}

/** Where a rule came from. */
export type RuleSource = RuleSummary['source'];

/** The same content with a title and a description that Postgres can store; those of a caller's rule may be any text. */
export function storableContent(content: RuleContent): RuleContent {
  return { ...content, title: storableText(content.title), description: storableText(content.description) };
}

/** The values that a rule looks for, in lower case, each once, by which rules are compared. At most 200, the longest first. */
export function detectionValues({ evidence }: Pick<RuleContent, 'evidence'>): string[] {
  const values = new Set(evidence.map(({ value }) => value.toLowerCase()));
  return [...values].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 200);
}
