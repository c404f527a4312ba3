import { DescribeFlowLogsCommand, DescribeVpcsCommand, EC2Client, type FlowLog } from '@aws-sdk/client-ec2';
import { type CollectorContext, everything, pages } from '../../collector.js';
import type { AwsFeedGap, AwsLogFeed } from '../../feed-gaps.js';
import { ec2 } from './service.js';

const PAGE = 1000;
const MOST_NAMED = 5;

/** Why a network's traffic is not logged in full. */
type NetworkGap = Extract<AwsFeedGap, 'no_flow_log' | 'not_delivered' | 'some_traffic'>;

/** The flow logs of a region as one: they arrive when every network has one that takes all its traffic. */
export async function feeds(context: CollectorContext): Promise<readonly AwsLogFeed[]> {
  const [networks, logs] = await Promise.all([listNetworks(context), listFlowLogs(context)]);
  const open = networks.flatMap((network) => {
    const gap = gapOf(logs.filter(({ ResourceId }) => ResourceId === network));
    return gap === null ? [] : [{ network, gap }];
  });
  return [
    {
      kind: 'flow_logs',
      name: `VPC flow logs of ${context.region}`,
      arn: null,
      seenScopes: null,
      gap: gapOfAll(
        open.map(({ gap }) => gap),
        networks.length,
      ),
      detail: open.length === 0 ? null : detailOf(open),
      idle: networks.length === 0,
      takes: [{ log: 'vpc_flow_logs', resourceType: null, whole: true, leavesOut: [] }],
    },
  ];
}

function gapOfAll(gaps: readonly NetworkGap[], networks: number): AwsFeedGap | null {
  const [first] = gaps;
  if (first === undefined) return null;
  return gaps.length === networks && gaps.every((gap) => gap === first) ? first : 'some_networks';
}

async function listNetworks(context: CollectorContext): Promise<readonly string[]> {
  const client = context.session.client(EC2Client, context.region);
  const listing = pages(
    context,
    ec2,
    'DescribeVpcs',
    (NextToken) => client.send(new DescribeVpcsCommand({ MaxResults: PAGE, NextToken })),
    (output) => output.NextToken,
  );
  return (await everything(listing, ({ Vpcs }) => Vpcs)).flatMap(({ VpcId }) => VpcId ?? []).sort();
}

function listFlowLogs(context: CollectorContext): Promise<readonly FlowLog[]> {
  const client = context.session.client(EC2Client, context.region);
  const listing = pages(
    context,
    ec2,
    'DescribeFlowLogs',
    (NextToken) => client.send(new DescribeFlowLogsCommand({ MaxResults: PAGE, NextToken })),
    (output) => output.NextToken,
  );
  return everything(listing, ({ FlowLogs }) => FlowLogs);
}

/** Why the flow logs of a network do not bring all its traffic; null when one does. Those of a subnet or an interface bring a part. */
function gapOf(logs: readonly FlowLog[]): NetworkGap | null {
  const delivered = logs.filter(
    ({ DeliverLogsStatus: delivery, FlowLogStatus: status }) => status === 'ACTIVE' && delivery !== 'FAILED',
  );
  if (delivered.some(({ TrafficType: traffic }) => traffic === 'ALL')) return null;
  if (delivered.length > 0) return 'some_traffic';
  return logs.length > 0 ? 'not_delivered' : 'no_flow_log';
}

const SENTENCES: Readonly<Record<NetworkGap, string>> = {
  no_flow_log: 'has no flow log',
  not_delivered: 'has a flow log that cannot be delivered',
  some_traffic: 'logs accepted or rejected traffic only',
};

function detailOf(open: readonly { readonly network: string; readonly gap: NetworkGap }[]): string {
  const named = open
    .slice(0, MOST_NAMED)
    .map(({ network, gap }) => `${network} ${SENTENCES[gap]}`)
    .join(', ');
  return open.length > MOST_NAMED ? `${named} and ${open.length - MOST_NAMED} more` : named;
}
