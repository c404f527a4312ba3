import type { TechniqueSight } from './technique-sight.js';

/** A check that asks for a detection of a technique and fails. */
export interface FailedCheck {
  readonly techniqueId: string;
  readonly name: string;
  readonly scope: string;
}

/** What the reasons of a technique that is not covered are told from. */
interface Facts {
  readonly sights: readonly TechniqueSight[];
  readonly needed: readonly string[];
  readonly scopesCovered: readonly string[];
  readonly scopesPartial: readonly string[];
  readonly failed: readonly FailedCheck[];
}

const MOST_SCOPES = 5;
const MOST_CHECKS = 5;

const VERDICT = {
  degraded: 'is degraded',
  disabled: 'cannot fire',
  unknown: 'may or may not be able to fire',
} as const;

/** Why a technique is not covered, as sentences: what is missing where, which detections cannot fire, which checks fail. */
export function reasonsOf(
  scopeNoun: string,
  { sights, needed, scopesCovered, scopesPartial, failed }: Facts,
): string[] {
  const nothing = needed.filter((scope) => !scopesCovered.includes(scope) && !scopesPartial.includes(scope));
  const reasons: string[] = [];
  if (nothing.length > 0 && nothing.length < needed.length) {
    reasons.push(`No detection that can fire sees ${listed(nothing)}.`);
  }
  if (scopesPartial.length > 0) {
    reasons.push(`No active detection covers it by itself in ${listed(scopesPartial)}; what is there only supports.`);
  }
  return [...reasons, ...claims(sights), ...states(scopeNoun, sights), ...checks(failed)];
}

/** Declared rules whose author's tag alone says so. */
function claims(sights: readonly TechniqueSight[]): string[] {
  const count = sights.reduce((all, { claiming, status }) => all + (status === 'active' ? claiming : 0), 0);
  if (count === 0) return [];
  const who = count === 1 ? 'A declared rule is' : `${count} declared rules are`;
  return [`${who} tagged with it, and our table does not know this of the events that the query names.`];
}

/** Detections that are not active, by their state. */
function states(scopeNoun: string, sights: readonly TechniqueSight[]): string[] {
  const groups = new Map<string, { detections: number; scopes: Set<string> }>();
  for (const { status, statusReason, detections, scope } of sights) {
    if (status === 'active' || detections === 0) continue;
    const key = `${VERDICT[status]}: ${statusReason ?? status}`;
    const group = groups.get(key) ?? { detections: 0, scopes: new Set<string>() };
    group.detections += detections;
    group.scopes.add(scope ?? `every ${scopeNoun}`);
    groups.set(key, group);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([state, { detections, scopes }]) =>
        `${detections === 1 ? 'A detection' : `Each of ${detections} detections`} ${state} (${listed([...scopes].sort())}).`,
    );
}

function checks(failed: readonly FailedCheck[]): string[] {
  const scopes = new Map<string, Set<string>>();
  for (const { name, scope } of failed) scopes.set(name, (scopes.get(name) ?? new Set()).add(scope));
  return [...scopes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MOST_CHECKS)
    .map(([name, where]) => `A check that asks for a detection fails in ${listed([...where].sort())}: ${name}.`);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_SCOPES).join(', ');
  return names.length > MOST_SCOPES ? `${shown} and ${names.length - MOST_SCOPES} more` : shown;
}
