import { type ControlMapping, guardDutyFindings } from '@tripline/attack';

/** The older feature for the same runtime events as `RUNTIME_MONITORING`, on EKS only. */
const EKS_RUNTIME = 'EKS_RUNTIME_MONITORING';
const OF_EKS = /:(?:Runtime|EKS|Kubernetes)\//;

/** Whether a detector with these features raises a finding type. */
function raises(features: ReadonlySet<string>, type: string, feature: string): boolean {
  if (features.has(feature)) return true;
  return feature === 'RUNTIME_MONITORING' && features.has(EKS_RUNTIME) && OF_EKS.test(type);
}

/** The techniques of all finding types that a GuardDuty detector's enabled features raise and that no rule suppresses completely. */
export function mapGuardDuty(enabled: readonly string[], suppressed: readonly string[]): readonly ControlMapping[] {
  const features = new Set(enabled);
  const muted = new Set(suppressed);
  return guardDutyFindings()
    .filter(({ type, feature }) => raises(features, type, feature) && !muted.has(type))
    .flatMap(({ mappings }) => mappings);
}
