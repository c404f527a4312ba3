import type { Closing, ClosingArtefact, GapPlace, SwitchableDetection } from '../../cloud/closing.js';
import { cli, literal, shellWord, terraform } from './artefacts.js';

/** Detections that one gap offers to switch on. */
const MOST = 10;

interface Switch {
  /** What is done, by the name of the detection: names that people gave say nothing by themselves. */
  readonly title: (name: string) => string;
  readonly cost: Closing['cost'];
  readonly artefacts: (detection: SwitchableDetection) => readonly ClosingArtefact[];
}

/** How what is off is switched on, by type and by why it is off. Whatever is missing here cannot be switched on by one call. */
const SWITCHES: Readonly<Record<string, Switch>> = {
  'eventbridge_rule disabled': {
    title: (name) => `Switch on the EventBridge rule “${name}”`,
    cost: 'included',
    artefacts: ({ arn, name, scope }) => {
      // arn:aws:events:REGION:ACCOUNT:rule/BUS/NAME, without BUS on the default one.
      const [bus, ...rest] = (arn ?? '').split(':rule/').at(-1)?.split('/') ?? [];
      const onBus = rest.length > 0 && bus !== undefined ? ` --event-bus-name ${shellWord(bus)}` : '';
      return [
        cli([scope], (region) => [`aws events enable-rule --name ${shellWord(name)}${onBus} --region ${region}`]),
      ];
    },
  },
  'guardduty_detector suspended': {
    title: () => 'Switch GuardDuty on again',
    cost: 'charged',
    artefacts: ({ arn, scope }) => {
      const id = (arn ?? '').split('detector/').at(-1) ?? '';
      return [
        cli([scope], (region) => [
          `aws guardduty update-detector --detector-id ${shellWord(id)} --enable --region ${region}`,
        ]),
        terraform({
          import: [{ to: 'aws_guardduty_detector.this', id: literal(id) }],
          provider: { aws: { region: scope } },
          resource: { aws_guardduty_detector: { this: { enable: true } } },
        }),
      ];
    },
  },
  'cloudwatch_alarm actions_muted': {
    title: (name) => `Switch on the actions of the CloudWatch alarm “${name}”`,
    cost: 'included',
    artefacts: ({ name, scope }) => [
      cli([scope], (region) => [
        `aws cloudwatch enable-alarm-actions --alarm-names ${shellWord(name)} --region ${region}`,
      ]),
    ],
  },
};

/** Why a detection is off that one call can switch on. */
export const SWITCHABLE_REASONS = [...new Set(Object.keys(SWITCHES).map((key) => key.split(' ')[1] ?? ''))];

/** The detections of an account that are there, are off, and would cover the technique in a scope where nothing does. */
export function switchOn({ detections, scopes, techniqueId }: GapPlace): readonly Closing[] {
  return detections
    .flatMap((detection): Closing[] => {
      const { covering, managed, name, reason, scope, type } = detection;
      const how = SWITCHES[`${type} ${reason}`];
      if (how === undefined || managed !== (type === 'guardduty_detector')) return [];
      if (!covering.includes(techniqueId) || !scopes.includes(scope)) return [];
      return [
        {
          kind: 'enable',
          title: how.title(name),
          notes: ['It is there and switched off. The next scan tells whether something else keeps it from firing.'],
          cost: how.cost,
          scopes: [scope],
          artefacts: how.artefacts(detection),
        },
      ];
    })
    .slice(0, MOST);
}
