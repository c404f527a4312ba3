import { type Prevalence, technique } from '../catalogue.js';
import { lazyData } from '../data.js';
import { awsTechniques } from './aws-techniques.js';

/** How urgent a gap is. */
export type GapPriority = 'critical' | 'high' | 'medium' | 'low';

/** Least urgent first, so that a step up is the next one. */
export const PRIORITIES: readonly GapPriority[] = ['low', 'medium', 'high', 'critical'];

const NONE: Prevalence = { groups: 0, software: 0, campaigns: 0 };

const inherited = lazyData(
  'gap-notes.json',
  (raw: { readonly inherits: Readonly<Record<string, string>> }) => new Map(Object.entries(raw.inherits)),
);

/** Where a technique's prevalence comes from: itself, or for one too new to have been counted the technique it was split from. */
export function prevalenceOf(techniqueId: string): { readonly prevalence: Prevalence; readonly from: string } {
  const from = inherited().get(techniqueId) ?? techniqueId;
  return { prevalence: technique(from)?.prevalence ?? NONE, from };
}

/** How many groups and campaigns are known to use a technique. */
export function users({ groups, campaigns }: Prevalence): number {
  return groups + campaigns;
}

let quartiles: readonly number[] | undefined;

/**
 * The three quartiles (nearest rank) of groups + campaigns over the AWS techniques; a technique above the third is among
 * the quarter used most.
 */
export function prevalenceQuartiles(): readonly number[] {
  if (quartiles === undefined) {
    const counts = awsTechniques()
      .map(({ id }) => users(prevalenceOf(id).prevalence))
      .sort((a, b) => a - b);
    quartiles = [0.25, 0.5, 0.75].map((share) => counts[Math.floor(counts.length * share)] ?? 0);
  }
  return quartiles;
}
