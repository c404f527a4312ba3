import { onOneLine } from '../characters.js';
import { aboutRule } from './about.js';
import type { Deployable } from './counted.js';

/** A notification channel of OpenSearch, and how often a monitor may tell it. */
export interface MonitorTelling {
  /** The id of the channel. */
  readonly channel: string;
  /** Whether the monitor alerts for each bucket of its aggregation. */
  readonly grouped: boolean;
  /** Seconds that a run looks back: an event is found as long by one run after another. */
  readonly window: number;
}

/** Of the events that a plain monitor found; the rest is counted. */
const EVENTS =
  'Events: {{ctx.results.0.hits.total.value}}\n{{#ctx.results.0.hits.hits}}\n- {{_index}} {{_id}}\n{{/ctx.results.0.hits.hits}}';
/** Of the buckets, the values that they are grouped by. */
const GROUPS = '{{#ctx.newAlerts}}\n- {{bucket_keys}}\n{{/ctx.newAlerts}}';

/**
 * The action by which a trigger tells a notification channel: what the rule finds, how bad it is, what it was found in and what may explain it. A
 * monitor without buckets tells once in the time that a run looks back; one with buckets tells each new bucket.
 * @see https://docs.opensearch.org/latest/observing-your-data/alerting/actions/
 */
export function monitorAction(source: Deployable, { channel, grouped, window }: MonitorTelling): object {
  const { document } = source;
  const about = aboutRule(source, ['level', 'techniques', 'author', 'references', 'false positives', 'identity']);
  const own = [document.description?.trim(), ...about].filter((line) => line !== undefined && line !== '');
  const message = [
    '{{ctx.monitor.name}}',
    ...own.map((line) => plain(line as string)),
    'From {{ctx.periodStart}} to {{ctx.periodEnd}}',
    grouped ? GROUPS : EVENTS,
  ];
  return {
    name: 'Tell the channel',
    destination_id: channel,
    subject_template: { source: plain(onOneLine(document.title)), lang: 'mustache' },
    message_template: { source: message.join('\n'), lang: 'mustache' },
    ...(grouped
      ? {
          throttle_enabled: false,
          action_execution_policy: { action_execution_scope: { per_alert: { actionable_alerts: ['NEW'] } } },
        }
      : { throttle_enabled: true, throttle: { value: Math.ceil(window / 60), unit: 'MINUTES' } }),
  };
}

/** A rule's own text in a template: braces that would begin a variable or a new pair of signs stand apart. */
function plain(text: string): string {
  return text.replaceAll(/\{(?=\{)/g, '{ ');
}
