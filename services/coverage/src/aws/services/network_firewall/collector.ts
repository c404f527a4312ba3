import {
  DescribeFirewallCommand,
  DescribeFirewallPolicyCommand,
  DescribeLoggingConfigurationCommand,
  type FirewallMetadata,
  type FirewallStatusValue,
  ListFirewallsCommand,
  NetworkFirewallClient,
} from '@aws-sdk/client-network-firewall';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { type CollectorContext, call, everything, forEach, pages } from '../../collector.js';
import { ACTIVE, degraded, disabled, unread, type Verdict } from '../../verdict.js';
import { networkFirewall } from './service.js';

const PAGE = 100;
/** A managed rule group in an ARN; its name says how its rules are ordered too. */
const MANAGED_GROUP = /:aws-managed:stateful-rulegroup\/(.+?)(?:ActionOrder|StrictOrder)?$/;

/** What is known of a firewall. */
interface Firewall {
  readonly verdict: Verdict;
  /** AWS's rule groups of its policy. */
  readonly groups: readonly string[];
  /** How many rule groups of the customer's own it has. */
  readonly ownGroups: number;
}

/** Network Firewall: each firewall with the rule groups that inspect its traffic. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const client = context.session.client(NetworkFirewallClient, context.region);
  const firewalls = await everything(
    pages(
      context,
      networkFirewall,
      'ListFirewalls',
      (NextToken) => client.send(new ListFirewallsCommand({ MaxResults: PAGE, NextToken })),
      (output) => output.NextToken,
    ),
    (output) => output.Firewalls,
  );
  const { done, failure } = await forEach(firewalls, ({ FirewallArn }) => read(context, client, FirewallArn));
  context.signal.throwIfAborted();
  const denied = unread(failure);
  for (const firewall of firewalls) {
    const known = done.get(firewall) ?? (denied && { verdict: denied, groups: [], ownGroups: 0 });
    if (known !== undefined) yield detection(context, firewall, known);
  }
  if (failure !== undefined) throw failure;
}

async function read(
  context: CollectorContext,
  client: NetworkFirewallClient,
  FirewallArn: string | undefined,
): Promise<Firewall> {
  const [{ Firewall: firewall, FirewallStatus: status }, { LoggingConfiguration: logging }] = await Promise.all([
    call(context, networkFirewall, 'DescribeFirewall', () => client.send(new DescribeFirewallCommand({ FirewallArn }))),
    call(context, networkFirewall, 'DescribeLoggingConfiguration', () =>
      client.send(new DescribeLoggingConfigurationCommand({ FirewallArn })),
    ),
  ]);
  const { FirewallPolicy: policy } = await policyOf(context, client, firewall?.FirewallPolicyArn);
  const arns = (policy?.StatefulRuleGroupReferences ?? []).map(({ ResourceArn: arn = '' }) => arn);
  const groups = arns.flatMap((arn) => MANAGED_GROUP.exec(arn)?.[1] ?? []);
  const logs = (logging?.LogDestinationConfigs ?? []).some(({ LogType: type }) => type === 'ALERT');
  return {
    verdict: verdictOf(status?.Status, arns.length > 0, logs),
    groups,
    ownGroups: arns.length - groups.length,
  };
}

/** A policy, read once however many firewalls share it. */
function policyOf(context: CollectorContext, client: NetworkFirewallClient, FirewallPolicyArn: string | undefined) {
  return context.session.shared(`firewall policy ${FirewallPolicyArn}`, () =>
    call(context, networkFirewall, 'DescribeFirewallPolicy', () =>
      client.send(new DescribeFirewallPolicyCommand({ FirewallPolicyArn })),
    ),
  );
}

function verdictOf(status: FirewallStatusValue | undefined, inspects: boolean, logs: boolean): Verdict {
  if (status === 'DELETING') return disabled('deleting');
  // Stateless rules pass or drop packets, and tell nobody.
  if (!inspects) return disabled('disabled');
  if (status === 'PROVISIONING') return degraded('not_feeding');
  return logs ? ACTIVE : degraded('no_target');
}

function detection(
  { region }: CollectorContext,
  { FirewallArn: arn = '', FirewallName: name = arn }: FirewallMetadata,
  { verdict, groups, ownGroups }: Firewall,
): FoundDetection {
  return {
    key: arn,
    type: 'network_firewall',
    scope: region,
    name,
    arn,
    description: `Inspects traffic with ${groups.length} rule groups of AWS and ${ownGroups} of its owner`,
    managed: false,
    ...verdict,
    subject: { kind: 'service', service: networkFirewall.id, parts: groups },
  };
}
