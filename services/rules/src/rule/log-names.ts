import type { PlatformId } from '@tripline/sigma';

/** What people call the platforms' logs, as the dashboard does. */
export const LOG_NAMES: Readonly<Record<PlatformId, string>> = {
  'cloud-audit-1': 'AWS CloudTrail',
  'cloud-audit-2': 'Google Cloud audit log',
  'cloud-audit-3': 'Azure activity log',
  'endpoint-sysmon': 'Windows Sysmon',
  'endpoint-security': 'Windows Security',
  'endpoint-powershell': 'Windows PowerShell',
  'endpoint-auditd': 'Linux auditd',
  'container-audit': 'Kubernetes audit log',
  'identity-1': 'Okta',
  'identity-2-signin': 'Entra sign-ins',
  'identity-2-audit': 'Entra audit log',
  'waf-1': 'ModSecurity WAF',
  'waf-2': 'AWS WAF',
};
