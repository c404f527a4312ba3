import type { Logsource } from '../model/rule.js';
import { PLATFORMS, type PlatformName, platformName } from './platforms.js';

/** Further services and categories of a platform, by `product|service or category`. */
const ALSO: Readonly<Record<string, PlatformName>> = {
  'windows|powershell-classic': 'endpoint-powershell',
  'windows|ps_classic_provider_start': 'endpoint-powershell',
  'windows|sysmon_status': 'endpoint-sysmon',
  'windows|sysmon_error': 'endpoint-sysmon',
  'windows|process_termination': 'endpoint-sysmon',
  'windows|file_access': 'endpoint-sysmon',
  'windows|file_rename': 'endpoint-sysmon',
  'windows|file_block_executable': 'endpoint-sysmon',
  'windows|file_executable_detected': 'endpoint-sysmon',
  'windows|raw_access_thread': 'endpoint-sysmon',
  'windows|process_tampering': 'endpoint-sysmon',
  'windows|clipboard_capture': 'endpoint-sysmon',
  'windows|driver_load': 'endpoint-sysmon',
  // No platform is a log of macOS, but its process and file events have the same fields as this one.
  'linux|process_creation': 'endpoint-auditd',
  'linux|file_event': 'endpoint-auditd',
  'linux|network_connection': 'endpoint-auditd',
  'azure|riskdetection': 'entra-signin',
  'azure|pim': 'entra-audit',
  'gcp|audit': 'gcp',
  'kubernetes|application': 'kubernetes',
  'modsecurity|': 'modsecurity',
  '|waf': 'modsecurity',
};

const byKey: ReadonlyMap<string, PlatformName> = new Map([
  ...PLATFORMS.flatMap(({ id, logsource: { product, service, categories } }): [string, PlatformName][] =>
    [service, ...(categories ?? [])].flatMap((name) =>
      name === undefined ? [] : [[`${product}|${name}`, platformName(id)]],
    ),
  ),
  ...Object.entries(ALSO),
]);

/** The platform of a log source, or undefined for one that is none of the thirteen. The category decides before the service. */
export function platformOfLogsource({
  product = '',
  category = '',
  service = '',
}: Logsource): PlatformName | undefined {
  const key = (name: string) => byKey.get(`${product}|${name}`.toLowerCase());
  return (
    (category === '' ? undefined : key(category)) ??
    (service === '' ? undefined : key(service)) ??
    (category + service === '' ? key('') : undefined)
  );
}
