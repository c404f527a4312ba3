import type { Collect, ReadFeeds, ReadForwards } from './collector.js';
import { AWS_SERVICES } from './services/index.js';

/** What the `collector.ts` of a service exports: `collect` where it has detections, `feeds` where it declares logs, `forwards` where it sends things elsewhere. */
interface Collector {
  readonly collect?: Collect;
  readonly feeds?: ReadFeeds;
  readonly forwards?: ReadForwards;
}

/** Every service's collector. A process that cannot load one of them does not start. */
const collectors = new Map<string, Collector>();
for (const { id, detections, logs = [] } of AWS_SERVICES) {
  const collector = (await import(`./services/${id}/collector.js`)) as Collector;
  if (detections.length > 0 && collector.collect === undefined) {
    throw new Error(`services/${id}/collector.ts must export "collect": the service declares detections`);
  }
  if (logs.length > 0 && collector.feeds === undefined) {
    throw new Error(`services/${id}/collector.ts must export "feeds": the service declares logs`);
  }
  collectors.set(id, collector);
}

/** Whether a scan reads something of a service by itself: one that is only asked about what others name has no cells. */
export function isRead(service: string): boolean {
  const { collect, feeds, forwards } = collectorOf(service);
  return collect !== undefined || feeds !== undefined || forwards !== undefined;
}

/** The collector of a service. */
export function collectorOf(service: string): Collector {
  const collector = collectors.get(service);
  if (collector === undefined) throw new Error(`no collector of AWS knows the service "${service}"`);
  return collector;
}
