import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { text } from '../../input.js';
import { pageOf } from '../../paging.js';
import type { Firewall } from './inventory.js';

export type * from './inventory.js';

const arnOf = (call: Call, resource: string): string =>
  `arn:aws:network-firewall:${call.region}:${call.accountId}:${resource}`;
const firewallArn = (call: Call, { FirewallName: name }: Firewall): string => arnOf(call, `firewall/${name}`);
const policyArn = (call: Call, { policy }: Firewall): string => arnOf(call, `firewall-policy/${policy}`);
const firewallsOf = (call: Call): readonly Firewall[] => call.regional.network_firewall?.firewalls ?? [];

/** The first firewall with this name or ARN, or this policy's. */
function find(call: Call, kind: 'Firewall' | 'FirewallPolicy'): Firewall {
  const [arn, name] = [text(call.input, `${kind}Arn`), text(call.input, `${kind}Name`)];
  const found = firewallsOf(call).find((firewall) =>
    kind === 'Firewall'
      ? firewallArn(call, firewall) === arn || firewall.FirewallName === name
      : policyArn(call, firewall) === arn || firewall.policy === name,
  );
  if (found === undefined) throw new AwsError('ResourceNotFoundException', `${kind} ${arn ?? name} does not exist.`);
  return found;
}

function listFirewalls(call: Call): object {
  const { items, nextToken } = pageOf(call, firewallsOf(call), {
    sizeMember: 'MaxResults',
    max: 100,
    tokenError: 'InvalidRequestException',
    sizeError: 'InvalidRequestException',
  });
  const firewalls = items.map((one) => ({ FirewallName: one.FirewallName, FirewallArn: firewallArn(call, one) }));
  return { Firewalls: firewalls, NextToken: nextToken };
}

function describeFirewall(call: Call): object {
  const firewall = find(call, 'Firewall');
  return {
    Firewall: {
      FirewallName: firewall.FirewallName,
      FirewallArn: firewallArn(call, firewall),
      FirewallPolicyArn: policyArn(call, firewall),
    },
    FirewallStatus: { Status: firewall.status ?? 'READY', ConfigurationSyncStateSummary: 'IN_SYNC' },
  };
}

function describeLogging(call: Call): object {
  const firewall = find(call, 'Firewall');
  return {
    FirewallArn: firewallArn(call, firewall),
    LoggingConfiguration: {
      LogDestinationConfigs: (firewall.logTypes ?? []).map((LogType) => ({
        LogType,
        LogDestinationType: 'CloudWatchLogs',
        LogDestination: { logGroup: 'firewall' },
      })),
    },
  };
}

function describePolicy(call: Call): object {
  const firewall = find(call, 'FirewallPolicy');
  return {
    FirewallPolicyResponse: { FirewallPolicyName: firewall.policy, FirewallPolicyArn: policyArn(call, firewall) },
    FirewallPolicy: {
      StatefulRuleGroupReferences: (firewall.ruleGroups ?? []).map((ResourceArn) => ({ ResourceArn })),
    },
  };
}

/** AWS Network Firewall. */
export const networkFirewall: ServiceDefinition = {
  name: 'network_firewall',
  signingName: 'network-firewall',
  iamPrefix: 'network-firewall',
  wire: 'json-1.0',
  target: 'NetworkFirewall_20201112',
  throttling: { code: 'ThrottlingException', status: 400 },
  operations: {
    ListFirewalls: { handle: listFirewalls },
    DescribeFirewall: { handle: describeFirewall },
    DescribeLoggingConfiguration: { handle: describeLogging },
    DescribeFirewallPolicy: { handle: describePolicy },
  },
};
