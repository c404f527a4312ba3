import {
  DescribeHubCommand,
  type DescribeHubCommandOutput,
  GetAdministratorAccountCommand,
  GetEnabledStandardsCommand,
  GetInsightsCommand,
  type Insight,
  SecurityHubClient,
  type StandardsSubscription,
} from '@aws-sdk/client-securityhub';
import type { Forward } from '../../../cloud/forward.js';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { administratorInbox, toAdministrator } from '../../administrator.js';
import { attempt } from '../../attempt.js';
import { type CollectorContext, call, everything, pages, unlessRefusedWith } from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { ACTIVE, degraded, disabled, type Verdict } from '../../verdict.js';
import { controlsOf } from './controls.js';
import { securityhub } from './service.js';

const PAGE = 100;
/** Error codes by which Security Hub says that it is off. */
const OFF: readonly string[] = ['InvalidAccessException'];
/** Part of the ARN of AWS's own insights. */
const OWN_INSIGHT = ':insight/securityhub/';

/** Security Hub: the hub, the standards that are on, their controls, and the customer's own insights. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const client = context.session.client(SecurityHubClient, context.region);
  const hub = await readHub(context);
  // A hub that is off is not a detection.
  if (hub === undefined) return;
  yield hubDetection(context, hub.HubArn);
  const [standards, insights] = await Promise.all([
    attempt(context, listStandards(context, client)),
    attempt(context, listInsights(context, client)),
  ]);
  if ('value' in insights) yield* insights.value.map((insight) => insightDetection(context, insight));
  if (!('value' in standards)) throw standards.failure;
  const judged = standards.value.map((subscription) => ({ subscription, verdict: verdictOf(subscription) }));
  for (const { subscription, verdict } of judged) yield standardDetection(context, subscription, verdict);
  yield* controlsOf(
    context,
    judged.filter(({ subscription }) => subscription.StandardsStatus !== 'DELETING'),
  );
  if (insights.failure !== undefined) throw insights.failure;
}

/** The account that administers Security Hub for this one gets the findings of its controls too, which count where they are made. */
export async function forwards(context: CollectorContext): Promise<readonly Forward[]> {
  if ((await readHub(context)) === undefined) return [];
  const client = context.session.client(SecurityHubClient, context.region);
  const ask = async (): Promise<string | undefined> => {
    const { Administrator: administrator } = await call(context, securityhub, 'GetAdministratorAccount', () =>
      client.send(new GetAdministratorAccountCommand({})),
    );
    return administrator?.MemberStatus === 'Enabled' ? administrator.AccountId : undefined;
  };
  return toAdministrator(context, { service: securityhub.id, subject: { kind: 'none' }, ask });
}

/** The region's hub, asked for once per scan; undefined where Security Hub is off. */
function readHub(context: CollectorContext): Promise<DescribeHubCommandOutput | undefined> {
  const client = context.session.client(SecurityHubClient, context.region);
  return context.session.shared(`hub ${context.region}`, () =>
    unlessRefusedWith(
      OFF,
      call(context, securityhub, 'DescribeHub', () => client.send(new DescribeHubCommand({}))),
    ),
  );
}

/** AWS's status of a standard as a verdict. */
function verdictOf({ StandardsStatus: status, StandardsStatusReason: reason }: StandardsSubscription): Verdict {
  const noRecorder = reason?.StatusReasonCode === 'NO_AVAILABLE_CONFIGURATION_RECORDER';
  switch (status) {
    case 'READY':
      return ACTIVE;
    case 'DELETING':
      return disabled('deleting');
    case 'FAILED':
      return disabled(noRecorder ? 'recorder_stopped' : 'disabled');
    default:
      // The standard is being turned on, or partly on.
      return degraded(noRecorder ? 'recorder_stopped' : 'not_feeding');
  }
}

function listStandards(
  context: CollectorContext,
  client: SecurityHubClient,
): Promise<readonly StandardsSubscription[]> {
  const listing = pages(
    context,
    securityhub,
    'GetEnabledStandards',
    (NextToken) => client.send(new GetEnabledStandardsCommand({ MaxResults: PAGE, NextToken })),
    (output) => output.NextToken,
  );
  return everything(listing, (output) => output.StandardsSubscriptions);
}

async function listInsights(context: CollectorContext, client: SecurityHubClient): Promise<readonly Insight[]> {
  const listing = pages(
    context,
    securityhub,
    'GetInsights',
    (NextToken) => client.send(new GetInsightsCommand({ MaxResults: PAGE, NextToken })),
    (output) => output.NextToken,
  );
  const insights = await everything(listing, (output) => output.Insights);
  return insights.filter(({ InsightArn: arn = '' }) => !arn.includes(OWN_INSIGHT));
}

function hubDetection({ region, externalAccountId }: CollectorContext, hubArn: string | undefined): FoundDetection {
  const arn = hubArn ?? regionalArn(region, securityhub.iamPrefix, externalAccountId, 'hub/default');
  return {
    key: arn,
    type: 'securityhub',
    scope: region,
    name: 'Security Hub',
    arn,
    description: 'Collects the findings of other services and of its own controls',
    managed: true,
    ...ACTIVE,
    // Its techniques are those of its controls, which are separate detections.
    subject: { kind: 'none' },
    hears: [administratorInbox(securityhub.id, region)],
  };
}

function standardDetection(
  { region }: CollectorContext,
  standard: StandardsSubscription,
  verdict: Verdict,
): FoundDetection {
  const { StandardsSubscriptionArn: arn = '', StandardsArn: of = arn } = standard;
  // `…:standards/NAME/v/VERSION`, or `…:ruleset/…` for the oldest. Its title would need another call.
  const [, name = of, , version] = of.split('/');
  return {
    key: arn,
    type: 'securityhub_standard',
    scope: region,
    name: version === undefined ? name : `${name} v${version}`,
    arn,
    description: null,
    managed: true,
    ...verdict,
    subject: { kind: 'none' },
  };
}

function insightDetection({ region }: CollectorContext, insight: Insight): FoundDetection {
  const { InsightArn: arn = '', Name: name = arn, GroupByAttribute: group } = insight;
  return {
    key: arn,
    type: 'securityhub_insight',
    scope: region,
    name,
    arn,
    description: group === undefined ? null : `Findings by ${group}`,
    managed: false,
    ...ACTIVE,
    subject: { kind: 'none' },
  };
}
