/** EventBridge in one region. The bus `default` exists without being in the list. */
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

/** The answer of DescribeRule, with the rule's targets. */
export interface EventRule {
  Name: string;
  State: 'ENABLED' | 'DISABLED' | 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';
  /** An object, or JSON as a string; always served as a string. */
  EventPattern?: string | Record<string, unknown>;
  ScheduleExpression?: string;
  Description?: string;
  RoleArn?: string;
  /** Service principal of the AWS service that made the rule; it alone may change it. */
  ManagedBy?: string;
  CreatedBy?: string;
  targets?: EventTarget[];
}

/** A target that receives the rule's events. */
export interface EventTarget {
  Id: string;
  Arn: string;
  RoleArn?: string;
  Input?: string;
  InputPath?: string;
  DeadLetterConfig?: { Arn?: string };
}

declare module '../../inventory.js' {
  interface RegionInventory {
    eventbridge?: EventBridgeInventory;
  }
}
