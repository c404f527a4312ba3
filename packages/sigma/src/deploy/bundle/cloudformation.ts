import { onOneLine, withoutEnd } from '../../characters.js';
import type { Note } from '../../convert/note.js';
import type { SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import { READ_ONLY_EVENTS } from '../aws/event-pattern.js';
import { departureOf } from '../departure.js';
import { identitySentence, type RuleIdentity } from '../identity.js';

type Json = Readonly<Record<string, unknown>>;

/** A rule of a template: its pattern with what it is called. */
export interface CloudRule {
  readonly document: SigmaRule | SigmaCorrelation;
  readonly identity: RuleIdentity;
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly notes: readonly Note[];
}

/** Most characters of an event pattern, unless AWS has raised the quota. @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
export const EVENT_PATTERN_MAX = 2048;
/** Most characters of a filter pattern. @see https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutMetricFilter.html */
export const FILTER_PATTERN_MAX = 1024;

const NAME_MAX = 64;
const DESCRIPTION_MAX = 512;
const NAMESPACE = 'Tripline';
const PERIOD_SECONDS = 300;

/** Rules of EventBridge that tell a topic, with the topic and the permission. */
export function eventRulesTemplate(rules: readonly CloudRule[]): Json {
  return template(
    'Rules of Amazon EventBridge on what CloudTrail delivers, and the topic that they tell.',
    {},
    'events.amazonaws.com',
    rules.map((rule) => {
      const onlyReads = rule.notes.some(({ message }) => message.startsWith(READ_ONLY_EVENTS));
      const on = onlyReads ? 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS' : 'ENABLED';
      return [
        logicalId('Rule', rule),
        {
          Type: 'AWS::Events::Rule',
          Metadata: metadata(rule),
          Properties: {
            Name: nameOf(rule),
            Description: describe(rule),
            EventPattern: JSON.parse(rule.text),
            State: { 'Fn::If': ['IsEnabled', on, 'DISABLED'] },
            Targets: [{ Id: 'topic', Arn: { Ref: 'Topic' } }],
          },
        },
      ];
    }),
  );
}

/** Metric filters on the log group of a trail, an alarm for each, and the topic that the alarms tell. */
export function metricFiltersTemplate(rules: readonly CloudRule[]): Json {
  return template(
    'Metric filters on the log group of a trail, an alarm for each, and the topic that the alarms tell.',
    { LogGroupName: { Type: 'String', Description: 'The log group that CloudTrail writes to.' } },
    'cloudwatch.amazonaws.com',
    rules.flatMap((rule) => [
      [
        logicalId('Filter', rule),
        {
          Type: 'AWS::Logs::MetricFilter',
          Metadata: metadata(rule),
          Properties: {
            FilterName: nameOf(rule),
            FilterPattern: rule.text,
            LogGroupName: { Ref: 'LogGroupName' },
            MetricTransformations: [
              { MetricName: nameOf(rule), MetricNamespace: NAMESPACE, MetricValue: '1', DefaultValue: 0 },
            ],
          },
        },
      ],
      [
        logicalId('Alarm', rule),
        {
          Type: 'AWS::CloudWatch::Alarm',
          Metadata: metadata(rule),
          Properties: {
            AlarmName: nameOf(rule),
            AlarmDescription: describe(rule),
            ActionsEnabled: { 'Fn::If': ['IsEnabled', true, false] },
            AlarmActions: [{ Ref: 'Topic' }],
            Namespace: NAMESPACE,
            MetricName: nameOf(rule),
            Statistic: 'Sum',
            Period: PERIOD_SECONDS,
            EvaluationPeriods: 1,
            Threshold: 1,
            ComparisonOperator: 'GreaterThanOrEqualToThreshold',
            TreatMissingData: 'notBreaching',
          },
        },
      ],
    ]),
  );
}

function template(
  description: string,
  parameters: Json,
  publisher: string,
  resources: readonly (readonly [string, Json] | readonly (string | Json)[])[],
): Json {
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: description,
    Parameters: {
      Enabled: {
        Type: 'String',
        AllowedValues: ['true', 'false'],
        Default: 'false',
        Description: 'Whether the rules tell the topic. They arrive switched off.',
      },
      ...parameters,
    },
    Conditions: { IsEnabled: { 'Fn::Equals': [{ Ref: 'Enabled' }, 'true'] } },
    Resources: {
      Topic: { Type: 'AWS::SNS::Topic' },
      TopicPolicy: {
        Type: 'AWS::SNS::TopicPolicy',
        Properties: {
          Topics: [{ Ref: 'Topic' }],
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Principal: { Service: publisher },
                Action: 'sns:Publish',
                Resource: { Ref: 'Topic' },
              },
            ],
          },
        },
      },
      ...Object.fromEntries(resources),
    },
    Outputs: { TopicArn: { Description: 'Subscribe to it to be told.', Value: { Ref: 'Topic' } } },
  };
}

/** Letters and digits, and unique, since the whole id is in it. */
function logicalId(kind: string, { id }: CloudRule): string {
  return `${kind}${id.replaceAll('-', '')}`;
}

function nameOf({ name, id }: CloudRule): string {
  return name.length <= NAME_MAX ? name : `${withoutEnd(name.slice(0, NAME_MAX - id.length - 1), '-')}-${id}`;
}

function metadata({ identity }: CloudRule): Json {
  return { Sigma: identity };
}

/** What the rule is for, how its pattern departs from it, its level, for which AWS has no place, and which rule it is, in one line. */
function describe({ document, identity, notes }: CloudRule): string {
  const departure = departureOf(document, notes);
  const level = departure?.level ?? document.level;
  const sentence = `${level === undefined ? '' : `Level: ${level}. `}${identitySentence(identity)}`;
  const parts = [document.title, document.description, departure?.remark].filter((part) => part !== undefined);
  const text = onOneLine(parts.join(' - ')).trim();
  return `${cut(text, DESCRIPTION_MAX - sentence.length - 1)} ${sentence}`;
}

/** A text that fits, cut after a whole word where it does not. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const begun = text.slice(0, most - 4).replace(/[\uD800-\uDBFF]$/, '');
  return `${begun.replace(/\s\S{0,40}$/, '')} ...`;
}
