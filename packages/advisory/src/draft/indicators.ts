import type { PlatformId } from '@tripline/sigma';
import { hostSystem } from '../attribute/host-system.js';
import type { AdvisoryDocument, Indicator, IndicatorType } from '../model.js';
import { fileNameRules } from './file-names.js';
import type { DraftSelection, DraftValue, RuleDraft } from './rule-draft.js';
import { titleOf } from './text.js';

/** Longer lists belong into a lookup, not into a rule. */
const VALUES_MAX = 200;
/** Shorter ones are link shorteners, and match the end of too many names. */
const SHORTEST_DOMAIN = 7;
const SHARED = {
  condition: 'selection',
  falsepositives: ['Indicators age: addresses and domains change hands'],
  level: 'low' as const,
};

/** Where the logs of control planes have the address that a call came from. */
const SOURCE_ADDRESSES: readonly {
  readonly platform: PlatformId;
  readonly product: string;
  readonly field: string;
  readonly logsource: RuleDraft['logsource'];
}[] = [
  {
    platform: 'cloud-audit-1',
    product: 'AWS',
    field: 'sourceIPAddress',
    logsource: { product: 'aws', service: 'cloudtrail' },
  },
  {
    platform: 'cloud-audit-2',
    product: 'Google Cloud',
    field: 'protoPayload.requestMetadata.callerIp',
    logsource: { product: 'gcp', service: 'gcp.audit' },
  },
  {
    platform: 'cloud-audit-3',
    product: 'Azure',
    field: 'callerIpAddress',
    logsource: { product: 'azure', service: 'activitylogs' },
  },
  {
    platform: 'identity-1',
    product: 'Okta',
    field: 'client.ipAddress',
    logsource: { product: 'okta', service: 'okta' },
  },
  {
    platform: 'identity-2-signin',
    product: 'Entra ID',
    field: 'properties.ipAddress',
    logsource: { product: 'azure', service: 'signinlogs' },
  },
];

/**
 * Low-level rules over bare indicators: clearly labelled, apart from the behavioural ones. Domains and addresses on Windows endpoints, file
 * hashes of started programs, and source addresses where the advisory is about a cloud whose log names them.
 */
export function draftIndicators(
  document: AdvisoryDocument,
  indicators: readonly Indicator[],
  platforms: ReadonlySet<PlatformId>,
): readonly RuleDraft[] {
  const values = (...types: readonly IndicatorType[]): readonly DraftValue[] =>
    indicators
      .filter(({ type, spans }) => types.includes(type) && spans.length > 0)
      .slice(0, VALUES_MAX)
      .map(({ value, spans }) => ({ literal: value, origin: spans[0] as { start: number; end: number } }));
  const drafts: RuleDraft[] = [];
  const system = hostSystem(document.text);
  const domains = withoutChildren(values('domain').filter(({ literal }) => String(literal).length >= SHORTEST_DOMAIN));
  const addresses = values('ipv4', 'ipv6').filter((value) => !isOfSample(document, value));
  // Of hosts: Linux logs no queries, but the name of the host that is connected to. Of macOS no platform has a log.
  const linux = system === 'linux';
  const host = linux ? 'endpoint-auditd' : 'endpoint-sysmon';
  if (platforms.has(host) && system !== 'macos') {
    const resolved: Pick<RuleDraft, 'logsource' | 'selections'> = linux
      ? { logsource: LINUX_CONNECTION, selections: [selected('DestinationHostname', ['endswith'], domains)] }
      : {
          logsource: { category: 'dns_query', product: 'windows' },
          selections: [selected('QueryName', ['endswith'], domains)],
        };
    if (domains.length > 0) {
      drafts.push({
        ...SHARED,
        ...resolved,
        platform: host,
        behaviour: 'indicators:domains',
        title: titleOf(
          `Indicator Match - ${linux ? 'Connection To' : 'DNS Query For'} Reported Domain (${domains.length})`,
        ),
        description: `Low-level indicator rule: ${linux ? 'connections of Linux hosts to' : 'DNS queries for'} domains that the advisory lists.`,
        techniques: [linux ? 'T1071' : 'T1071.004'],
        confidence: 0.5,
      });
    }
    if (addresses.length > 0) {
      drafts.push({
        ...SHARED,
        platform: host,
        behaviour: 'indicators:addresses',
        title: titleOf(`Indicator Match - Connection To Reported Address (${addresses.length})`),
        description: 'Low-level indicator rule: network connections to addresses that the advisory lists.',
        logsource: linux ? LINUX_CONNECTION : { category: 'network_connection', product: 'windows' },
        selections: [selected('DestinationIp', [], addresses)],
        techniques: ['T1071'],
        confidence: 0.45,
      });
    }
    drafts.push(...fileNameRules(document, indicators, system));
    // auditd knows no hashes.
    if (!linux) drafts.push(...hashRules(indicators));
  }
  for (const { platform, product, field, logsource } of SOURCE_ADDRESSES) {
    const deed = platform === 'identity-2-signin' ? 'Sign-Ins' : 'Calls';
    if (!platforms.has(platform) || addresses.length === 0) continue;
    drafts.push({
      ...SHARED,
      platform,
      behaviour: `indicators:${product.toLowerCase().replaceAll(' ', '-')}-addresses`,
      title: titleOf(`Indicator Match - ${product} ${deed} From Reported Address (${addresses.length})`),
      description: `Low-level indicator rule: ${product} ${deed.toLowerCase()} from addresses that the advisory lists.`,
      logsource,
      selections: [selected(field, [], addresses)],
      techniques: ['T1078.004'],
      confidence: 0.45,
    });
  }
  return drafts;
}

