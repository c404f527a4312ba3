import type { MetricAlarm } from '@aws-sdk/client-cloudwatch';
import type { MetricFilter } from '@aws-sdk/client-cloudwatch-logs';

/** A metric's name within its namespace. */
export interface Metric {
  readonly namespace: string;
  readonly name: string;
}

/** The metrics of an alarm: its own, or those of its expression. */
export function metricsOf(alarm: MetricAlarm): readonly Metric[] {
  const inExpression = (alarm.Metrics ?? []).map(({ MetricStat: stat }) => stat?.Metric);
  return [{ Namespace: alarm.Namespace, MetricName: alarm.MetricName }, ...inExpression].flatMap((metric) =>
    metric?.Namespace === undefined || metric.MetricName === undefined
      ? []
      : [{ namespace: metric.Namespace, name: metric.MetricName }],
  );
}

/** The metrics a filter writes. */
export function metricsWrittenBy(filter: MetricFilter): readonly Metric[] {
  return (filter.metricTransformations ?? []).flatMap(({ metricNamespace: namespace, metricName: name }) =>
    namespace === undefined || name === undefined ? [] : [{ namespace, name }],
  );
}

/** Things by the metrics they use. */
export function byMetric<Thing>(
  things: readonly Thing[],
  metricsOfThing: (thing: Thing) => readonly Metric[],
): (metrics: readonly Metric[]) => readonly Thing[] {
  const index = new Map<string, Set<Thing>>();
  for (const thing of things) {
    for (const metric of metricsOfThing(thing)) {
      const present = index.get(keyOf(metric));
      if (present === undefined) index.set(keyOf(metric), new Set([thing]));
      else present.add(thing);
    }
  }
  return (metrics) => [...new Set(metrics.flatMap((metric) => [...(index.get(keyOf(metric)) ?? [])]))];
}

function keyOf({ namespace, name }: Metric): string {
  return JSON.stringify([namespace, name]);
}
