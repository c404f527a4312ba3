import { awsService, NO_NAME } from '../../aws-service.js';

/** Amazon CloudWatch Logs. */
export const logs = awsService({
  id: 'logs',
  iamPrefix: 'logs',
  detections: ['cloudwatch_metric_filter', 'logs_insights_query'],
  readFromText: true,
  sdk: () => import('@aws-sdk/client-cloudwatch-logs'),
  client: 'CloudWatchLogsClient',
  operations: {
    DescribeMetricFilters: { why: 'which filters count log lines, and their patterns', probe: { limit: 1 } },
    DescribeQueryDefinitions: { why: 'which queries are saved', probe: { maxResults: 1 } },
    ListScheduledQueries: { why: 'which of the queries run on a schedule', probe: { maxResults: 1 } },
    DescribeSubscriptionFilters: {
      why: 'which log lines a function or another reader receives',
      probe: { logGroupName: NO_NAME },
    },
  },
  rounds: 4,
});