/** What leads in an event that shows how the log looks. */
const SAMPLE = /\b(?:sample|example)\b[^.{}\n]{0,80}\b(?:events?|logs?|entr(?:y|ies))\b/i;
const SAMPLE_MAX = 3000;
/** The value of a key, as events of a log are written. */
const IN_EVENT = /"[\w.@]{2,60}"\s*:\s*\[?\s*"$/;

/** Whether an address stands in an event that the authors show as a sample: it is their own, or nobody's. */
function isOfSample({ text }: AdvisoryDocument, { origin }: DraftValue): boolean {
  if (!('start' in origin) || !IN_EVENT.test(text.slice(Math.max(0, origin.start - 80), origin.start))) return false;
  return SAMPLE.test(text.slice(Math.max(0, origin.start - SAMPLE_MAX), origin.start));
}

const LINUX_CONNECTION = { category: 'network_connection', product: 'linux' } as const;

function selected(field: string, modifiers: readonly string[], values: readonly DraftValue[]): DraftSelection {
  return { name: 'selection', alternatives: [[{ field, modifiers, values }]] };
}

/** Domains without those below another of the list: the end of the name that is asked for covers them. */
function withoutChildren(domains: readonly DraftValue[]): readonly DraftValue[] {
  const all = new Set(domains.map(({ literal }) => String(literal)));
  return domains.filter(({ literal }) => {
    const labels = String(literal).split('.');
    return !labels.some((_, at) => at > 0 && all.has(labels.slice(at).join('.')));
  });
}

const HASH_LABELS: Partial<Record<IndicatorType, string>> = {
  md5: 'MD5=',
  sha1: 'SHA1=',
  sha256: 'SHA256=',
  imphash: 'IMPHASH=',
};

/** One rule over the hashes of programs. Sysmon writes `MD5=…,SHA256=…`: the label keeps a hash from matching inside a longer one. */
function hashRules(indicators: readonly Indicator[]): readonly RuleDraft[] {
  const hashes = indicators
    .flatMap(({ type, value, spans }): readonly DraftValue[] => {
      const label = HASH_LABELS[type];
      const place = spans[0];
      return label === undefined || place === undefined ? [] : [{ literal: `${label}${value}`, origin: place }];
    })
    .slice(0, VALUES_MAX);
  if (hashes.length === 0) return [];
  return [
    {
      ...SHARED,
      platform: 'endpoint-sysmon',
      behaviour: 'indicators:hashes',
      title: titleOf(`Indicator Match - Execution Of Reported File Hash (${hashes.length})`),
      description: 'Low-level indicator rule: programs with hashes that the advisory lists.',
      logsource: { category: 'process_creation', product: 'windows' },
      selections: [selected('Hashes', ['contains'], hashes)],
      techniques: ['T1204.002'],
      confidence: 0.5,
    },
  ];
}
