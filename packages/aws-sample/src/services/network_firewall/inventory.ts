/** Network Firewall in one region. */
export interface NetworkFirewallInventory {
  firewalls: Firewall[];
}

/** A firewall with its policy and where it logs to. */
export interface Firewall {
  FirewallName: string;
  status?: 'PROVISIONING' | 'DELETING' | 'READY';
  /** The name of its policy; firewalls may share one. */
  policy: string;
  /** The ARNs of the policy's stateful rule groups. */
  ruleGroups?: string[];
  logTypes?: ('ALERT' | 'FLOW' | 'TLS')[];
}

declare module '../../inventory.js' {
  interface RegionInventory {
    network_firewall?: NetworkFirewallInventory;
  }
}
