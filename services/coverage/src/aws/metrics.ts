import type { MetricAlarm } from '@aws-sdk/client-cloudwatch';
import type { MetricFilter } from '@aws-sdk/client-cloudwatch-logs';

/** A metric's name within its namespace. */
export interface Metric {
  readonly namespace: string;
  readonly name: string;
}

/** The metrics an alarm looks at: its own, or those of its expression. */
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

/** Whether a filter writes this metric. */
export function writesTo(filter: MetricFilter, metric: Metric): boolean {
  return metricsWrittenBy(filter).some(({ namespace, name }) => namespace === metric.namespace && name === metric.name);
}
