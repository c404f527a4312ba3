/** GuardDuty in one region. Without a detector GuardDuty is off. */
export interface GuardDutyInventory {
  /** AWS allows one per region. */
  detectors?: GuardDutyDetector[];
  customDetectionRules?: CustomDetectionRule[];
  customDetectionRuleAssociations?: CustomDetectionRuleAssociation[];
}

/** The answer of GetDetector, with its filters. The console shows `DISABLED` as suspended. */
export interface GuardDutyDetector {
  detectorId: string;
  status: 'ENABLED' | 'DISABLED';
  createdAt?: string;
  updatedAt?: string;
  findingPublishingFrequency?: 'FIFTEEN_MINUTES' | 'ONE_HOUR' | 'SIX_HOURS';
  serviceRole?: string;
  features?: DetectorFeature[];
  filters?: GuardDutyFilter[];
  /** Where findings are exported to. */
  publishingDestinations?: {
    destinationId: string;
    destinationType: 'S3';
    status: 'PENDING_VERIFICATION' | 'PUBLISHING' | 'UNABLE_TO_PUBLISH_FIX_DESTINATION_PROPERTY' | 'STOPPED';
  }[];
  /** The account that administers this one, which gets its findings. */
  administrator?: { accountId: string; relationshipStatus?: 'Enabled' | 'Removed' | 'Resigned' };
  tags?: Record<string, string>;
}

/** A feature of a detector, such as `S3_DATA_EVENTS` or `RUNTIME_MONITORING`. */
export interface DetectorFeature {
  name: string;
  status: 'ENABLED' | 'DISABLED';
  updatedAt?: string;
  additionalConfiguration?: { name: string; status: 'ENABLED' | 'DISABLED'; updatedAt?: string }[];
}

/** The answer of GetFilter. `ARCHIVE` makes it a suppression rule. */
export interface GuardDutyFilter {
  name: string;
  action: 'NOOP' | 'ARCHIVE';
  description?: string;
  rank?: number;
  createdAt?: string;
  updatedAt?: string;
  version?: number;
  findingCriteria: { criterion: Record<string, Record<string, unknown>> };
}

/** The answer of GetCustomDetectionRule; the list leaves `definition` out. */
export interface CustomDetectionRule {
  ruleId: string;
  name: string;
  description?: string;
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
  dataSource: 'CloudTrailManagementEvent' | 'RuntimeMonitoring';
  tactic?: string;
  technique?: string;
  service?: string;
  language?: string;
  schema?: string;
  createdAt?: string;
  updatedAt?: string;
  definition: { expression: string };
}

/** Where a custom rule is applied: without an association it never runs, with `DRY_RUN` it makes no findings. */
export interface CustomDetectionRuleAssociation {
  associationId: string;
  ruleId: string;
  mode: 'LIVE' | 'DRY_RUN';
  createdAt?: string;
  updatedAt?: string;
  expiresAt?: string;
}

declare module '../../inventory.js' {
  interface RegionInventory {
    guardduty?: GuardDutyInventory;
  }
}
