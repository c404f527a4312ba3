import { type ControlMapping, readMappings } from '@tripline/attack';
import { awsService, NO_NAME } from '../../aws-service.js';

/**
 * What the signatures of AWS's managed rule groups notice, by the group's name. The names are AWS's (developer guide of Network Firewall,
 * "Threat signature rule groups"); the techniques are our own reading of what it says of each.
 */
const GROUPS: Readonly<Record<string, string>> = {
  ThreatSignaturesBotnet: 'T1071:idp',
  ThreatSignaturesDoS: 'T1498:idm T1499:idm',
  ThreatSignaturesExploits: 'T1190:idp',
  ThreatSignaturesMalwareCoinmining: 'T1496.001:idp T1496:idm',
  ThreatSignaturesScanners: 'T1046:idp',
  ThreatSignaturesWebAttacks: 'T1190:idp',
};

const techniques = (groups: readonly string[] = Object.keys(GROUPS)): readonly ControlMapping[] =>
  groups.flatMap((group) => readMappings(GROUPS[group] ?? '', `AWS Network Firewall rule group ${group}`));

/** AWS Network Firewall: intrusion detection in a network. */
export const networkFirewall = awsService({
  id: 'network_firewall',
  iamPrefix: 'network-firewall',
  detections: ['network_firewall'],
  sdk: () => import('@aws-sdk/client-network-firewall'),
  client: 'NetworkFirewallClient',
  operations: {
    ListFirewalls: { why: 'which firewalls there are', probe: { MaxResults: 1 } },
    DescribeFirewall: {
      why: 'which networks a firewall stands in, and by which policy',
      probe: { FirewallName: NO_NAME },
    },
    DescribeLoggingConfiguration: { why: 'whether a firewall’s alerts are logged', probe: { FirewallName: NO_NAME } },
    DescribeFirewallPolicy: {
      why: 'which managed signatures a firewall alerts on or drops',
      probe: { FirewallPolicyName: NO_NAME },
    },
  },
  rounds: 3,
  techniques,
});
