import type { CompositeAlarm, LogAlarm, MetricAlarm } from '@aws-sdk/client-cloudwatch';
import type { MetricFilter } from '@aws-sdk/client-cloudwatch-logs';
import type { DetectionSubject } from '../../../cloud/detection-model.js';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { type CollectorContext, ifReadable } from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { ACTIVE, best, degraded, disabled, fedAndHeard, UNREADABLE, type Verdict } from '../../verdict.js';
import { alarmVerdicts, childrenOf, topicsOf } from './alarm-actions.js';
import { listAlarms } from './alarms.js';
import { arithmeticVerdict } from './arithmetic.js';
import { filterFeed, groupOf, isOfSecurity, listMetricFilters, seenThrough } from './metric-filters.js';
import { byMetric, type Metric, metricsOf, metricsWrittenBy } from './metrics.js';
import { isLogMetric, isSecurityMetric } from './security-metrics.js';

/** An alarm with the verdict on its input. */
interface Judged {
  readonly verdict: Verdict;
  readonly subject: DetectionSubject;
  /** The regions whose events reach it, where they are not its own alone. */
  readonly seen: readonly string[] | null;
  /** The log groups whose lines reach it. */
  readonly hears?: readonly string[];
}

const AWS_NAMESPACE = 'AWS/';
/** Alarms that Application Auto Scaling makes and owns. */
const SCALING = /^TargetTracking-/;

/**
 * CloudWatch: alarms on metrics of security, on metrics that logs give, on logs, and on other such alarms. Alarms on an application's own
 * metrics or on its load are no detections.
 */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const alarms = await listAlarms(context);
  const actions = alarmVerdicts(alarms, await topicsOf(context, alarms));
  const heard = (name: string | undefined): Verdict => actions.get(name ?? '') ?? degraded('no_actions');
  const judged = new Map<string, Judged>();
  const onOwnMetrics = alarms.metric.some((alarm) => !onAwsMetrics(metricsOf(alarm)));
  const filters = onOwnMetrics ? await ifReadable(context, listMetricFilters(context)) : [];
  const writing = filters && byMetric(filters, metricsWrittenBy);
  for (const alarm of alarms.metric) {
    const found = await judgeMetricAlarm(context, alarm, heard(alarm.AlarmName), writing);
    if (found === undefined) continue;
    judged.set(alarm.AlarmName ?? '', found);
    yield detection(context, alarm, found);
  }
  for (const alarm of alarms.log) {
    const query = alarm.ScheduledQueryConfiguration?.QueryString ?? '';
    const found: Judged = { verdict: heard(alarm.AlarmName), subject: { kind: 'logs_query', query }, seen: null };
    judged.set(alarm.AlarmName ?? '', found);
    yield detection(context, alarm, found);
  }
  const composites = new Map(alarms.composite.map((alarm) => [alarm.AlarmName ?? '', alarm] as const));
  for (const alarm of alarms.composite) {
    const found = judgeComposite(alarm, heard(alarm.AlarmName), judged, composites);
    if (found !== undefined) yield detection(context, alarm, found);
  }
}

/**
 * The verdict on a metric alarm: it can fire only while a filter that writes its metric gets log lines. Undefined for an alarm that is no
 * detection. `writers` gives the filters of a metric; undefined when they could not be read.
 */
