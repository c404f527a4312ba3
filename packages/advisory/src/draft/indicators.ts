import type { PlatformId } from '@tripline/sigma';
import type { AdvisoryDocument, Indicator, IndicatorType } from '../model.js';
import { libraryRules } from './libraries.js';
import type { DraftItem, DraftValue, RuleDraft } from './rule-draft.js';
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
  const domains = values('domain').filter(({ literal }) => String(literal).length >= SHORTEST_DOMAIN);
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
    drafts.push(...fileNameRules(document, indicators));
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
      selections: [{ name: 'selection', alternatives: [[item(field, [], addresses)]] }],
      techniques: ['T1078.004'],
      confidence: 0.45,
    });
  }
  return drafts;
}

const LIBRARY = /\.dll$/i;
/** Programs are told by their own rule; documents and pictures have names that everyone's have. */
const DROPPED = /\.(?:dat|bin|tmp|ps1|bat|cmd|vbs|vbe|js|jse|hta|sys|lnk|wsf|sct|ocx|cpl|scr|ini|cfg|db|log|mof)$/i;
const STOCK_FILE =
  /^(?:kernel32|kernelbase|ntdll|user32|advapi32|ws2_32|wininet|winhttp|msvcrt|ole32|oleaut32|shell32|shlwapi|gdi32|crypt32|bcrypt|ncrypt|amsi|mscoree|clr|comsvcs|dbghelp|dbgcore|psapi|iphlpapi|netapi32|secur32|samlib|vaultcli|urlmon|rpcrt4|setupapi|wtsapi32|userenv|version|winmm|combase|sechost|mswsock|dnsapi|wldap32|propsys|uxtheme|system\.\w+|desktop|boot|settings|config|autorun|web|app|package|log|debug|error|install|setup|readme|data|test|main|index|script|jquery[\w.-]*|api-ms-win-[\w-]+|hostfxr|hostpolicy|coreclr|python\d*|msvc[pr]\d+\w*|vcruntime\d+\w*|ucrtbase\w*|mfc\d+\w*|libcrypto[\w-]*|libssl[\w-]*|sqlite3|qt5\w+)\.\w+$/i;

/** Documents that take a flaw apart name the files it is in. */
const FLAW_TITLE =
  /\bvulnerabilit|\bCVE-\d|\bpatch(?:es|ed|ing)?\b|\bzero-?day|\broot cause|\bflaws?\b|\bexploit(?:ing|ation)? (?:of|analysis)\b/i;
const BROUGHT =
  /\b(?:malicious|malware|attackers?|actors?|adversar|payload|backdoor|web ?shell|dropp?(?:s|ed|er)|download(?:s|ed)|ransom|implant|trojan|beacon|loader|side-?load|[0-9a-f]{32,64})\b/i;
/** A log is read by its owner unless the text says that something else wrote it. */
const LOG = /\.(?:log|db|ini|cfg)$/i;
const WROTE =
  /\b(?:drops?|dropped|writes?|wrote|written|creates?|created|saves?|saved|stores?|stored|stages?|staged|keylog\w*|collects?|collected|exfiltrat\w*|download\w*)\b/i;
const NEAR = 200;

/** Whether a file name of the text is one of the product under discussion rather than the actor's. */
function isPartOfProduct({ title, text, blocks }: AdvisoryDocument, { value, spans }: Indicator): boolean {
  const places = spans.filter(
    ({ start }) => blocks.find((block) => block.start <= start && start < block.end)?.role !== 'indicators',
  );
  if (places.length < spans.length) return false;
  const said = places.map(({ start, end }) => text.slice(Math.max(0, start - NEAR), end + NEAR));
  if (LOG.test(value) && !said.some((words) => WROTE.test(words))) return true;
  return FLAW_TITLE.test(title) && !said.some((words) => BROUGHT.test(words));
}

/** File names of libraries and dropped files, without a path: low-level, and by category. */
function fileNameRules(document: AdvisoryDocument, indicators: readonly Indicator[]): readonly RuleDraft[] {
  const names = (wanted: RegExp): readonly DraftValue[] =>
    indicators
      .filter(
        ({ type, value, spans }) => type === 'file-name' && spans.length > 0 && wanted.test(value) && value.length >= 8,
      )
      .filter((indicator) => !isPartOfProduct(document, indicator))
      .filter(({ value }) => !STOCK_FILE.test(value) && !/[*?%<>{}]/.test(value))
      // The field compares in any letter case: one spelling of a name says them all.
      .filter(
        ({ value }, at, all) => all.findIndex((other) => other.value.toLowerCase() === value.toLowerCase()) === at,
      )
      .slice(0, VALUES_MAX)
      .map(({ value, spans }) => ({ literal: `\\${value}`, origin: spans[0] as { start: number; end: number } }));
  const files = names(DROPPED);
  const drafts: RuleDraft[] = [...libraryRules(document, names(LIBRARY))];
  if (files.length > 0) {
    drafts.push({
      ...SHARED,
      falsepositives: ['Legitimate files of the same name'],
      platform: 'endpoint-sysmon',
      behaviour: 'indicators:files',
      title: titleOf(`Indicator Match - File Of Reported Name Created (${files.length})`),
      description: 'Low-level indicator rule: files with names that the advisory lists.',
      logsource: { category: 'file_event', product: 'windows' },
      selections: [{ name: 'selection', alternatives: [[item('TargetFilename', ['endswith'], files)]] }],
      techniques: ['T1105'],
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
