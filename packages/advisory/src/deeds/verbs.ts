import type { Deed } from '@tripline/telemetry';
import { wordRows } from '../knowledge/load.js';

/** Whether a word in small letters is a verb of any deed. */
export function isVerb(word: string): boolean {
  return [...wordRows('deed-verbs').values()].some((forms) => forms?.has(word) === true);
}

/** Whether a word in small letters is a verb of any of some deeds. */
export function isVerbOf(deeds: readonly Deed[], word: string): boolean {
  return deeds.some((deed) => wordRows('deed-verbs').get(deed)?.has(word) === true);
}
