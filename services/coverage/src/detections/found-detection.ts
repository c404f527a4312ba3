import type { DetectionStatus, DetectionSubject, DetectionType, StatusReason } from './detection-model.js';
import type { OptionalFields } from './detection-resource.js';

/** A detection as a collector found it, before it has an id. */
export interface FoundDetection extends Partial<Omit<OptionalFields, 'seen_regions'>> {
  /**
   * Identifies the detection among all of its type and scope in the account, for as long as it exists: its ARN, or its name if it has no
   * ARN.
   */
  readonly key: string;
  readonly type: DetectionType;
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
}
