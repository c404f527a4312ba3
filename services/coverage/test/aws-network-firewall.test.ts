import type { Firewall } from '@tripline/aws-sample';
import { mapDetection } from '@tripline/coverage-service';
import { awsSamples, callCounts, REGION, verdicts } from './support/aws.js';

const start = awsSamples();
const group = (name: string) => `arn:aws:network-firewall:${REGION}:aws-managed:stateful-rulegroup/${name}`;
const SCANNERS = group('ThreatSignaturesScannersActionOrder');
const COINS = group('ThreatSignaturesMalwareCoinminingStrictOrder');
const OWN = `arn:aws:network-firewall:${REGION}:111122223333:stateful-rulegroup/mine`;
const firewall = (FirewallName: string, more: Partial<Firewall> = {}): Firewall => ({
  FirewallName,
  policy: FirewallName,
  ruleGroups: [SCANNERS],
  logTypes: ['ALERT'],
  ...more,
});
const withFirewalls = (firewalls: Firewall[]) => start({ regions: { [REGION]: { network_firewall: { firewalls } } } });

test('a firewall tells whether its alerts can reach anybody', async () => {
  const { read } = await withFirewalls([
    firewall('on'),
    firewall('silent', { logTypes: ['FLOW'] }),
    firewall('without rules', { ruleGroups: [] }),
    firewall('new', { status: 'PROVISIONING' }),
    firewall('going', { status: 'DELETING' }),
  ]);
  expect(verdicts(await read('network_firewall'))).toEqual({
    on: 'active',
    silent: 'degraded/no_target',
    'without rules': 'disabled/disabled',
    new: 'degraded/not_feeding',
    going: 'disabled/deleting',
  });
});

test("it shows the techniques of AWS's rule groups that it has, and none for the customer's own", async () => {
  const { read } = await withFirewalls([
    firewall('scanners'),
    firewall('coins', { ruleGroups: [COINS, OWN] }),
    firewall('own', { ruleGroups: [OWN] }),
  ]);
  const shown = (await read('network_firewall')).map((found) => mapDetection(found).map((one) => one.techniqueId));
  expect(shown).toEqual([['T1046'], ['T1496', 'T1496.001'], []]);
});

test('a policy that firewalls share is read once, and where reading one is denied the firewall says so', async () => {
  const { sample, read, readUntilFailure } = await withFirewalls([
    firewall('one', { policy: 'shared' }),
    firewall('two', { policy: 'shared' }),
  ]);
  await read('network_firewall');
  expect(callCounts(sample)).toMatchObject({
    'network_firewall:ListFirewalls': 1,
    'network_firewall:DescribeFirewall': 2,
    'network_firewall:DescribeFirewallPolicy': 1,
  });
  sample.setFaults([{ kind: 'deny', service: 'network_firewall', operation: 'DescribeFirewallPolicy' }]);
  const { given } = await readUntilFailure('network_firewall');
  expect(verdicts(given)).toEqual({
    one: 'unknown/insufficient_permissions',
    two: 'unknown/insufficient_permissions',
  });
});
