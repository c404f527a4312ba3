import { awsService, NO_NAME } from '../../aws-service.js';

/** Amazon CloudWatch Logs. */
export const logs = awsService({
  id: 'logs',
  iamPrefix: 'logs',
  detections: ['cloudwatch_metric_filter', 'logs_insights_query'],
  sdk: () => import('@aws-sdk/client-cloudwatch-logs'),
  client: 'CloudWatchLogsClient',
  operations: {
    DescribeLogGroups: { limit: 1 },
    DescribeMetricFilters: { limit: 1 },
    DescribeQueryDefinitions: { maxResults: 1 },
    ListScheduledQueries: { maxResults: 1 },
    DescribeSubscriptionFilters: { logGroupName: NO_NAME },
  },
  rounds: 4,
});
