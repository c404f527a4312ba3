import type { PlatformId } from '@tripline/sigma';
import type { Indicator, IndicatorType } from '../model.js';
import type { DraftItem, DraftValue, RuleDraft } from './rule-draft.js';
import { titleOf } from './text.js';

/** Longer lists belong into a lookup, not into a rule. */
const VALUES_MAX = 200;
const SHARED = {
  condition: 'selection',
  falsepositives: ['Indicators age: addresses and domains change hands'],
  level: 'low' as const,
};

/**
 * Low-level rules over bare indicators: clearly labelled, apart from the behavioural ones. Domains and addresses on Windows endpoints, file
 * hashes of started programs, and source addresses where the advisory is about a cloud whose log names them.
 */
export function draftIndicators(
  indicators: readonly Indicator[],
  platforms: ReadonlySet<PlatformId>,
): readonly RuleDraft[] {
  const values = (...types: readonly IndicatorType[]): readonly DraftValue[] =>
    indicators
      .filter(({ type, spans }) => types.includes(type) && spans.length > 0)
      .slice(0, VALUES_MAX)
      .map(({ value, spans }) => ({ literal: value, origin: spans[0] as { start: number; end: number } }));
  const drafts: RuleDraft[] = [];
  const domains = values('domain');
  const addresses = values('ipv4', 'ipv6');
  if (platforms.has('endpoint-sysmon')) {
    if (domains.length > 0) {
      drafts.push({
        ...SHARED,
        platform: 'endpoint-sysmon',
        behaviour: 'indicators:domains',
        title: titleOf(`Indicator Match - DNS Query For Reported Domain (${domains.length})`),
        description: 'Low-level indicator rule: DNS queries for domains that the advisory lists.',
        logsource: { category: 'dns_query', product: 'windows' },
        selections: [{ name: 'selection', alternatives: [[item('QueryName', ['endswith'], domains)]] }],
        techniques: ['T1071.004'],
        confidence: 0.5,
      });
    }
    if (addresses.length > 0) {
      drafts.push({
        ...SHARED,
        platform: 'endpoint-sysmon',
        behaviour: 'indicators:addresses',
        title: titleOf(`Indicator Match - Connection To Reported Address (${addresses.length})`),
        description: 'Low-level indicator rule: network connections to addresses that the advisory lists.',
        logsource: { category: 'network_connection', product: 'windows' },
        selections: [{ name: 'selection', alternatives: [[item('DestinationIp', [], addresses)]] }],
        techniques: ['T1071'],
        confidence: 0.45,
      });
    }
    const hashes = hashValues(indicators);
    if (hashes.length > 0) {
      drafts.push({
        ...SHARED,
        platform: 'endpoint-sysmon',
        behaviour: 'indicators:hashes',
        title: titleOf(`Indicator Match - Execution Of Reported File Hash (${hashes.length})`),
        description: 'Low-level indicator rule: programs with hashes that the advisory lists.',
        logsource: { category: 'process_creation', product: 'windows' },
        selections: [{ name: 'selection', alternatives: [[item('Hashes', ['contains'], hashes)]] }],
        techniques: ['T1204.002'],
        confidence: 0.5,
      });
    }
  }
  if (platforms.has('cloud-audit-1') && addresses.length > 0) {
    drafts.push({
      ...SHARED,
      platform: 'cloud-audit-1',
      behaviour: 'indicators:aws-addresses',
      title: titleOf(`Indicator Match - AWS Calls From Reported Address (${addresses.length})`),
      description: 'Low-level indicator rule: AWS calls from addresses that the advisory lists.',
      logsource: { product: 'aws', service: 'cloudtrail' },
      selections: [{ name: 'selection', alternatives: [[item('sourceIPAddress', [], addresses)]] }],
      techniques: ['T1078.004'],
      confidence: 0.45,
    });
  }
  return drafts;
}

function item(field: string, modifiers: readonly string[], values: readonly DraftValue[]): DraftItem {
  return { field, modifiers, values };
}

const HASH_LABELS: Partial<Record<IndicatorType, string>> = {
  md5: 'MD5=',
  sha1: 'SHA1=',
  sha256: 'SHA256=',
  imphash: 'IMPHASH=',
};

/** Sysmon writes `MD5=…,SHA256=…`: the label keeps a hash from matching inside a longer one. */
function hashValues(indicators: readonly Indicator[]): readonly DraftValue[] {
  return indicators
    .flatMap(({ type, value, spans }): readonly DraftValue[] => {
      const label = HASH_LABELS[type];
      const place = spans[0];
      return label === undefined || place === undefined ? [] : [{ literal: `${label}${value}`, origin: place }];
    })
    .slice(0, VALUES_MAX);
}
