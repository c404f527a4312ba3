/** EventBridge in one region. The bus `default` exists without being listed. */
export interface EventBridgeInventory {
  buses: EventBus[];
}

/** A bus with its rules. */
export interface EventBus {
  Name: string;
  Description?: string;
  Policy?: string;
  CreationTime?: string;
  LastModifiedTime?: string;
  rules?: EventRule[];
}

/** DescribeRule's answer with the rule's targets. */
export interface EventRule {
  Name: string;
  State: 'ENABLED' | 'DISABLED' | 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';
  /** An object, or JSON in a string; served as JSON in a string. */
  EventPattern?: string | Record<string, unknown>;
  ScheduleExpression?: string;
  Description?: string;
  RoleArn?: string;
  /** Service principal of the AWS service that made the rule and forbids changes to it. */
  ManagedBy?: string;
  CreatedBy?: string;
  targets?: EventTarget[];
}

/** Where a rule sends its events. */
export interface EventTarget {
  Id: string;
  Arn: string;
  RoleArn?: string;
  Input?: string;
  InputPath?: string;
  DeadLetterConfig?: { Arn?: string };
}
