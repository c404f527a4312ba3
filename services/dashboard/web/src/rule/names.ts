import type { Known } from '@tripline/client/typed-client';
import type { Rules } from '../api/clients.js';
import { wordsFor } from '../api/open-list.js';

/** A platform's id, such as `endpoint-sysmon`. */
export type Platform = Exclude<Rules['RuleRow']['platform'], null>;
/** How severe a rule's finding is. */
export type Level = Rules['RuleRow']['level'];
/** What its owner has decided about a rule. */
export type RuleState = Rules['RuleRow']['state'];

/** The log sources that rules are written for, as people call them. */
export const PLATFORMS: Readonly<Record<Known<Platform>, string>> = {
  'cloud-audit-1': 'AWS CloudTrail',
  'cloud-audit-2': 'Google Cloud audit',
  'cloud-audit-3': 'Azure activity',
  'endpoint-sysmon': 'Windows Sysmon',
  'endpoint-security': 'Windows Security',
  'endpoint-powershell': 'Windows PowerShell',
  'endpoint-auditd': 'Linux auditd',
  'container-audit': 'Kubernetes audit',
  'identity-1': 'Okta',
  'identity-2-signin': 'Entra sign-ins',
  'identity-2-audit': 'Entra audit',
  'waf-1': 'ModSecurity',
  'waf-2': 'AWS WAF',
};

/** Levels, from the most severe. */
export const LEVELS: readonly Level[] = ['critical', 'high', 'medium', 'low', 'informational'];

/** A platform's name; a rule that fits none says so. */
export const platformName = (platform: Platform | null): string =>
  platform === null ? 'Other log source' : wordsFor(PLATFORMS, platform);
