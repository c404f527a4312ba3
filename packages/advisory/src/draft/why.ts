import { knownTechniques } from '../knowledge/load.js';

/** Why the first of these techniques that we have a sentence for matters to a defender; with a blank before it, or nothing. */
export function whyItMatters(techniques: readonly string[]): string {
  const known = knownTechniques();
  for (const id of techniques) {
    const sentence = known.get(id)?.why ?? known.get(id.slice(0, 5))?.why;
    if (sentence !== undefined) return ` ${sentence}`;
  }
  return '';
}
