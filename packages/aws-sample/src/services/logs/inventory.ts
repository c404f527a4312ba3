/** CloudWatch Logs in one region. */
export interface LogsInventory {
  logGroups?: LogGroup[];
  queryDefinitions?: QueryDefinition[];
  scheduledQueries?: ScheduledQuery[];
}

/** A log group with its metric and subscription filters. */
export interface LogGroup {
  logGroupName: string;
  creationTime?: string;
  retentionInDays?: number;
  storedBytes?: number;
  logGroupClass?: 'STANDARD' | 'INFREQUENT_ACCESS' | 'DELIVERY';
  metricFilters?: MetricFilter[];
  subscriptionFilters?: SubscriptionFilter[];
}

/** A pattern that makes a metric from matching log lines. */
export interface MetricFilter {
  filterName: string;
  filterPattern: string;
  metricTransformations: { metricName: string; metricNamespace: string; metricValue: string; defaultValue?: number }[];
  creationTime?: string;
}

/** A pattern whose matching log lines are forwarded. */
export interface SubscriptionFilter {
  filterName: string;
  filterPattern: string;
  destinationArn: string;
  roleArn?: string;
  creationTime?: string;
}

/** A saved Logs Insights query. */
export interface QueryDefinition {
  queryDefinitionId: string;
  name: string;
  queryString: string;
  queryLanguage?: 'CWLI' | 'PPL' | 'SQL';
  lastModified?: string;
  logGroupNames?: string[];
}

/** A query that runs on a schedule; ListScheduledQueries does not give its text. */
export interface ScheduledQuery {
  name: string;
  scheduledQueryArn?: string;
  state: 'ENABLED' | 'DISABLED';
  scheduleType?: 'CUSTOMER_MANAGED' | 'AWS_MANAGED';
  scheduleExpression: string;
  timezone?: string;
  lastExecutionStatus?: 'Running' | 'InvalidQuery' | 'Complete' | 'Failed' | 'Timeout';
  lastTriggeredTime?: string;
  creationTime?: string;
  lastUpdatedTime?: string;
}

declare module '../../inventory.js' {
  interface RegionInventory {
    logs?: LogsInventory;
  }
}
