/** Lambda in one region. */
export interface LambdaInventory {
  functions?: LambdaFunction[];
  eventSourceMappings?: EventSourceMapping[];
}

/** A function with its resource policy and tags. */
export interface LambdaFunction {
  FunctionName: string;
  FunctionArn?: string;
  Runtime?: string;
  Role?: string;
  Handler?: string;
  Description?: string;
  LastModified?: string;
  State?: 'Pending' | 'Active' | 'Inactive' | 'Failed';
  Environment?: { Variables: Record<string, string> };
  /** An object, or JSON as a string; without one GetPolicy answers ResourceNotFoundException. */
  policy?: string | Record<string, unknown>;
  tags?: Record<string, string>;
}

/** A stream or queue that invokes a function. */
export interface EventSourceMapping {
  UUID: string;
  EventSourceArn: string;
  FunctionArn: string;
  State: 'Enabled' | 'Disabled' | 'Creating' | 'Enabling' | 'Disabling' | 'Updating' | 'Deleting';
  BatchSize?: number;
  LastModified?: string;
  FilterCriteria?: { Filters: { Pattern: string }[] };
}

declare module '../../inventory.js' {
  interface RegionInventory {
    lambda?: LambdaInventory;
  }
}
