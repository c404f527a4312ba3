import { lazyData } from '../data.js';

/** A platform whose log shows a technique, as `@tripline/sigma` names it. */
type GapPlatform = 'aws' | 'okta' | 'entra-signin' | 'entra-audit' | 'endpoint-sysmon' | 'endpoint-security';

/** The platforms that a rule for a technique is written for, or the reason why none of medium level or higher can be written. */
export type GapGeneration =
  | { readonly platforms: readonly GapPlatform[]; readonly reason: null }
  | { readonly platforms: null; readonly reason: string };

const unwritten = lazyData(
  'gap-notes.json',
  (raw: { readonly noRule: readonly { readonly reason: string; readonly techniques: readonly string[] }[] }) =>
    new Map(raw.noRule.flatMap(({ reason, techniques }) => techniques.map((id) => [id, reason] as const))),
);

/** Platforms whose logs show a technique that CloudTrail does not show well enough, and that companies with an AWS account often have. */
const elsewhere = lazyData(
  'gap-notes.json',
  (raw: { readonly otherLogs: Readonly<Record<string, readonly GapPlatform[]>> }) =>
    new Map(Object.entries(raw.otherLogs)),
);

/**
 * How to have a rule written for a technique that an AWS account does not cover: on CloudTrail, or where only another log shows it, such as
 * that of the identity provider, on that.
 */
export function gapGeneration(techniqueId: string): GapGeneration {
  const reason = unwritten().get(techniqueId);
  if (reason !== undefined) return { platforms: null, reason };
  return { platforms: elsewhere().get(techniqueId) ?? ['aws'], reason: null };
}
