import type { AwsLogName } from '@tripline/telemetry';
import type { AwsService } from '../aws-service.js';
import * as declared from './services.js';

/** The types of detections that AWS services give. */
export type AwsDetectionType = (typeof declared)[keyof typeof declared]['detections'][number];

/** Every service that a scan reads, in the order in which it begins with them. */
export const AWS_SERVICES: readonly AwsService[] = Object.values<AwsService>(declared).sort(
  (a, b) => b.rounds - a.rounds,
);

/** Those types, service by service. */
export const AWS_DETECTION_TYPES = AWS_SERVICES.flatMap(({ detections }) => detections) as readonly AwsDetectionType[];

/** Those of them whose techniques are read from what a customer wrote. */
export const AWS_TYPES_READ_FROM_TEXT: readonly string[] = AWS_SERVICES.flatMap(({ detections, readFromText }) =>
  readFromText === true ? detections : [],
);

const byId = new Map(AWS_SERVICES.map((service) => [service.id, service]));

/**
 * The service of this id.
 * @throws Error when there is none: what coverage says of an unknown service would be wrong
 */
export function awsServiceOf(id: string): AwsService {
  const service = byId.get(id);
  if (service === undefined) {
    throw new Error(`No AWS service is declared as "${id}". Known are ${[...byId.keys()].join(', ')}.`);
  }
  return service;
}

/** The same, or undefined for calls that belong to no scanned service, such as those of STS. */
export function findAwsService(id: string): AwsService | undefined {
  return byId.get(id);
}

const byLog = new Map(AWS_SERVICES.flatMap(({ id, logs = [] }) => logs.map((log) => [log, id] as const)));

/**
 * The id of the service whose collector tells whether a log arrives.
 * @throws Error when none does
 */
export function awsLogService(log: AwsLogName): string {
  const service = byLog.get(log);
  if (service === undefined) throw new Error(`No AWS service is declared to tell whether the log "${log}" arrives.`);
  return service;
}
