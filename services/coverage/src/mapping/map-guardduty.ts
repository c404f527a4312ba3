import { type ControlMapping, type GuardDutyFinding, guardDutyFindings, guardDutyMappings } from '@tripline/attack';

/** The older feature for the same runtime events as `RUNTIME_MONITORING`, on EKS only. */
const EKS_RUNTIME = 'EKS_RUNTIME_MONITORING';
const OF_EKS = /:(?:Runtime|EKS|Kubernetes)\//;

/** Whether a detector with these features raises a finding type. */
function raises(features: ReadonlySet<string>, type: string, feature: string): boolean {
  if (features.has(feature)) return true;
  return feature === 'RUNTIME_MONITORING' && features.has(EKS_RUNTIME) && OF_EKS.test(type);
}

/** The finding types that a detector with these features raises. */
export function raisedFindings(enabled: readonly string[]): readonly GuardDutyFinding[] {
  const features = new Set(enabled);
  return guardDutyFindings().filter(({ type, feature }) => raises(features, type, feature));
}

/**
 * The techniques of all finding types that a GuardDuty detector's enabled features raise and that somebody gets. A type of which somebody
 * gets some findings only, such as the grave ones, never covers.
 */
export function mapGuardDuty(
  enabled: readonly string[],
  unheard: readonly string[],
  partly: readonly string[],
): readonly ControlMapping[] {
  const [muted, some] = [new Set(unheard), new Set(partly)];
  const got = raisedFindings(enabled).filter(({ type }) => !muted.has(type));
  return [
    ...guardDutyMappings(got.filter(({ type }) => !some.has(type))),
    ...got
      .filter(({ type }) => some.has(type))
      .flatMap(({ mappings }) => mappings.map((mapping): ControlMapping => ({ ...mapping, supporting: true }))),
  ];
}
