import { wordsFor } from '../../api/open-list.js';

const SKIPPED: Readonly<Record<string, string>> = { not_opted_in: 'switched off in AWS' };

/** Why a scan left a region out. */
export const skippedWords = (reason: string): string => wordsFor(SKIPPED, reason);

const SERVICES: Readonly<Record<string, string>> = {
  access_analyzer: 'Access Analyzer',
  cloudtrail: 'CloudTrail',
  cloudwatch: 'CloudWatch',
  config: 'Config',
  ec2: 'EC2',
  eventbridge: 'EventBridge',
  guardduty: 'GuardDuty',
  inspector: 'Inspector',
  lambda: 'Lambda',
  logs: 'CloudWatch Logs',
  macie: 'Macie',
  network_firewall: 'Network Firewall',
  organizations: 'Organizations',
  scan: 'the scan',
  securityhub: 'Security Hub',
  sns: 'SNS',
  sts: 'STS',
};

/** A service of AWS by the name that AWS gives it. */
export const serviceName = (service: string): string => wordsFor(SERVICES, service);
