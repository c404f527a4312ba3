import type { Collect } from './collector.js';
import { AWS_SERVICES } from './services/index.js';

/** Every service's collector. A process that cannot load one of them does not start. */
const collectors = new Map<string, Collect>();
for (const { id } of AWS_SERVICES) {
  const { collect } = (await import(`./services/${id}/collector.js`)) as { readonly collect?: Collect };
  if (collect === undefined) throw new Error(`services/${id}/collector.ts must export "collect"`);
  collectors.set(id, collect);
}

/** The collector of a service. */
export function collectorOf(service: string): Collect {
  const collect = collectors.get(service);
  if (collect === undefined) throw new Error(`no collector of AWS knows the service "${service}"`);
  return collect;
}
