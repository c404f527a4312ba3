import type { Noise, SampleEvent } from '@tripline/advisory';
import type { DeployFormat, Level, Note, PlatformId, TargetId } from '@tripline/sigma';

/** A fault or a finding with its place, in the form of the answers. */
export interface PlacedIssue {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** One rule or correlation from a caller, converted and checked. */
export interface ConvertedRule {
  /** Number of the document in the text, from 0. */
  readonly document: number;
  /** The rule's id, else one derived from its content. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** Null where no platform has the log source. */
  readonly platform: PlatformId | null;
  readonly level: Level;
  readonly techniques: readonly string[];
  readonly yaml: string;
  readonly conversions: Readonly<Partial<Record<TargetId, string>>>;
  readonly notes: Readonly<Partial<Record<TargetId, readonly Note[]>>>;
  /** Conversions that failed, by backend; empty for almost every rule. */
  readonly errors: Readonly<Partial<Record<TargetId, PlacedIssue>>>;
  readonly issues: readonly PlacedIssue[];
}

/** A converted rule with the further parts of a saved rule: its status, events it matches and does not match, and its noise. */
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

/** A document of a caller's text that cannot be read as a rule. */
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
