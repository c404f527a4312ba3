import type { MetricAlarm } from '@aws-sdk/client-cloudwatch';
import type { MetricFilter } from '@aws-sdk/client-cloudwatch-logs';
import { ACTIVE, degraded, type Verdict } from '../../verdict.js';
import { metricsOf } from './metrics.js';

/** What a metric is worth while nothing happens, and for each event that happens. */
interface Worth {
  /** Undefined where nothing is written meanwhile. */
  readonly quiet: number | undefined;
  /** Undefined where the value is taken from the event. */
  readonly event: number | undefined;
}

/**
 * More events of a kind than any account has in a second: AWS throttles the calls of most operations far below it. A sum that would need
 * more is never reached.
 */
const MOST_PER_SECOND = 100;
const DEFAULT_PERIOD = 300;

const COMPARE: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

/**
 * Whether an alarm tells events from quiet: one that is in alarm while nothing happens tells nothing, and one whose threshold no number of
 * events reaches never speaks. `filters` write its metric; alarms on expressions and on bands of the usual are taken as they are.
 */
export function arithmeticVerdict(alarm: MetricAlarm, filters: readonly MetricFilter[]): Verdict {
  const { ComparisonOperator: operator = '', Threshold: threshold, Statistic: statistic } = alarm;
  const fires = COMPARE[operator];
  if (fires === undefined || threshold === undefined || alarm.MetricName === undefined || statistic === undefined)
    return ACTIVE;
  const worth = worthOf(alarm, filters);
  const counts = statistic === 'Sum' || statistic === 'SampleCount';
  const quiet = counts ? (worth.quiet ?? 0) : worth.quiet;
  if (quiet !== undefined && fires(statistic === 'SampleCount' ? 0 : quiet, threshold)) return degraded('always_fires');
  const most = mostOf(alarm, counts, statistic === 'SampleCount' ? 1 : worth.event);
  return most !== undefined && !fires(most, threshold) ? degraded('never_fires') : ACTIVE;
}

/** The value that is furthest from quiet; undefined where it is not known. */
function mostOf(
  { Period: period = DEFAULT_PERIOD }: MetricAlarm,
  counts: boolean,
  event: number | undefined,
): number | undefined {
  if (event === undefined) return undefined;
  return counts ? event * MOST_PER_SECOND * period : event;
}

/** What the filters of an alarm's metric write; several filters, or none, are not reckoned with. */
function worthOf(alarm: MetricAlarm, filters: readonly MetricFilter[]): Worth {
  const [metric] = metricsOf(alarm);
  const written = filters
    .flatMap(({ metricTransformations: all = [] }) => all)
    .filter(({ metricName, metricNamespace }) => metricName === metric?.name && metricNamespace === metric?.namespace);
  const [only] = written;
  if (only === undefined || written.length > 1) return { quiet: undefined, event: undefined };
  const value = Number(only.metricValue);
  return { quiet: only.defaultValue, event: Number.isFinite(value) ? value : undefined };
}
