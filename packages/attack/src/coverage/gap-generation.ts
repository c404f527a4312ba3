import { lazyData } from '../data.js';

/** A body for the rules service's `POST /v1/generate`, or the reason why no rule of medium level or higher can be written. */
export type GapGeneration =
  | {
      readonly body: {
        readonly inputType: 'technique';
        readonly techniqueId: string;
        readonly options: { readonly targetProviders: readonly string[] };
      };
      readonly reason: null;
    }
  | { readonly body: null; readonly reason: string };

/** The rules service's name for CloudTrail. */
const CLOUDTRAIL = 'cloud-audit-1';

const unwritten = lazyData(
  'gap-notes.json',
  (raw: { readonly noRule: readonly { readonly reason: string; readonly techniques: readonly string[] }[] }) =>
    new Map(raw.noRule.flatMap(({ reason, techniques }) => techniques.map((id) => [id, reason] as const))),
);

/** Platforms whose logs show a technique that CloudTrail does not show well enough, and that companies with an AWS account often have. */
const elsewhere = lazyData(
  'gap-notes.json',
  (raw: { readonly otherLogs: Readonly<Record<string, readonly string[]>> }) => new Map(Object.entries(raw.otherLogs)),
);

/**
 * How to have a rule written for a technique that an AWS account does not cover: on CloudTrail, or where only another log shows it, such as
 * that of the identity provider, on that.
 */
export function gapGeneration(techniqueId: string): GapGeneration {
  const reason = unwritten().get(techniqueId);
  if (reason !== undefined) return { body: null, reason };
  return {
    body: {
      inputType: 'technique',
      techniqueId,
      options: { targetProviders: elsewhere().get(techniqueId) ?? [CLOUDTRAIL] },
    },
    reason: null,
  };
}
