import {
  type AwsEvent,
  awsEventSourceRegion,
  coveringAwsEvents,
  covers,
  isAwsDataEvent,
  isWithheldFromRules,
} from '@tripline/attack';
import type { Closing, GapPlace } from '../../cloud/closing.js';
import type { FoundDetection } from '../../cloud/found-detection.js';
import { getOrMake } from '../get-or-make.js';
import { regionalArn } from '../regions.js';
import { mapDetection } from '../techniques/map-detection.js';
import { cli, cloudFormation, literal, reference, shellWord, terraform } from './artefacts.js';

/** Events that one rule looks for; a pattern may have 2,048 characters. */
const MOST_EVENTS = 12;
const TOPIC = 'tripline-alerts';

/** An EventBridge rule on the calls that show the technique, where our table has it that such a rule covers it. */
export function addEventRule({ externalAccountId, scopes, techniqueId }: GapPlace): readonly Closing[] {
  const events = coveringAwsEvents(techniqueId)
    .filter(({ everyday, name, source }) => !everyday && !isAwsDataEvent(source, name) && !isWithheldFromRules(name))
    .slice(0, MOST_EVENTS);
  if (events.length === 0) return [];
  const pattern = patternOf(events);
  const text = JSON.stringify(pattern);
  // Where it covers depends on whether a source's events arrive in one region alone; all other regions are alike.
  const special = new Set(events.map(({ source }) => awsEventSourceRegion(source)));
  const judged = new Map<string, boolean>();
  const where = scopes.filter((scope) =>
    getOrMake(judged, special.has(scope) ? scope : 'any other', () => coversThere(text, scope, techniqueId)),
  );
  if (where.length === 0) return [];
  const name = `tripline-${techniqueId.replace('.', '-')}`;
  const description = `Calls that show ${techniqueId}`;
  return [
    {
      kind: 'control',
      title: `Add an EventBridge rule on ${events.map((event) => event.name).join(', ')}`,
      notes: [
        'EventBridge gets these calls where a trail records management events.',
        'Somebody must subscribe to the topic that it tells.',
      ],
      cost: 'included',
      scopes: where,
      artefacts: [
        cli(where, (region) => commands(region, { name, text, externalAccountId, like: where[0] ?? '' })),
        cloudFormation(`${description}, to be deployed in each of the regions`, cloudFormationOf(pattern, description)),
        terraform(terraformOf(name, text, description)),
      ],
    },
  ];
}

/** Whether a rule of this pattern covers the technique in a region, by the same mapping that judges what a scan finds. */
function coversThere(pattern: string, scope: string, techniqueId: string): boolean {
  const rule: FoundDetection = {
    ...({ key: 'rule', type: 'eventbridge_rule', scope, name: 'rule', arn: null, managed: false } as const),
    ...({ status: 'active', statusReason: null } as const),
    subject: { kind: 'event_pattern', pattern, allManagementEvents: false },
  };
  return mapDetection(rule).some((mapping) => mapping.techniqueId === techniqueId && covers(mapping));
}

function patternOf(events: readonly AwsEvent[]): object {
  const bySource = new Map<string, string[]>();
  for (const { name, source } of events) bySource.set(source, [...(bySource.get(source) ?? []), name]);
  const parts = [...bySource].map(([source, names]) => ({ eventSource: [source], eventName: names }));
  const [only] = parts;
  return {
    'detail-type': ['AWS API Call via CloudTrail'],
    detail: parts.length === 1 && only !== undefined ? only : { $or: parts },
  };
}

/** Who may publish to the topic: the rule alone. */
const policy = (topic: unknown, rule: unknown) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { Service: 'events.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: topic,
      Condition: { ArnEquals: { 'aws:SourceArn': rule } },
    },
  ],
});

function commands(
  region: string,
  rule: { readonly name: string; readonly text: string; readonly externalAccountId: string; readonly like: string },
): readonly string[] {
  // In a loop the region is a variable of the shell, and the ARNs of all regions are of one partition.
  const arn = (service: string, resource: string): string =>
    regionalArn(rule.like, service, rule.externalAccountId, resource).replace(
      `:${rule.like}:`,
      `:${region.replaceAll('"', '')}:`,
    );
  const topic = `${TOPIC}-${rule.name.slice('tripline-'.length)}`;
  const shellText = (text: string): string =>
    region.startsWith('"') ? `"${text.replaceAll(/["\\`]/g, '\\$&')}"` : shellWord(text);
  const allowed = JSON.stringify(policy(arn('sns', topic), arn('events', `rule/${rule.name}`)));
  return [
    `aws sns create-topic --name ${topic} --region ${region}`,
    `aws events put-rule --name ${rule.name} --event-pattern ${shellWord(rule.text)} --region ${region}`,
    `aws sns set-topic-attributes --topic-arn ${shellText(arn('sns', topic))} --attribute-name Policy --attribute-value ${shellText(allowed)} --region ${region}`,
    `aws events put-targets --rule ${rule.name} --targets ${shellText(`Id=alerts,Arn=${arn('sns', topic)}`)} --region ${region}`,
  ];
}

const cloudFormationOf = (pattern: object, description: string) => ({
  Alerts: { Type: 'AWS::SNS::Topic' },
  Rule: {
    Type: 'AWS::Events::Rule',
    Properties: {
      Description: description,
      EventPattern: pattern,
      State: 'ENABLED',
      Targets: [{ Id: 'alerts', Arn: { Ref: 'Alerts' } }],
    },
  },
  AlertsPolicy: {
    Type: 'AWS::SNS::TopicPolicy',
    Properties: {
      Topics: [{ Ref: 'Alerts' }],
      PolicyDocument: policy({ Ref: 'Alerts' }, { 'Fn::GetAtt': ['Rule', 'Arn'] }),
    },
  },
});

const terraformOf = (name: string, text: string, description: string) => ({
  resource: {
    aws_sns_topic: { alerts: { name: `${TOPIC}-${name.slice('tripline-'.length)}` } },
    aws_cloudwatch_event_rule: { rule: { name, description: literal(description), event_pattern: literal(text) } },
    aws_cloudwatch_event_target: {
      alerts: {
        rule: reference('aws_cloudwatch_event_rule.rule.name'),
        target_id: 'alerts',
        arn: reference('aws_sns_topic.alerts.arn'),
      },
    },
    aws_sns_topic_policy: {
      alerts: {
        arn: reference('aws_sns_topic.alerts.arn'),
        policy: JSON.stringify(
          policy(reference('aws_sns_topic.alerts.arn'), reference('aws_cloudwatch_event_rule.rule.arn')),
        ),
      },
    },
  },
});
