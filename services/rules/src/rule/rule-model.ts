import type { OwnerKind } from '@tripline/auth';
import { storableText } from '@tripline/service';
import type { StoredDecision } from './rule-decision.js';
import type { PipelineMark, RuleContent, RuleRowResource } from './rule-resource.js';

/** How many versions of a rule are kept: the first, and the latest of the others. */
export const MOST_VERSIONS = 50;

/** A saved rule as its own row has it, with the ids of rule, owner and maker. */
export interface RuleSummary extends Omit<RuleRowResource, 'ruleKey' | 'createdBy' | 'decision' | 'owner' | 'stale'> {
  readonly id: string;
  /** The team it belongs to, else its maker. */
  readonly ownerId: string;
  readonly key: string;
  readonly createdBy: string;
  readonly version: number;
  readonly decision: StoredDecision | null;
}

/** How far a rule is, and the decision that brought it there. */
export type RuleStanding = Pick<RuleSummary, 'state' | 'decision'>;

/** A rule's key and what the rule says, be it saved or not. */
export interface KeyedRule {
  readonly key: string;
  readonly content: RuleContent;
}

/** A rule's key and its text, which may hold further documents that it needs. */
export interface RuleText {
  readonly key: string;
  readonly yaml: string;
}

/** A rule, be it saved or not, with what its conversions were made with; null is no pipeline. */
export interface MadeRule extends KeyedRule {
  readonly pipeline: PipelineMark | null;
}

/** A saved version of a rule. */
export interface SavedVersion {
  readonly ruleId: string;
  readonly version: number;
}

/** A stored version of a rule. */
export interface StoredVersion extends SavedVersion, MadeRule {
  /** The owner of the rule: the team it belongs to, else its maker. */
  readonly ownerId: string;
  /** Whether its conversions were made with another pipeline than its owner's default of now. */
  readonly stale: boolean;
}

/** Whether something is its maker's own or their team's. */
export const ownerKindOf = (one: { readonly ownerId: string; readonly createdBy: string }): OwnerKind =>
  one.ownerId === one.createdBy ? 'user' : 'team';

/** The same content with a title and a description that Postgres can store; those of a caller's rule may be any text. */
export function storableContent(content: RuleContent): RuleContent {
  return { ...content, title: storableText(content.title), description: storableText(content.description) };
}

/** The values that a rule looks for, in lower case, each once, by which rules are compared. At most 200, the longest first. */
export function detectionValues({ evidence }: Pick<RuleContent, 'evidence'>): string[] {
  const values = new Set(evidence.map(({ value }) => value.toLowerCase()));
  return [...values].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 200);
}
