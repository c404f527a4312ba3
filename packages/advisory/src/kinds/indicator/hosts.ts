import { firstOf } from '../../draft/cut.js';
import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { titleOf } from '../../draft/text.js';
import { SHARED, selected, VALUES_MAX } from './shared.js';

/** Shorter domains are link shorteners, and match the end of too many names. */
const SHORTEST_DOMAIN = 7;
const LINUX_CONNECTION = { category: 'network_connection', product: 'linux' } as const;

/** A rule on domains. Linux logs no DNS queries, but the name of the host that is connected to. */
export function domainRules(domains: readonly DraftValue[], host: 'windows' | 'linux'): readonly RuleDraft[] {
  const all = withoutChildren(domains.filter(({ literal }) => String(literal).length >= SHORTEST_DOMAIN));
  const { kept: values, cut } = firstOf(all, VALUES_MAX, 'domains');
  if (values.length === 0) return [];
  const linux = host === 'linux';
  return [
    {
      ...SHARED,
      platform: linux ? 'endpoint-auditd' : 'endpoint-sysmon',
      behaviour: 'indicators:domains',
      title: titleOf(
        `Indicator Match - ${linux ? 'Connection To' : 'DNS Query For'} Reported Domain (${values.length})`,
      ),
      description: `Low-level indicator rule: ${linux ? 'connections of Linux hosts to' : 'DNS queries for'} domains that the advisory lists.`,
      logsource: linux ? LINUX_CONNECTION : { category: 'dns_query', product: 'windows' },
      selections: [selected(linux ? 'DestinationHostname' : 'QueryName', ['endswith'], values)],
      techniques: [linux ? 'T1071' : 'T1071.004'],
      confidence: 0.5,
      cut,
    },
  ];
}

/** A rule on the addresses that hosts connect to. */
export function addressRules(addresses: readonly DraftValue[], host: 'windows' | 'linux'): readonly RuleDraft[] {
  if (addresses.length === 0) return [];
  const { kept, cut } = firstOf(addresses, VALUES_MAX, 'addresses');
  const linux = host === 'linux';
  return [
    {
      ...SHARED,
      platform: linux ? 'endpoint-auditd' : 'endpoint-sysmon',
      behaviour: 'indicators:addresses',
      title: titleOf(`Indicator Match - Connection To Reported Address (${kept.length})`),
      description: 'Low-level indicator rule: network connections to addresses that the advisory lists.',
      logsource: linux ? LINUX_CONNECTION : { category: 'network_connection', product: 'windows' },
      selections: [selected('DestinationIp', [], kept)],
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
