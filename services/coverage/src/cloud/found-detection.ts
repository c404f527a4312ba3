import type { DetectionStatus, DetectionSubject, StatusReason } from './detection-model.js';

/** A detection as a collector found it, before it has an id. */
export interface FoundDetection {
  /**
   * Identifies the detection among all of its type and scope in the account, for as long as it exists: its ARN, or its name if it has no
   * ARN.
   */
  readonly key: string;
  /** In the provider's words: one of the types that its services declare. */
  readonly type: string;
  readonly scope: string;
  /** The scopes whose events reach it, where they are not its own alone; `*` is every scope of the account. */
  readonly seenScopes?: readonly string[] | null;
  /** What it hears of what other accounts and scopes forward, as their forwards name it (`Forward.into`). */
  readonly hears?: readonly string[];
  readonly name: string;
  readonly arn: string | null;
  /** Whether the cloud provider wrote it, not the customer. */
  readonly managed: boolean;
  readonly status: Exclude<DetectionStatus, 'removed'>;
  readonly statusReason: StatusReason | null;
  readonly subject: DetectionSubject;
  readonly description?: string | null;
  /** The result of a check that asks for a detection to exist. */
  readonly compliance?: 'passed' | 'failed' | null;
}
