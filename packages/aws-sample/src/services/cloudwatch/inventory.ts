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

declare module '../../inventory.js' {
  interface RegionInventory {
    cloudwatch?: CloudWatchInventory;
  }
}
