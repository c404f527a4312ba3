import { lazyData } from '../data.js';

/** A platform whose log shows a technique, as `@tripline/sigma` names it. */
type GapPlatform = 'aws';
type OtherPlatform = 'okta' | 'entra-signin' | 'entra-audit' | 'endpoint-sysmon' | 'endpoint-security';

const OTHER_NAMES: Readonly<Record<OtherPlatform, string>> = {
  okta: 'Okta’s system log',
  'entra-signin': 'the sign-in log of Entra ID',
  'entra-audit': 'the audit log of Entra ID',
  'endpoint-sysmon': 'Sysmon on the hosts',
  'endpoint-security': 'the security log of Windows',
};

/** The platforms that a rule for a technique is written for, or the reason why none of medium level or higher can be written. */
export type GapGeneration =
  | { readonly platforms: readonly GapPlatform[]; readonly reason: null }
  | { readonly platforms: null; readonly reason: string };

const unwritten = lazyData(
  'gap-notes.json',
  (raw: { readonly noRule: readonly { readonly reason: string; readonly techniques: readonly string[] }[] }) =>
    new Map(raw.noRule.flatMap(({ reason, techniques }) => techniques.map((id) => [id, reason] as const))),
);

/** Platforms whose logs show a technique that no log of AWS shows well enough. A scan of an AWS account does not know whether its owner has them. */
const elsewhere = lazyData(
  'gap-notes.json',
  (raw: { readonly otherLogs: Readonly<Record<string, readonly OtherPlatform[]>> }) =>
    new Map(Object.entries(raw.otherLogs)),
);

/**
 * How to have a rule written for a technique that an AWS account does not cover: on CloudTrail, which every account has. Where only a log of another product shows it, such as
 * that of an identity provider, the reason names that log.
 */
export function gapGeneration(techniqueId: string): GapGeneration {
  const reason = unwritten().get(techniqueId);
  if (reason !== undefined) return { platforms: null, reason };
  const others = elsewhere().get(techniqueId);
  if (others === undefined) return { platforms: ['aws'], reason: null };
  const names = others.map((platform) => OTHER_NAMES[platform]).join(', ');
  return {
    platforms: null,
    reason: `No log of an AWS account shows it well enough for a rule. What shows it is ${names}: if you keep it, generate a rule for that log.`,
  };
}
