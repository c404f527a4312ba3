import type { StatusWord } from '../cloud/status-word.js';

const word = (severity: StatusWord['severity'], label: string, toDo: string): StatusWord => ({
  severity,
  label,
  toDo,
});

/** Why a detection of AWS is not active, in the order in which the API documents them. */
export const AWS_STATUS_WORDS = {
  disabled: word('high', 'It is switched off.', 'Switch it on, or exclude it if it is meant to be off.'),
  no_target: word(
    'medium',
    'It sends what it finds nowhere: it has no target.',
    'Give it a target that somebody reads, or a bucket or log group that takes its records.',
  ),
  no_alarm: word('medium', 'No alarm watches the metric that it counts into.', 'Set an alarm on that metric.'),
  no_actions: word('medium', 'Its alarm tells nobody: it has no action.', 'Give the alarm a topic as its action.'),
  no_filter: word(
    'high',
    'Nothing feeds the metric that it watches.',
    'Make the metric filter that writes the metric, or delete the alarm.',
  ),
  no_consumer: word(
    'medium',
    'Nobody receives its findings.',
    'Add an EventBridge rule on them with a target, or send them to Security Hub or a SIEM.',
  ),
  actions_muted: word('medium', 'Its alarm’s actions are switched off.', 'Switch the actions of the alarm on.'),
  recorder_stopped: word(
    'high',
    'The configuration recorder that it needs is stopped.',
    'Start the recorder of AWS Config in this region.',
  ),
  trail_stopped: word('high', 'The trail that feeds it is stopped.', 'Start logging of the trail.'),
  no_trail: word(
    'high',
    'No trail delivers the events that it needs.',
    'Create a trail of every region that takes management events.',
  ),
  suspended: word('high', 'It is suspended.', 'Enable it again.'),
  dry_run: word(
    'medium',
    'It runs without effect, as a trial.',
    'Take it out of the trial once its results are right.',
  ),
  suppressed: word(
    'medium',
    'A rule suppresses findings of it.',
    'Narrow the suppression rule to what you know to be harmless.',
  ),
  not_scheduled: word('medium', 'Nothing runs it: it has no schedule.', 'Schedule it.'),
  deleting: word('high', 'It is being deleted.', 'Make another if you need it.'),
  not_feeding: word(
    'high',
    'No events arrive at it, or not all that it needs.',
    'Let the trail, recorder or source that feeds it take the events that it names.',
  ),
  insufficient_permissions: word(
    'low',
    'It lacks a permission that it needs, or the role of the scan does.',
    'Compare the role with the policy of POST /accounts/{id}/verify.',
  ),
  dependency_unreadable: word(
    'low',
    'Something that it depends on could not be read.',
    'See the errors of the scan; give the role what it lacks and scan again.',
  ),
  some_unheard: word(
    'medium',
    'Nobody receives some of its findings.',
    'Widen the rules that pass its findings on to the types and severities that are left out.',
  ),
  topic_missing: word(
    'medium',
    'The topic that it notifies does not exist.',
    'Make the topic, or name another as its target.',
  ),
  no_subscription: word(
    'medium',
    'Nobody has confirmed a subscription to the topic that it notifies.',
    'Subscribe somebody and confirm the subscription.',
  ),
  never_fires: word('medium', 'Its threshold is never reached.', 'Set a threshold that one event reaches.'),
  always_fires: word(
    'medium',
    'It is in alarm while nothing happens.',
    'Set a threshold that is not reached without an event.',
  ),
  foreign_topic: word(
    'low',
    'It notifies a topic of another account, whose subscribers are not known.',
    'Connect that account to know.',
  ),
  filter_unread: word(
    'low',
    'Whether a filter archives its findings could not be decided.',
    'Look at the criteria of the suppression rules; those on counts and times cannot be decided ahead.',
  ),
} as const satisfies Readonly<Record<string, StatusWord>>;

/** A reason in AWS's words, without the prefix. */
export type AwsStatusReason = keyof typeof AWS_STATUS_WORDS;
