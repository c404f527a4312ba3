import { signalFile } from '../../../mapping/signal-data.js';
import type { Metric } from './metrics.js';

/** Whether AWS itself writes a metric that tells of an attack or of misuse; others tell of load. */
export function isSecurityMetric({ namespace, name }: Metric): boolean {
  return new Map(Object.entries(signalFile().metrics[namespace] ?? {})).has(name);
}

/** Whether a metric is named like those of filters on CloudTrail's log, so that an alarm on it misses its filter where there is none. */
export function isLogMetric({ namespace, name }: Metric): boolean {
  const { namespaces, names } = signalFile().logMetrics;
  return namespaces.includes(namespace) || names.includes(name);
}
