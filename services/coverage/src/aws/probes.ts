import { AccessAnalyzerClient, ListAnalyzersCommand } from '@aws-sdk/client-accessanalyzer';
import * as trail from '@aws-sdk/client-cloudtrail';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import * as logs from '@aws-sdk/client-cloudwatch-logs';
import * as config from '@aws-sdk/client-config-service';
import * as events from '@aws-sdk/client-eventbridge';
import * as guardduty from '@aws-sdk/client-guardduty';
import * as inspector from '@aws-sdk/client-inspector2';
import * as lambda from '@aws-sdk/client-lambda';
import * as macie from '@aws-sdk/client-macie2';
import * as hub from '@aws-sdk/client-securityhub';
import type { ClientSettings, SdkClient } from './aws-session.js';
import { iamAction } from './policies.js';

/** Gives the client of a class. */
type Clients = <Client extends SdkClient>(make: new (settings: ClientSettings) => Client) => Client;

/** One call that shows whether its action is allowed. */
export interface Probe {
  readonly service: string;
  readonly action: string;
  probe(client: Clients): Promise<unknown>;
}

/** A name and id that no resource has. */
const NONE = 'tripline-permission-check';
const NO_ID = '00000000000000000000000000000000';
const NO_CONTROL = { SecurityControlId: 'Account.0', StandardsArn: 'arn:aws:securityhub:::standards/none' };

type Calls = Readonly<Record<string, Probe['probe']>>;