async function judgeMetricAlarm(
  context: CollectorContext,
  alarm: MetricAlarm,
  heard: Verdict,
  writers: ((metrics: readonly Metric[]) => readonly MetricFilter[]) | undefined,
): Promise<Judged | undefined> {
  const metrics = metricsOf(alarm);
  const filters = onAwsMetrics(metrics) ? [] : writers?.(metrics);
  const own = metrics.find(isSecurityMetric);
  const shown = own ?? metrics[0];
  const subject: DetectionSubject = {
    kind: 'alarm',
    patterns: [...new Set(filters?.map(({ filterPattern }) => filterPattern ?? ''))].sort(),
    namespace: shown?.namespace ?? null,
    metric: shown?.name ?? null,
  };
  if (filters === undefined) return { verdict: fedAndHeard(UNREADABLE, heard), subject, seen: null };
  const reckoned = arithmeticVerdict(alarm, filters);
  if (filters.length === 0) {
    if (own !== undefined) return { verdict: fedAndHeard(reckoned, heard), subject, seen: null };
    return metrics.some(isLogMetric) ? { verdict: disabled('no_filter'), subject, seen: null } : undefined;
  }
  // An application's own alarms are about its work, not about who attacks it.
  if (own === undefined && !(await anyOf(filters, (filter) => isOfSecurity(context, filter)))) return undefined;
  const fed = best(await Promise.all(filters.map((filter) => filterFeed(context, filter)))) ?? ACTIVE;
  const seen = await Promise.all(filters.map((filter) => seenThrough(context, filter)));
  const hears = [...new Set(filters.map(({ logGroupName = '' }) => groupOf(context, logGroupName)))].sort();
  return { verdict: fedAndHeard(fed, fedAndHeard(reckoned, heard)), subject, seen: union(seen), hears };
}

async function anyOf<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (await test(item)) return true;
  return false;
}

/** What several see together: more than their own region if any does. */
const union = (seen: readonly Judged['seen'][]): Judged['seen'] => seen.find((regions) => regions !== null) ?? null;

/** Whether all metrics are AWS's own, which no filter can write. */
function onAwsMetrics(metrics: readonly Metric[]): boolean {
  return metrics.every(({ namespace }) => namespace.startsWith(AWS_NAMESPACE));
}

/**
 * The verdict on a composite alarm: it reacts to the alarms in its rule, and to nothing once none of them can fire. Undefined where none of
 * them is a detection.
 */
function judgeComposite(
  alarm: CompositeAlarm,
  heard: Verdict,
  judged: ReadonlyMap<string, Judged>,
  composites: ReadonlyMap<string, CompositeAlarm>,
): Judged | undefined {
  const leaves = leavesOf(alarm, composites).flatMap((name) => judged.get(name) ?? []);
  if (leaves.length === 0) return undefined;
  const disabled = leaves.filter(({ verdict }) => verdict.status === 'disabled');
  const [reason] = disabled;
  return {
    verdict: reason !== undefined && disabled.length === leaves.length ? reason.verdict : heard,
    subject: { kind: 'fed_by', subjects: leaves.map(({ subject }) => subject) },
    seen: union(leaves.map(({ seen }) => seen)),
  };
}

/** The alarms below a composite alarm that are not composite themselves. */
function leavesOf(alarm: CompositeAlarm, composites: ReadonlyMap<string, CompositeAlarm>): readonly string[] {
  const seen = new Set<string>();
  const walk = (names: readonly string[]): void => {
    for (const name of names) {
      if (seen.has(name)) continue;
      seen.add(name);
      const below = composites.get(name);
      if (below !== undefined) walk(childrenOf(below));
    }
  };
  walk(childrenOf(alarm));
  return [...seen].filter((name) => !composites.has(name));
}

function detection(
  { region, externalAccountId }: CollectorContext,
  alarm: MetricAlarm | LogAlarm | CompositeAlarm,
  { verdict, subject, seen, hears = [] }: Judged,
): FoundDetection {
  const name = alarm.AlarmName ?? '';
  const arn = alarm.AlarmArn ?? regionalArn(region, 'cloudwatch', externalAccountId, `alarm:${name}`);
  return {
    key: arn,
    type: 'cloudwatch_alarm',
    scope: region,
    name,
    arn,
    description: alarm.AlarmDescription ?? null,
    managed: SCALING.test(name),
    ...verdict,
    seenScopes: seen,
    ...(hears.length > 0 && { hears }),
    subject,
  };
}
