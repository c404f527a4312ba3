/** CloudWatch alarms in one region. */
export interface CloudWatchInventory {
  metricAlarms?: MetricAlarm[];
  compositeAlarms?: CompositeAlarm[];
  logAlarms?: LogAlarm[];
}

/** Members that every kind of alarm has. With `ActionsEnabled: false` the alarm's actions do not run. */
export interface Alarm {
  AlarmName: string;
  AlarmArn?: string;
  AlarmDescription?: string;
  ActionsEnabled: boolean;
  AlarmActions: string[];
  OKActions?: string[];
  InsufficientDataActions?: string[];
  StateValue: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';
  StateReason?: string;
  StateUpdatedTimestamp?: string;
  AlarmConfigurationUpdatedTimestamp?: string;
  StateTransitionedTimestamp?: string;
}

/** An alarm on a metric, or on an expression over several (`Metrics`). */
export interface MetricAlarm extends Alarm {
  Namespace?: string;
  MetricName?: string;
  Dimensions?: { Name: string; Value: string }[];
  Statistic?: string;
  Period?: number;
  EvaluationPeriods?: number;
  DatapointsToAlarm?: number;
  Threshold?: number;
  ComparisonOperator?: string;
  TreatMissingData?: string;
  Metrics?: {
    Id: string;
    Expression?: string;
    ReturnData?: boolean;
    MetricStat?: { Metric: { Namespace: string; MetricName: string }; Period: number; Stat: string };
  }[];
}

/** An alarm over other alarms' states. */
export interface CompositeAlarm extends Alarm {
  AlarmRule: string;
  ActionsSuppressor?: string;
  ActionsSuppressedBy?: 'WaitPeriod' | 'ExtensionPeriod' | 'Alarm';
  ActionsSuppressedReason?: string;
}

/** An alarm on a scheduled Logs Insights query. */
export interface LogAlarm extends Alarm {
  Threshold?: number;
  ComparisonOperator?: string;
  ScheduledQueryConfiguration: {
    QueryString: string;
    LogGroupIdentifiers?: string[];
    ScheduleConfiguration?: { ScheduleExpression: string };
  };
}

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
