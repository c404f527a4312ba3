import { knownTechniques } from '../knowledge/load.js';

/** A sentence that says why the first known of these techniques matters to a defender, with a blank before it; empty when there is none. */
export function whyItMatters(techniques: readonly string[]): string {
  const known = knownTechniques();
  for (const id of techniques) {
    const sentence = known.get(id)?.why ?? known.get(id.slice(0, 5))?.why;
    if (sentence !== undefined) return ` ${sentence}`;
  }
  return '';
}
