import { type Prevalence, technique } from '../catalogue.js';
import { lazyData } from '../data.js';
import { awsTechniques } from './aws-techniques.js';

/** How urgent a gap is. */
export type GapPriority = 'critical' | 'high' | 'medium' | 'low';

/** The priorities, least urgent first, so that one step up is the next item. */
export const PRIORITIES: readonly GapPriority[] = ['low', 'medium', 'high', 'critical'];

const NONE: Prevalence = { groups: 0, software: 0, campaigns: 0 };

const inherited = lazyData(
  'gap-notes.json',
  (raw: { readonly inherits: Readonly<Record<string, string>> }) => new Map(Object.entries(raw.inherits)),
);

/**
 * The prevalence of a technique and the technique it was counted for. A technique too new to have been counted takes that of the one it was
 * split from.
 */
export function prevalenceOf(techniqueId: string): { readonly prevalence: Prevalence; readonly from: string } {
  const from = inherited().get(techniqueId) ?? techniqueId;
  return { prevalence: technique(from)?.prevalence ?? NONE, from };
}

/** In how many procedures of groups and of campaigns a technique was used in a cloud. */
export interface CloudPrevalence {
  readonly groups: number;
  readonly campaigns: number;
}

const inClouds = lazyData(
  'cloud-prevalence.json',
  (raw: { readonly techniques: Readonly<Record<string, readonly [groups: number, campaigns: number]>> }) =>
    new Map(Object.entries(raw.techniques)),
);

/**
 * The prevalence of a technique in clouds: the procedures of groups and campaigns, as ATT&CK tells them, that speak of a cloud. Use on
 * endpoints says nothing about an account.
 */
export function cloudPrevalenceOf(techniqueId: string): CloudPrevalence {
  const [groups, campaigns] = inClouds().get(inherited().get(techniqueId) ?? techniqueId) ?? [0, 0];
  return { groups, campaigns };
}

/** How many groups and campaigns are known to use a technique there. */
export function users({ groups, campaigns }: CloudPrevalence): number {
  return groups + campaigns;
}

let quartiles: readonly number[] | undefined;

/**
 * The three quartiles (nearest rank) of the prevalence in clouds over the AWS techniques that have been seen in one; most have not.
 */
export function prevalenceQuartiles(): readonly number[] {
  if (quartiles === undefined) {
    const counts = awsTechniques()
      .map(({ id }) => users(cloudPrevalenceOf(id)))
      .filter((count) => count > 0)
      .sort((a, b) => a - b);
    quartiles = [0.25, 0.5, 0.75].map((share) => counts[Math.floor(counts.length * share)] ?? 0);
  }
  return quartiles;
}
