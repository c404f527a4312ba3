/** CloudTrail in one region: the trails whose home it is. Multi-region trails are seen from the other regions by themselves. */
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
  /** By default one that takes all management events, unless there are advanced ones. */
  eventSelectors?: {
    ReadWriteType: 'ReadOnly' | 'WriteOnly' | 'All';
    IncludeManagementEvents: boolean;
    DataResources?: { Type: string; Values: string[] }[];
    ExcludeManagementEventSources?: string[];
  }[];
  advancedEventSelectors?: AdvancedEventSelector[];
  /** Empty or absent: Insights are off. */
  insightSelectors?: { InsightType: 'ApiCallRateInsight' | 'ApiErrorRateInsight'; EventCategories?: string[] }[];
}

/** One advanced selector: all its fields must hold. */
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

/** GetEventDataStore's answer; the list gives name and ARN alone, as AWS does. */
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
