import type { Metrics } from '@tripline/service';
import { Counter } from 'prom-client';

const NAME = 'tripline_limit_local_counts_total';

/**
 * Counts the calls that limits count in this process alone because Redis is away; the limits are then looser by the number of processes.
 * @returns a function to call for each such call, with the limit's name
 */
export function localCounts({ registry }: Metrics): (limit: string) => void {
  const present = registry.getSingleMetric(NAME) as Counter<'limit'> | undefined;
  const counter =
    present ??
    new Counter({
      name: NAME,
      help: 'Calls that a limit counted by this process alone because Redis was away.',
      labelNames: ['limit'] as const,
      registers: [registry],
    });
  return (limit) => counter.inc({ limit });
}
