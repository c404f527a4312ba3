import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { describeRegions } from '../../entry/regions.js';
import { objects } from '../../input.js';
import { type PageRules, pageOf } from '../../paging.js';

export type * from './inventory.js';

const PAGING = {
  sizeMember: 'MaxResults',
  min: 5,
  max: 1000,
  tokenError: 'InvalidNextToken',
  sizeError: 'InvalidParameterValue',
} satisfies PageRules;

function unfiltered(call: Call): void {
  if (objects(call.input, 'Filter').length === 0) return;
  throw new AwsError('InvalidParameterValue', `The AWS sample answers ${call.operation} without filters only.`);
}

function describeVpcs(call: Call): object {
  unfiltered(call);
  const { items, nextToken } = pageOf(call, call.regional.ec2?.vpcs ?? [], PAGING);
  return { vpcSet: items.map((vpc) => ({ state: 'available', ownerId: call.accountId, ...vpc })), nextToken };
}

function describeFlowLogs(call: Call): object {
  unfiltered(call);
  const { items, nextToken } = pageOf(call, call.regional.ec2?.flowLogs ?? [], PAGING);
  const logs = items.map((log) => ({ flowLogStatus: 'ACTIVE', deliverLogsStatus: 'SUCCESS', ...log }));
  return { flowLogSet: logs, nextToken };
}

/** EC2: regions, networks and their flow logs. */
export const ec2: ServiceDefinition = {
  name: 'ec2',
  signingName: 'ec2',
  iamPrefix: 'ec2',
  wire: 'ec2',
  xmlNamespace: 'http://ec2.amazonaws.com/doc/2016-11-15/',
  throttling: { code: 'RequestLimitExceeded', status: 503 },
  operations: {
    DescribeRegions: { handle: describeRegions },
    DescribeVpcs: { handle: describeVpcs },
    DescribeFlowLogs: { handle: describeFlowLogs },
  },
};
