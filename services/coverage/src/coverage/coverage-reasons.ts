import type { TechniqueSight } from './technique-sight.js';

/** A check that asks for a detection of a technique and fails. */
export interface FailedCheck {
  readonly techniqueId: string;
  readonly name: string;
  readonly region: string;
}

/** What the reasons of a technique that is not covered are told from. */
interface Facts {
  readonly sights: readonly TechniqueSight[];
  readonly needed: readonly string[];
  readonly regionsCovered: readonly string[];
  readonly regionsPartial: readonly string[];
  readonly failed: readonly FailedCheck[];
}

const MOST_REGIONS = 5;
const MOST_CHECKS = 5;

const VERDICT = {
  degraded: 'is degraded',
  disabled: 'cannot fire',
  unknown: 'may or may not be able to fire',
} as const;

/** Why a technique is not covered, as sentences: what is missing where, which detections cannot fire, which checks fail. */
export function reasonsOf({ sights, needed, regionsCovered, regionsPartial, failed }: Facts): string[] {
  const nothing = needed.filter((region) => !regionsCovered.includes(region) && !regionsPartial.includes(region));
  const reasons: string[] = [];
  if (nothing.length > 0 && nothing.length < needed.length) {
    reasons.push(`No detection that can fire sees ${listed(nothing)}.`);
  }
  if (regionsPartial.length > 0) {
    reasons.push(`No active detection covers it by itself in ${listed(regionsPartial)}; what is there only supports.`);
  }
  return [...reasons, ...states(sights), ...checks(failed)];
}

/** Detections that are not active, by their state. */
function states(sights: readonly TechniqueSight[]): string[] {
  const groups = new Map<string, { detections: number; regions: Set<string> }>();
  for (const { status, statusReason, detections, region } of sights) {
    if (status === 'active') continue;
    const key = `${VERDICT[status]}: ${statusReason ?? status}`;
    const group = groups.get(key) ?? { detections: 0, regions: new Set<string>() };
    group.detections += detections;
    group.regions.add(region ?? 'every region');
    groups.set(key, group);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([state, { detections, regions }]) =>
        `${detections === 1 ? 'A detection' : `Each of ${detections} detections`} ${state} (${listed([...regions].sort())}).`,
    );
}

function checks(failed: readonly FailedCheck[]): string[] {
  const regions = new Map<string, Set<string>>();
  for (const { name, region } of failed) regions.set(name, (regions.get(name) ?? new Set()).add(region));
  return [...regions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MOST_CHECKS)
    .map(([name, where]) => `A check that asks for a detection fails in ${listed([...where].sort())}: ${name}.`);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_REGIONS).join(', ');
  return names.length > MOST_REGIONS ? `${shown} and ${names.length - MOST_REGIONS} more` : shown;
}