const SERVICES: Readonly<Record<string, Calls>> = {
  guardduty: {
    ListDetectors: (of) => of(guardduty.GuardDutyClient).send(new guardduty.ListDetectorsCommand({})),
    GetDetector: (of) => of(guardduty.GuardDutyClient).send(new guardduty.GetDetectorCommand({ DetectorId: NO_ID })),
    ListFilters: (of) => of(guardduty.GuardDutyClient).send(new guardduty.ListFiltersCommand({ DetectorId: NO_ID })),
    GetFilter: (of) =>
      of(guardduty.GuardDutyClient).send(new guardduty.GetFilterCommand({ DetectorId: NO_ID, FilterName: NONE })),
    ListCustomDetectionRules: (of) =>
      of(guardduty.GuardDutyClient).send(new guardduty.ListCustomDetectionRulesCommand({})),
    GetCustomDetectionRule: (of) =>
      of(guardduty.GuardDutyClient).send(new guardduty.GetCustomDetectionRuleCommand({ RuleId: NO_ID })),
    ListCustomDetectionRuleAssociations: (of) =>
      of(guardduty.GuardDutyClient).send(new guardduty.ListCustomDetectionRuleAssociationsCommand({})),
  },
  eventbridge: {
    ListEventBuses: (of) => of(events.EventBridgeClient).send(new events.ListEventBusesCommand({ Limit: 1 })),
    ListRules: (of) => of(events.EventBridgeClient).send(new events.ListRulesCommand({ Limit: 1 })),
    DescribeRule: (of) => of(events.EventBridgeClient).send(new events.DescribeRuleCommand({ Name: NONE })),
    ListTargetsByRule: (of) => of(events.EventBridgeClient).send(new events.ListTargetsByRuleCommand({ Rule: NONE })),
  },
  cloudwatch: {
    DescribeAlarms: (of) => of(CloudWatchClient).send(new DescribeAlarmsCommand({ MaxRecords: 1 })),
  },
  logs: {
    DescribeLogGroups: (of) => of(logs.CloudWatchLogsClient).send(new logs.DescribeLogGroupsCommand({ limit: 1 })),
    DescribeMetricFilters: (of) =>
      of(logs.CloudWatchLogsClient).send(new logs.DescribeMetricFiltersCommand({ limit: 1 })),
    DescribeQueryDefinitions: (of) =>
      of(logs.CloudWatchLogsClient).send(new logs.DescribeQueryDefinitionsCommand({ maxResults: 1 })),
    ListScheduledQueries: (of) =>
      of(logs.CloudWatchLogsClient).send(new logs.ListScheduledQueriesCommand({ maxResults: 1 })),
    DescribeSubscriptionFilters: (of) =>
      of(logs.CloudWatchLogsClient).send(new logs.DescribeSubscriptionFiltersCommand({ logGroupName: NONE })),
  },
  config: {
    DescribeConfigRules: (of) => of(config.ConfigServiceClient).send(new config.DescribeConfigRulesCommand({})),
    DescribeConfigurationRecorders: (of) =>
      of(config.ConfigServiceClient).send(new config.DescribeConfigurationRecordersCommand({})),
    DescribeConfigurationRecorderStatus: (of) =>
      of(config.ConfigServiceClient).send(new config.DescribeConfigurationRecorderStatusCommand({})),
    DescribeConformancePacks: (of) =>
      of(config.ConfigServiceClient).send(new config.DescribeConformancePacksCommand({ Limit: 1 })),
  },
  securityhub: {
    DescribeHub: (of) => of(hub.SecurityHubClient).send(new hub.DescribeHubCommand({})),
    GetEnabledStandards: (of) => of(hub.SecurityHubClient).send(new hub.GetEnabledStandardsCommand({ MaxResults: 1 })),
    DescribeStandards: (of) => of(hub.SecurityHubClient).send(new hub.DescribeStandardsCommand({ MaxResults: 1 })),
    DescribeStandardsControls: (of) =>
      of(hub.SecurityHubClient).send(new hub.DescribeStandardsControlsCommand({ StandardsSubscriptionArn: NONE })),
    ListSecurityControlDefinitions: (of) =>
      of(hub.SecurityHubClient).send(new hub.ListSecurityControlDefinitionsCommand({ MaxResults: 1 })),
    ListStandardsControlAssociations: (of) =>
      of(hub.SecurityHubClient).send(
        new hub.ListStandardsControlAssociationsCommand({ SecurityControlId: NO_CONTROL.SecurityControlId }),
      ),
    BatchGetStandardsControlAssociations: (of) =>
      of(hub.SecurityHubClient).send(
        new hub.BatchGetStandardsControlAssociationsCommand({ StandardsControlAssociationIds: [NO_CONTROL] }),
      ),
    GetInsights: (of) => of(hub.SecurityHubClient).send(new hub.GetInsightsCommand({ MaxResults: 1 })),
    ListEnabledProductsForImport: (of) =>
      of(hub.SecurityHubClient).send(new hub.ListEnabledProductsForImportCommand({ MaxResults: 1 })),
  },
  cloudtrail: {
    DescribeTrails: (of) => of(trail.CloudTrailClient).send(new trail.DescribeTrailsCommand({})),
    GetTrailStatus: (of) => of(trail.CloudTrailClient).send(new trail.GetTrailStatusCommand({ Name: NONE })),
    GetEventSelectors: (of) => of(trail.CloudTrailClient).send(new trail.GetEventSelectorsCommand({ TrailName: NONE })),
    GetInsightSelectors: (of) =>
      of(trail.CloudTrailClient).send(new trail.GetInsightSelectorsCommand({ TrailName: NONE })),
    ListEventDataStores: (of) =>
      of(trail.CloudTrailClient).send(new trail.ListEventDataStoresCommand({ MaxResults: 1 })),
    GetEventDataStore: (of) =>
      of(trail.CloudTrailClient).send(new trail.GetEventDataStoreCommand({ EventDataStore: NO_ID })),
  },
  'access-analyzer': {
    ListAnalyzers: (of) => of(AccessAnalyzerClient).send(new ListAnalyzersCommand({ maxResults: 1 })),
  },
  macie: {
    GetMacieSession: (of) => of(macie.Macie2Client).send(new macie.GetMacieSessionCommand({})),
    ListClassificationJobs: (of) =>
      of(macie.Macie2Client).send(new macie.ListClassificationJobsCommand({ maxResults: 1 })),
  },
  inspector: {
    BatchGetAccountStatus: (of) => of(inspector.Inspector2Client).send(new inspector.BatchGetAccountStatusCommand({})),
    ListFilters: (of) => of(inspector.Inspector2Client).send(new inspector.ListFiltersCommand({ maxResults: 1 })),
  },
  lambda: {
    ListFunctions: (of) => of(lambda.LambdaClient).send(new lambda.ListFunctionsCommand({ MaxItems: 1 })),
    GetPolicy: (of) => of(lambda.LambdaClient).send(new lambda.GetPolicyCommand({ FunctionName: NONE })),
    ListEventSourceMappings: (of) =>
      of(lambda.LambdaClient).send(new lambda.ListEventSourceMappingsCommand({ MaxItems: 1 })),
    ListTags: (of) =>
      of(lambda.LambdaClient).send(
        new lambda.ListTagsCommand({ Resource: `arn:aws:lambda:us-east-1:000000000000:function:${NONE}` }),
      ),
  },
};

/** A call for every action of the scan's policy, except those of accounts and IAM, which a scan can do without. None changes anything. */
export const PROBES: readonly Probe[] = Object.entries(SERVICES).flatMap(([service, calls]) =>
  Object.entries(calls).map(([operation, probe]) => ({ service, action: iamAction(service, operation), probe })),
);
