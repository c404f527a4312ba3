import { type AwsEvent, cloudLogSources, coveringAwsEvents, isAwsDataEvent, isAwsReadEvent } from '@tripline/attack';
import { lazyData } from './data-file.js';

/** A kind of log that an AWS account may keep. */
export type AwsLogName =
  | 'cloudtrail_management_write'
  | 'cloudtrail_management_read'
  | 'cloudtrail_data_write'
  | 'cloudtrail_data_read'
  | 'vpc_flow_logs';

interface RawLog {
  readonly name: string;
  readonly product: string;
  readonly attackLogSource?: string;
  readonly withoutSource: 'no_trail' | 'no_flow_log';
}
interface RawTelemetry {
  readonly logs: Readonly<Record<AwsLogName, RawLog>>;
  readonly dataResources: Readonly<Record<string, string>>;
  readonly dataComponents: Readonly<Record<string, readonly string[]>>;
}

const telemetry = lazyData('aws-logs.json', (raw: RawTelemetry) => raw);

/** What a person calls a log, and the product that writes it. */
export interface AwsLog {
  readonly id: AwsLogName;
  readonly name: string;
  readonly product: string;
  /** What is missing where nothing keeps it. */
  readonly withoutSource: 'no_trail' | 'no_flow_log';
}

/** The logs whose arrival is known, in the order of the data. */
export function awsLogs(): readonly AwsLog[] {
  return (Object.keys(telemetry().logs) as AwsLogName[]).map((id) => {
    const { name, product, withoutSource } = telemetry().logs[id];
    return { id, name, product, withoutSource };
  });
}

/**
 * ATT&CK's data components that a log has events of; of data events, those of one type of resource (`AWS::S3::Object`). Empty where ATT&CK
 * names none.
 */
export function awsDataComponents(log: AwsLogName, resourceType: string | null): readonly string[] {
  return telemetry().dataComponents[resourceType === null ? log : `${log} ${resourceType}`] ?? [];
}

/** A log that shows a technique. */
export interface AwsShowingLog {
  readonly log: AwsLogName;
  /** Of data events, the type of the resource; else null. */
  readonly resourceType: string | null;
  /** The events of the log that show it by themselves. Empty where ATT&CK names the log, and no single event shows the technique. */
  readonly events: readonly Pick<AwsEvent, 'source' | 'name'>[];
}

const known = new Map<string, readonly AwsShowingLog[]>();

/**
 * The logs that show a technique: those with events that show it by themselves, as in the table of events that detections are mapped with,
 * and flow logs where ATT&CK's analytics name them. Empty where nothing that an account keeps is known to show it. Takes a current id.
 */
export function awsLogsShowing(techniqueId: string): readonly AwsShowingLog[] {
  let logs = known.get(techniqueId);
  if (logs === undefined) {
    logs = [...logsOfEvents(coveringAwsEvents(techniqueId)), ...logsOfAnalytics(techniqueId)];
    known.set(techniqueId, logs);
  }
  return logs;
}

/** The log that has a CloudTrail event; of data events, with the type of the resource that a trail must select for it. */
export function awsLogOfEvent(source: string, name: string): Pick<AwsShowingLog, 'log' | 'resourceType'> {
  const kind = isAwsDataEvent(source, name) ? 'data' : 'management';
  const log = `cloudtrail_${kind}_${isAwsReadEvent(source, name) ? 'read' : 'write'}` as const;
  return { log, resourceType: kind === 'data' ? (telemetry().dataResources[source] ?? source) : null };
}

function logsOfEvents(events: readonly AwsEvent[]): AwsShowingLog[] {
  const logs = new Map<string, AwsShowingLog & { readonly events: Pick<AwsEvent, 'source' | 'name'>[] }>();
  for (const { source, name } of events) {
    const { log, resourceType } = awsLogOfEvent(source, name);
    const key = `${log} ${resourceType}`;
    const entry = logs.get(key) ?? { log, resourceType, events: [] };
    entry.events.push({ source, name });
    logs.set(key, entry);
  }
  return [...logs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

function logsOfAnalytics(techniqueId: string): AwsShowingLog[] {
  const named = cloudLogSources(techniqueId);
  return awsLogs()
    .filter(({ id }) => named.includes(telemetry().logs[id].attackLogSource ?? ''))
    .map(({ id: log }) => ({ log, resourceType: null, events: [] }));
}
