import type { Noise, SampleEvent } from '@tripline/advisory';
import type { DeployFormat, Level, Note, PlatformId, TargetId } from '@tripline/sigma';

/** A fault or a finding with its place, in the shape of the answers. */
export interface PlacedIssue {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** One rule or correlation that a caller brought, converted and checked. */
export interface ConvertedRule {
  /** Number of the document in the text, from 0. */
  readonly document: number;
  /** The rule's id, else one derived from its content. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** Null where the log source is none of the thirteen platforms'. */
  readonly platform: PlatformId | null;
  readonly level: Level;
  readonly techniques: readonly string[];
  readonly yaml: string;
  readonly conversions: Readonly<Partial<Record<TargetId, string>>>;
  readonly notes: Readonly<Partial<Record<TargetId, readonly Note[]>>>;
  /** What could not be converted, by backend; empty for almost every rule. */
  readonly errors: Readonly<Partial<Record<TargetId, PlacedIssue>>>;
  readonly issues: readonly PlacedIssue[];
}

/** A converted rule with what a saved rule has beside: its status, events it matches and does not match, and how often everyday logs satisfy it. */
export interface ProvenRule extends ConvertedRule {
  readonly status: string;
  readonly tests: SelfTest;
  readonly noise: Noise | null;
}

/** Events for a rule's self-test. */
export interface SelfTest {
  readonly match: readonly SampleEvent[];
  readonly noMatch: readonly SampleEvent[];
}

/** A document of a brought text that is no rule anybody can read. */
export interface RefusedDocument {
  readonly document: number;
  readonly error: PlacedIssue;
}

/** A rule in a deployable form, or why it cannot have it. */
export type DeploymentOutcome =
  | { readonly text: string; readonly mediaType: string; readonly notes: readonly Note[] }
  | { readonly error: PlacedIssue };

/** A rule in the deployable forms that were asked for. */
export type Deployments = Readonly<Partial<Record<DeployFormat, DeploymentOutcome>>>;
