import type { Logsource } from '../model/rule.js';
import { PLATFORMS, type PlatformId } from './platforms.js';

/** Further services and categories of a platform, by `product|service or category`. */
const ALSO: Readonly<Record<string, PlatformId>> = {
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
  'azure|riskdetection': 'identity-2-signin',
  'azure|pim': 'identity-2-audit',
  'gcp|audit': 'cloud-audit-2',
  'kubernetes|application': 'container-audit',
  'modsecurity|': 'waf-1',
  '|waf': 'waf-1',
};

const byKey: ReadonlyMap<string, PlatformId> = new Map([
  ...PLATFORMS.flatMap(({ id, logsource: { product, service, categories } }): [string, PlatformId][] =>
    [service, ...(categories ?? [])].flatMap((name) => (name === undefined ? [] : [[`${product}|${name}`, id]])),
  ),
  ...Object.entries(ALSO),
]);

/** The platform of a log source, or undefined for one that is none of the thirteen. The category decides before the service. */
export function platformOfLogsource({ product = '', category = '', service = '' }: Logsource): PlatformId | undefined {
  const key = (name: string) => byKey.get(`${product}|${name}`.toLowerCase());
  return (
    (category === '' ? undefined : key(category)) ??
    (service === '' ? undefined : key(service)) ??
    (category + service === '' ? key('') : undefined)
  );
}
