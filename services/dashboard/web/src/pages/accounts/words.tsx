import type { Known } from '@tripline/client/typed-client';
import type { Coverage } from '../../api/clients.js';
import { entryFor, wordsFor } from '../../api/open-list.js';
import { Badge } from '../../ui/badge.js';

const CONNECTION = {
  connected: ['good', 'connected'],
  pending_connection: ['warn', 'not connected yet'],
  broken: ['bad', 'connection broken'],
} as const;

/** Whether the scanner can enter an account. */
export const ConnectionBadge = ({ status }: { status: Coverage['Account']['status'] }) => {
  const [kind, text] = entryFor(CONNECTION, status) ?? ['plain', wordsFor({}, status)];
  return <Badge kind={kind}>{text}</Badge>;
};

const SCAN = {
  pending: ['info', 'waiting'],
  running: ['info', 'running'],
  completed: ['good', 'completed'],
  completed_with_errors: ['warn', 'completed with errors'],
  failed: ['bad', 'failed'],
  cancelled: ['plain', 'cancelled'],
} as const;

/** How far a scan is. */
export const ScanBadge = ({ status }: { status: Coverage['Scan']['status'] }) => {
  const [kind, text] = entryFor(SCAN, status) ?? ['plain', wordsFor({}, status)];
  return <Badge kind={kind}>{text}</Badge>;
};

const DETECTION = {
  active: ['good', 'can fire'],
  degraded: ['warn', 'limited'],
  disabled: ['bad', 'cannot fire'],
  unknown: ['plain', 'not known'],
  removed: ['plain', 'removed'],
} as const;

/** Whether a detection can fire. */
export const DetectionBadge = ({ status }: { status: Coverage['Detection']['status'] }) => {
  const [kind, text] = entryFor(DETECTION, status) ?? ['plain', wordsFor({}, status)];
  return <Badge kind={kind}>{text}</Badge>;
};

/** Whether a detection can fire, in words alone. */
export const detectionState = (status: string): string => entryFor(DETECTION, status)?.[1] ?? wordsFor({}, status);

/** Why a detection is not active, in the words of the catalogue that the reason is of; null where it is active. */
export const statusWords = ({
  status_reason: reason,
  status_words: words,
}: Pick<Coverage['Detection'], 'status_reason' | 'status_words'>): string | null =>
  reason === null ? null : (words?.label ?? wordsFor({}, reason));

const STANDINGS = { covered: 'covered', partial: 'partly covered', uncovered: 'not covered' } as const;

/** How a technique is covered, in words; null where it was not counted. */
export const standingWords = (status: string | null): string =>
  status === null ? 'not counted' : wordsFor(STANDINGS, status);

/** What changed was and is, in words. */
export const changeWords = ({
  from,
  technique_id,
  to,
}: Pick<Coverage['Change'], 'from' | 'technique_id' | 'to'>): { readonly from: string; readonly to: string } => {
  const words = technique_id === null ? detectionState : standingWords;
  return { from: words(from), to: words(to) };
};

const SEES_REASONS: Readonly<Record<Known<Coverage['Detection']['sees_reason']>, string>> = {
  log_arrives: 'The account’s logs bring all that it names.',
  part_arrives: 'The account’s logs bring some of what it names.',
  proven: 'It was seen to fire, so its log arrives.',
  log_missing: 'The account’s logs do not bring what it names.',
  log_unread: 'Whether its log arrives could not be read.',
  not_scanned: 'No scan has read the account’s logs yet.',
  event_unknown: 'It names an event that is not known.',
  no_event_named: 'It names no event, and a log alone says nothing.',
  query_not_kept: 'It was declared before its query was kept: declare it again.',
};

/** Whether the account's logs bring a declared rule what it names, in words; null for what a scan found. */
export const SeesLine = ({ detection }: { detection: Pick<Coverage['Detection'], 'sees' | 'sees_reason'> }) =>
  detection.sees === null || detection.sees_reason === null || detection.sees_reason === 'log_arrives' ? null : (
    <div className="dim">{seesReason(detection.sees_reason)}</div>
  );

/** Why a declared rule sees what it names, or does not. */
export const seesReason = (reason: string): string => wordsFor(SEES_REASONS, reason);

const BASES: Readonly<Record<Known<Coverage['Detection']['mapped_techniques'][number]['basis']>, string>> = {
  query: 'its query',
  mapping: 'our table',
  override: 'an override',
  claimed: 'its tag alone: our table does not know this',
};

/** What says that a detection shows a technique. */
export const basisWords = (basis: string): string => wordsFor(BASES, basis);

const TYPES: Readonly<Record<Known<Coverage['Detection']['detection_type']>, string>> = {
  eventbridge_rule: 'EventBridge rule',
  guardduty_detector: 'GuardDuty detector',
  guardduty_custom_rule: 'GuardDuty custom rule',
  securityhub: 'Security Hub',
  securityhub_standard: 'Security Hub standard',
  securityhub_control: 'Security Hub control',
  securityhub_insight: 'Security Hub insight',
  lambda_detection: 'Lambda function',
  cloudwatch_metric_filter: 'CloudWatch metric filter',
  logs_insights_query: 'Logs Insights query',
  cloudtrail_insights: 'CloudTrail Insights',
  config_rule: 'Config rule',
  network_firewall: 'Network Firewall',
  cloudwatch_alarm: 'CloudWatch alarm',
  inspector: 'Inspector',
  macie: 'Macie',
  access_analyzer: 'Access Analyzer',
  siem_rule: 'SIEM rule, declared',
};

/** A kind of detection in words. */
export const detectionType = (type: string): string => wordsFor(TYPES, type);
