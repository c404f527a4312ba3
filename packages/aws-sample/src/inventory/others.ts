/** IAM Access Analyzer in one region. */
export interface AccessAnalyzerInventory {
  analyzers: {
    name: string;
    arn?: string;
    type: string;
    status: 'ACTIVE' | 'CREATING' | 'DISABLED' | 'FAILED';
    statusReason?: { code: string };
    createdAt?: string;
    lastResourceAnalyzedAt?: string;
    configuration?: Record<string, unknown>;
  }[];
}

/** Macie in one region; not enabled where absent. */
export interface MacieInventory {
  session: {
    status: 'ENABLED' | 'PAUSED';
    findingPublishingFrequency?: 'FIFTEEN_MINUTES' | 'ONE_HOUR' | 'SIX_HOURS';
    serviceRole?: string;
    createdAt?: string;
    updatedAt?: string;
  };
  jobs?: {
    jobId: string;
    name: string;
    jobType: 'ONE_TIME' | 'SCHEDULED';
    jobStatus: 'RUNNING' | 'PAUSED' | 'CANCELLED' | 'COMPLETE' | 'IDLE' | 'USER_PAUSED';
    createdAt?: string;
    lastRunErrorStatus?: { code: 'NONE' | 'ERROR' };
  }[];
}

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
}
