import { lazyData } from '../data.js';

interface RawLogging {
  readonly regions: Readonly<Record<string, readonly string[]>>;
  readonly globalServices: Readonly<Record<string, string>>;
  readonly dataEvents: Readonly<Record<string, readonly string[]>>;
}

const logging = lazyData('aws-event-logging.json', (raw: RawLogging) => {
  const regions = new Map<string, string[]>();
  for (const [region, ids] of Object.entries(raw.regions)) {
    for (const id of ids) regions.set(id, [...(regions.get(id) ?? []), region]);
  }
  return {
    regions,
    services: new Map(Object.entries(raw.globalServices)),
    dataEvents: new Map(Object.entries(raw.dataEvents).map(([source, names]) => [source, new Set(names)])),
  };
});

/**
 * The regions in which the AWS events of a technique are delivered: `all`, or the few regions of global services. IAM's events, for
 * example, reach CloudTrail and EventBridge in `us-east-1` only. Console sign-ins and STS calls are delivered in several regions and count
 * as `all`.
 */
export function awsTechniqueRegions(techniqueId: string): 'all' | readonly string[] {
  return logging().regions.get(techniqueId.toUpperCase()) ?? 'all';
}

/**
 * The one region that has the events of a global service (`iam.amazonaws.com`). Undefined for services that log in the region where they
 * are called.
 */
export function awsEventSourceRegion(source: string): string | undefined {
  return logging().services.get(source.toLowerCase());
}

/** Whether CloudTrail writes an event only for trails that record data events. */
export function isAwsDataEvent(source: string, name: string): boolean {
  return logging().dataEvents.get(source)?.has(name) === true;
}

/** Whether some service has a data event of this name. */
export function isNamedAsAwsDataEvent(name: string): boolean {
  return [...logging().dataEvents.values()].some((names) => names.has(name));
}

/** The event sources of the global services, such as `iam.amazonaws.com`: a trail can leave out all of theirs. */
export function globalAwsEventSources(): readonly string[] {
  return [...logging().services.keys()];
}
