import type { ControlMapping } from '@tripline/attack';
import { readFilterPattern } from './filter-pattern.js';
import { mapLogCondition } from './map-log-condition.js';
import { signalFile } from './signal-data.js';

/**
 * The techniques of a CloudWatch alarm: those of the metric filters behind its metric, and by our judgement those that a rise of one of
 * AWS's own metrics can mean.
 */
export function mapAlarm(
  patterns: readonly string[],
  namespace: string | null,
  metric: string | null,
): readonly ControlMapping[] {
  return [
    ...patterns.flatMap((pattern) => mapLogCondition(readFilterPattern(pattern))),
    ...ownMetric(namespace ?? '', metric ?? ''),
  ];
}

function ownMetric(namespace: string, metric: string): readonly ControlMapping[] {
  const techniques = new Map(Object.entries(signalFile().metrics)).get(namespace);
  const shown = new Map(Object.entries(techniques ?? {})).get(metric);
  return Object.entries(shown ?? {}).map(([techniqueId, strength]) => ({
    techniqueId,
    strength,
    category: 'detect',
    source: 'inferred',
    evidence: `metric ${metric} of ${namespace}`,
  }));
}
