import { covers, guardDutyFindings, guardDutyMappings } from '@tripline/attack';
import type { Closing, GapPlace, SwitchableDetection } from '../../cloud/closing.js';
import { getOrMake } from '../get-or-make.js';
import { cli, cloudFormation, reference, terraform } from './artefacts.js';

const FOUNDATIONAL = 'FOUNDATIONAL';
/**
 * The features that a detector itself has switches for, by the names that AWS's console and user guide give them ("GuardDuty protection plans"); the others
 * are set up elsewhere.
 */
const OF_DETECTOR: ReadonlyMap<string, string> = new Map([
  ['S3_DATA_EVENTS', 'S3 Protection'],
  ['EKS_AUDIT_LOGS', 'EKS Protection'],
  ['EBS_MALWARE_PROTECTION', 'Malware Protection for EC2'],
  ['RDS_LOGIN_EVENTS', 'RDS Protection'],
  ['LAMBDA_NETWORK_LOGS', 'Lambda Protection'],
  ['RUNTIME_MONITORING', 'Runtime Monitoring'],
]);
const HEARD =
  'Its findings cover the technique once somebody gets them: Security Hub, an export, or an EventBridge rule with a target.';

const nameOf = (feature: string): string => OF_DETECTOR.get(feature) ?? feature;

const features = new Map<string, readonly string[]>();

/** The features whose finding types cover a technique, every detector's own first, then those with the most such types. */
function featuresFor(techniqueId: string): readonly string[] {
  const types = new Map<string, number>();
  const all = guardDutyFindings();
  for (const feature of new Set(all.map((finding) => finding.feature))) {
    const raised = all.filter((finding) => finding.feature === FOUNDATIONAL || finding.feature === feature);
    const own = new Set(
      raised
        .filter((finding) => finding.feature === feature)
        .flatMap(({ mappings }) => mappings.map(({ evidence }) => evidence)),
    );
    const showing = guardDutyMappings(raised).filter(
      (mapping) => mapping.techniqueId === techniqueId && covers(mapping) && own.has(mapping.evidence),
    );
    if (showing.length > 0) types.set(feature, showing.length);
  }
  return [...types]
    .filter(([feature]) => feature === FOUNDATIONAL || OF_DETECTOR.has(feature))
    .sort(([a, x], [b, y]) => Number(b === FOUNDATIONAL) - Number(a === FOUNDATIONAL) || y - x || (a < b ? -1 : 1))
    .map(([feature]) => feature);
}

/** GuardDuty where it is not set up, or the feature of it that is off, as far as its finding types cover the technique. */
export function addGuardDuty({ detections, scopes, techniqueId }: GapPlace): readonly Closing[] {
  const [feature] = getOrMake(features, techniqueId, () => featuresFor(techniqueId));
  if (feature === undefined) return [];
  const detectors = detections.filter(({ type }) => type === 'guardduty_detector');
  const without = scopes.filter((scope) => detectors.every((detector) => detector.scope !== scope));
  const lacking = detectors.filter(
    (detector) =>
      scopes.includes(detector.scope) && detector.reason !== 'suspended' && !featuresOf(detector).includes(feature),
  );
  return [
    ...(without.length === 0 ? [] : [newDetector(feature, without)]),
    ...(lacking.length === 0 ? [] : [moreOfDetectors(feature, lacking)]),
  ];
}

function featuresOf({ subject }: SwitchableDetection): readonly string[] {
  const { features } = (subject ?? {}) as { features?: readonly string[] };
  return features ?? [];
}

function newDetector(feature: string, scopes: readonly string[]): Closing {
  const features = feature === FOUNDATIONAL ? [] : [{ Name: feature, Status: 'ENABLED' }];
  const option = features.map(({ Name }) => ` --features Name=${Name},Status=ENABLED`).join('');
  return {
    kind: 'control',
    title: feature === FOUNDATIONAL ? 'Set up GuardDuty' : `Set up GuardDuty with ${nameOf(feature)}`,
    notes: [HEARD],
    cost: 'charged',
    scopes,
    artefacts: [
      cli(scopes, (region) => [`aws guardduty create-detector --enable${option} --region ${region}`]),
      cloudFormation('GuardDuty, to be deployed in each of the regions', {
        Detector: {
          Type: 'AWS::GuardDuty::Detector',
          Properties: { Enable: true, ...(features.length === 0 ? {} : { Features: features }) },
        },
      }),
      terraform({
        resource: {
          aws_guardduty_detector: { this: { enable: true } },
          ...(features.length === 0 ? {} : featureResource(feature, reference('aws_guardduty_detector.this.id'))),
        },
      }),
    ],
  };
}

function moreOfDetectors(feature: string, detectors: readonly SwitchableDetection[]): Closing {
  const lines = detectors.map(({ arn, scope }) => {
    const id = (arn ?? '').split('detector/').at(-1);
    return `aws guardduty update-detector --detector-id ${id} --features Name=${feature},Status=ENABLED --region ${scope}`;
  });
  return {
    kind: 'control',
    title: `Switch on ${nameOf(feature)} of GuardDuty`,
    notes: [HEARD],
    cost: 'charged',
    scopes: detectors.map(({ scope }) => scope),
    artefacts: [
      { form: 'cli', text: `${lines.join('\n')}\n` },
      terraform({
        data: { aws_guardduty_detector: { this: {} } },
        resource: featureResource(feature, reference('data.aws_guardduty_detector.this.id')),
      }),
    ],
  };
}

/** @param detector an expression that gives its id */
const featureResource = (feature: string, detector: string) => ({
  aws_guardduty_detector_feature: {
    [feature.toLowerCase()]: { detector_id: detector, name: feature, status: 'ENABLED' },
  },
});
