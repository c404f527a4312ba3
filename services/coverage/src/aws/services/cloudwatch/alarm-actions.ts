import type { CompositeAlarm } from '@aws-sdk/client-cloudwatch';
import type { CollectorContext } from '../../collector.js';
import { ACTIVE, best, degraded, type Verdict } from '../../verdict.js';
import { isTopic, topicVerdict } from '../sns/topics.js';
import type { Alarms } from './alarms.js';

/** The fields about actions that every kind of alarm has. */
interface Alarm {
  readonly AlarmName?: string | undefined;
  readonly ActionsEnabled?: boolean | undefined;
  readonly AlarmActions?: readonly string[] | undefined;
  readonly ActionsSuppressedBy?: string | undefined;
}

/** Whether anybody hears what is sent to a topic, by its ARN. */
export type TopicVerdicts = ReadonlyMap<string, Verdict>;

/** `ALARM(name)`, `ALARM("name")` or the same with an ARN, in a composite alarm's rule. */
const ALARM_TERM = /\bALARM\s*\(\s*(?:"((?:[^"\\]|\\.)*)"\s*|'((?:[^'\\]|\\.)*)'\s*|([^"')\s][^)]*))\)/g;
/** Longer than any rule that CloudWatch accepts (10,240 characters). */
const RULE_MAX = 20_000;

/**
 * Whether anybody is notified of an alarm, by its name: by its own actions, or by those of a composite alarm above it, directly or
 * indirectly.
 */
export function alarmVerdicts(alarms: Alarms, topics: TopicVerdicts): ReadonlyMap<string, Verdict> {
  const parents = new Map<string, CompositeAlarm[]>();
  for (const composite of alarms.composite) {
    for (const child of childrenOf(composite)) parents.set(child, [...(parents.get(child) ?? []), composite]);
  }
  const verdicts = new Map<string, Verdict>();
  const decide = (alarm: Alarm): Verdict => {
    const name = alarm.AlarmName ?? '';
    const present = verdicts.get(name);
    if (present !== undefined) return present;
    const own = ownVerdict(alarm, topics);
    verdicts.set(name, own);
    if (own !== ACTIVE && (parents.get(name) ?? []).some((parent) => decide(parent) === ACTIVE)) {
      verdicts.set(name, ACTIVE);
    }
    return verdicts.get(name) ?? own;
  };
  for (const alarm of [...alarms.composite, ...alarms.metric, ...alarms.log]) decide(alarm);
  return verdicts;
}

/** Names of the alarms that a composite alarm's rule tests for the alarm state. */
export function childrenOf({ AlarmRule: rule = '' }: CompositeAlarm): readonly string[] {
  const names = [...rule.slice(0, RULE_MAX).matchAll(ALARM_TERM)].map(([, double, single, bare]) =>
    (double ?? single ?? bare ?? '').replace(/\\(.)/g, '$1').trim(),
  );
  return [...new Set(names.map((name) => name.replace(/^arn:.*?:alarm:/, '')))];
}

/** Whether an alarm's own actions are off, or suppressed by another alarm (composite alarms only). */
export function isMuted(alarm: Alarm): boolean {
  return alarm.ActionsEnabled === false || alarm.ActionsSuppressedBy === 'Alarm';
}

function ownVerdict(alarm: Alarm, topics: TopicVerdicts): Verdict {
  const actions = alarm.AlarmActions ?? [];
  if (actions.length === 0) return degraded('no_actions');
  if (isMuted(alarm)) return degraded('actions_muted');
  return best(actions.map((action) => topics.get(action) ?? ACTIVE)) ?? ACTIVE;
}

/** Whether the topics that alarms notify have subscribers. */
export async function topicsOf(context: CollectorContext, { composite, log, metric }: Alarms): Promise<TopicVerdicts> {
  const actions = [...metric, ...composite, ...log].flatMap(({ AlarmActions = [] }) => AlarmActions);
  const topics = [...new Set(actions)].filter(isTopic);
  const verdicts = await Promise.all(topics.map((topic) => topicVerdict(context, topic)));
  return new Map(topics.map((topic, at) => [topic, verdicts[at] ?? ACTIVE]));
}
