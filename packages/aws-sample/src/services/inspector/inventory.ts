/** State of Inspector, or of one of its resource types. */
export type InspectorState = 'ENABLING' | 'ENABLED' | 'DISABLING' | 'DISABLED' | 'SUSPENDING' | 'SUSPENDED';

/** Inspector in one region; everything is `DISABLED` where absent. */
export interface InspectorInventory {
  status: InspectorState;
  resources?: Partial<Record<'ec2' | 'ecr' | 'lambda' | 'lambdaCode' | 'codeRepository', InspectorState>>;
  /** `SUPPRESS` makes a filter a suppression rule. */
  filters?: {
    name: string;
    arn?: string;
    action: 'NONE' | 'SUPPRESS';
    description?: string;
    reason?: string;
    criteria: Record<string, unknown>;
    createdAt?: string;
    updatedAt?: string;
  }[];
  /** The delegated administrator of the account's organisation, which gets its findings. */
  administrator?: { accountId: string; relationshipStatus?: 'ENABLED' | 'REMOVED' | 'DISABLED' };
}

declare module '../../inventory.js' {
  interface RegionInventory {
    inspector?: InspectorInventory;
  }
}
