import { awsEventSourceRegion, awsGapFacts, awsTechniqueRegions, awsTechniques } from '@tripline/attack';
import { type AwsLogName, awsDataComponents, awsLogs, awsLogsShowing } from '@tripline/telemetry';
import type { LogNeed } from '../cloud/declared-reading.js';
import type { ProviderFacts, ShowingLog } from '../cloud/provider-facts.js';
import { awsClosings } from './closing/aws-closings.js';
import { SWITCHABLE_REASONS } from './closing/switch-on.js';
import { AWS_FEED_GAPS } from './feed-gaps.js';
import { getOrMake } from './get-or-make.js';
import { permittedAction } from './policies.js';
import { deniesEvent } from './service-control-policy.js';
import { awsLogService, awsServiceOf } from './services/index.js';
import { AWS_STATUS_WORDS } from './status-words.js';
import { mapDetection, mapForwarded } from './techniques/map-detection.js';

const LOGS = new Map(awsLogs().map((log) => [log.id, log]));

/** The ids of AWS's logs whose arrival is known. */
export const AWS_LOG_IDS: readonly AwsLogName[] = [...LOGS.keys()];

/** What is known of AWS without looking into an account. */
export const awsFacts: ProviderFacts = {
  name: 'aws',
  statusWords: AWS_STATUS_WORDS,
  feedGaps: AWS_FEED_GAPS,
  scope: { noun: 'region', kind: 'an AWS region', example: 'eu-west-1' },
  attackPlatforms: ['IaaS'],
  techniques: awsTechniques,
  eventScopes: awsTechniqueRegions,
  couldShow,
  mapDetection,
  mapForwarded,
  logsShowing,
  logOfNeed,
  entrance: 'sts',
  permissionOf: permittedAction,
  forbids: deniesEvent,
  gapFacts: awsGapFacts,
  closings: { types: ['guardduty_detector'], reasons: SWITCHABLE_REASONS, of: awsClosings },
};

const detected = new Map<string, ReadonlySet<string> | 'any'>();

/** Where customers write a service's detections, they may show any technique. */
function couldShow(service: string, techniqueId: string): boolean {
  const techniques = getOrMake(detected, service, () => detectedBy(service));
  return techniques === 'any' || techniques.has(techniqueId);
}

function detectedBy(service: string): ReadonlySet<string> | 'any' {
  const mappings = awsServiceOf(service).techniques?.();
  if (mappings === undefined) return 'any';
  return new Set(mappings.filter(({ category }) => category === 'detect').map(({ techniqueId }) => techniqueId));
}

const showing = new Map<string, readonly ShowingLog[]>();

function logsShowing(techniqueId: string): readonly ShowingLog[] {
  return getOrMake(showing, techniqueId, () =>
    awsLogsShowing(techniqueId).map(({ log, resourceType, events }) => {
      return {
        ...logNamed(log, resourceType),
        events: events.map((event) => ({ ...event, scope: awsEventSourceRegion(event.source) ?? null })),
      };
    }),
  );
}

function logNamed(log: AwsLogName, resourceType: string | null): Omit<ShowingLog, 'events'> {
  const known = LOGS.get(log);
  if (known === undefined) throw new Error(`packages/telemetry has no log "${log}"`);
  const { name, product, withoutSource } = known;
  return {
    ...{ log, name, product, withoutSource, resourceType },
    service: awsLogService(log),
    dataComponents: awsDataComponents(log, resourceType),
  };
}

function logOfNeed({ events, log, resourceType, scope, source }: LogNeed): ShowingLog {
  const known = logNamed(log as AwsLogName, resourceType);
  return { ...known, events: source === null ? [] : events.map((name) => ({ source, name, scope })) };
}
