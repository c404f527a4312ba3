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
    ListFirewalls: { MaxResults: 1 },
    DescribeFirewall: { FirewallName: NO_NAME },
    DescribeLoggingConfiguration: { FirewallName: NO_NAME },
    DescribeFirewallPolicy: { FirewallPolicyName: NO_NAME },
  },
  rounds: 3,
  techniques,
});
