import type { Noise, RuleAttribution, RuleEvidence, SampleEvent } from '@tripline/advisory';
import type { Level, Note, PlatformId, TargetId } from '@tripline/sigma';

/** The states of a rule's life. */
export const RULE_STATES = ['draft', 'accepted', 'rejected', 'deployed'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** How many versions of a rule are kept: the first, and the latest of the others. */
export const MOST_VERSIONS = 50;

/** The content of one version of a rule; stored as a whole and answered as it is. */
export interface RuleContent {
  readonly title: string;
  readonly description: string;
  readonly platform: PlatformId | null;
  readonly level: Level;
  readonly status: string;
  readonly techniques: readonly string[];
  readonly yaml: string;
  readonly conversions: Readonly<Partial<Record<TargetId, string>>>;
  readonly notes: Readonly<Partial<Record<TargetId, readonly Note[]>>>;
  readonly evidence: readonly RuleEvidence[];
  readonly tests: { readonly match: readonly SampleEvent[]; readonly noMatch: readonly SampleEvent[] };
  /** Null where no recording has its log source; absent in versions from before it was counted. */
  readonly noise?: Noise | null;
  /** Null for a rule without a place in a text; absent in versions from before it was known. */
  readonly attribution?: RuleAttribution | null;
}

/** Where a rule came from. */
export interface RuleSource {
  readonly inputType: string;
  readonly url: string | null;
  readonly title: string;
}

/** A saved rule as lists show it. */
export interface RuleSummary {
  readonly id: string;
  /** The team it belongs to, else its maker. */
  readonly ownerId: string;
  readonly key: string;
  readonly title: string;
  readonly level: Level;
  readonly platform: PlatformId | null;
  readonly techniques: readonly string[];
  readonly state: RuleState;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly version: number;
  readonly source: RuleSource;
}

/** The values that a rule looks for, in lower case, each once, by which rules are compared. At most 200, the longest first. */
export function detectionValues({ evidence }: Pick<RuleContent, 'evidence'>): string[] {
  const values = new Set(evidence.map(({ value }) => value.toLowerCase()));
  return [...values].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 200);
}
