/** The caller of a request. */
export interface Identity {
  readonly accountId: string;
  /** ARN of the user or of the assumed role's session. */
  readonly arn: string;
  readonly userId: string;
  /** Set for sessions: IAM actions that the role's policies do not allow. */
  readonly deniedActions: readonly string[];
}
