import { firstOf } from '../../draft/cut.js';
import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { titleOf } from '../../draft/text.js';
import type { CommandSystem } from '../../model.js';
import { SHARED, selected, VALUES_MAX } from './shared.js';

/** Shorter domains are link shorteners, and match the end of too many names. */
const SHORTEST_DOMAIN = 7;

/** Where a kind of host is seen. */
interface HostLog extends Pick<RuleDraft, 'platform' | 'logsource'> {
  readonly field: string;
}

const LINUX_CONNECTION = {
  platform: 'endpoint-auditd',
  logsource: { category: 'network_connection', product: 'linux' },
} as const;

/** Linux logs no DNS queries, but the name of the host that is connected to; of macOS the network's logs are common. */
const DOMAIN_LOGS: Readonly<Record<CommandSystem, HostLog & { readonly deed: string; readonly technique: string }>> = {
  windows: {
    platform: 'endpoint-sysmon',
    logsource: { category: 'dns_query', product: 'windows' },
    field: 'QueryName',
    deed: 'DNS Query For',
    technique: 'T1071.004',
  },
  linux: { ...LINUX_CONNECTION, field: 'DestinationHostname', deed: 'Connection To', technique: 'T1071' },
  macos: {
    platform: null,
    logsource: { category: 'dns' },
    field: 'query',
    deed: 'DNS Query For',
    technique: 'T1071.004',
  },
};

const ADDRESS_LOGS: Readonly<Record<CommandSystem, HostLog>> = {
  windows: {
    platform: 'endpoint-sysmon',
    logsource: { category: 'network_connection', product: 'windows' },
    field: 'DestinationIp',
  },
  linux: { ...LINUX_CONNECTION, field: 'DestinationIp' },
  macos: { platform: null, logsource: { category: 'firewall' }, field: 'dst_ip' },
};

/** A rule on domains. Hidden services of Tor are none: no host asks for their addresses. */
export function domainRules(domains: readonly DraftValue[], host: CommandSystem): readonly RuleDraft[] {
  const isAsked = ({ literal }: DraftValue): boolean =>
    String(literal).length >= SHORTEST_DOMAIN && !String(literal).endsWith('.onion');
  const all = withoutChildren(domains.filter(isAsked));
  const { kept: values, cut } = firstOf(all, VALUES_MAX, 'domains');
  if (values.length === 0) return [];
  const { platform, logsource, field, deed, technique } = DOMAIN_LOGS[host];
  return [
    {
      ...SHARED,
      platform,
      behaviour: 'indicators:domains',
      title: titleOf(`Indicator Match - ${deed} Reported Domain (${values.length})`),
      description: `Low-level indicator rule: ${host === 'linux' ? 'connections of Linux hosts to' : 'DNS queries for'} domains that the advisory lists.`,
      logsource,
      selections: [selected(field, ['endswith'], values)],
      techniques: [technique],
      confidence: 0.5,
      cut,
    },
  ];
}

/** A rule on the addresses that hosts connect to. */
export function addressRules(addresses: readonly DraftValue[], host: CommandSystem): readonly RuleDraft[] {
  if (addresses.length === 0) return [];
  const { kept, cut } = firstOf(addresses, VALUES_MAX, 'addresses');
  const { platform, logsource, field } = ADDRESS_LOGS[host];
  return [
    {
      ...SHARED,
      platform,
      behaviour: 'indicators:addresses',
      title: titleOf(`Indicator Match - Connection To Reported Address (${kept.length})`),
      description: 'Low-level indicator rule: network connections to addresses that the advisory lists.',
      logsource,
      selections: [selected(field, [], kept)],
      techniques: ['T1071'],
      confidence: 0.45,
      cut,
    },
  ];
}

/** Domains without those below another of the list, which the rule's suffix match covers. */
function withoutChildren(domains: readonly DraftValue[]): readonly DraftValue[] {
  const all = new Set(domains.map(({ literal }) => String(literal)));
  return domains.filter(({ literal }) => {
    const labels = String(literal).split('.');
    return !labels.some((_, at) => at > 0 && all.has(labels.slice(at).join('.')));
  });
}
