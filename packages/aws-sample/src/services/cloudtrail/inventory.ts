/** CloudTrail in one region: the trails whose home region it is. Multi-region trails need not be repeated in other regions. */
export interface CloudTrailInventory {
  trails?: Trail[];
  eventDataStores?: EventDataStore[];
}

/** A trail with status, selectors and Insights. */
export interface Trail {
  Name: string;
  TrailARN?: string;
  S3BucketName?: string;
  IsMultiRegionTrail: boolean;
  IncludeGlobalServiceEvents?: boolean;
  IsOrganizationTrail?: boolean;
  LogFileValidationEnabled?: boolean;
  CloudWatchLogsLogGroupArn?: string;
  CloudWatchLogsRoleArn?: string;
  KmsKeyId?: string;
  status: {
    IsLogging: boolean;
    LatestDeliveryError?: string;
    LatestDeliveryTime?: string;
    LatestCloudWatchLogsDeliveryError?: string;
    LatestCloudWatchLogsDeliveryTime?: string;
    StartLoggingTime?: string;
    StopLoggingTime?: string;
  };
  /** By default one that records all management events, unless there are advanced selectors. */
  eventSelectors?: {
    ReadWriteType: 'ReadOnly' | 'WriteOnly' | 'All';
    IncludeManagementEvents: boolean;
    DataResources?: { Type: string; Values: string[] }[];
    ExcludeManagementEventSources?: string[];
  }[];
  advancedEventSelectors?: AdvancedEventSelector[];
  /** Insights are off when empty or absent. */
  insightSelectors?: { InsightType: 'ApiCallRateInsight' | 'ApiErrorRateInsight'; EventCategories?: string[] }[];
}

/** One advanced selector: an event must match all its fields. */
export interface AdvancedEventSelector {
  Name?: string;
  FieldSelectors: {
    Field: string;
    Equals?: string[];
    StartsWith?: string[];
    EndsWith?: string[];
    NotEquals?: string[];
    NotStartsWith?: string[];
    NotEndsWith?: string[];
  }[];
}

/** The answer of GetEventDataStore; ListEventDataStores gives only name and ARN, as in AWS. */
export interface EventDataStore {
  Name: string;
  EventDataStoreArn: string;
  Status:
    | 'CREATED'
    | 'ENABLED'
    | 'PENDING_DELETION'
    | 'STARTING_INGESTION'
    | 'STOPPING_INGESTION'
    | 'STOPPED_INGESTION';
  AdvancedEventSelectors?: AdvancedEventSelector[];
  MultiRegionEnabled?: boolean;
  OrganizationEnabled?: boolean;
  RetentionPeriod?: number;
  CreatedTimestamp?: string;
  UpdatedTimestamp?: string;
}

declare module '../../inventory.js' {
  interface RegionInventory {
    cloudtrail?: CloudTrailInventory;
  }
}
