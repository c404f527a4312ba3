// Runs one case through the engine, with what the measures need.

import { generate } from '@tripline/advisory';
import { placesIn, readCase, textOf } from './cases.mjs';
import { readRule } from './sigma-rule.mjs';

/**
 * Reads a case, generates its rules with the given technique model or the shipped one, and times both in milliseconds of processor time.
 */
export async function judge(each, techniqueModel) {
  const text = textOf(each);
  const before = process.cpuUsage();
  const doc = await readCase(each);
  const result = generate(doc, techniqueModel === undefined ? {} : { techniqueModel });
  const { user, system } = process.cpuUsage(before);
  const lower = doc.text.toLowerCase();
  return {
    id: each.id,
    set: each.set,
    half: each.half,
    gold: each.gold,
    platforms: each.platforms_with_gold ?? [],
    text,
    doc,
    result,
    rules: result.rules.map((rule) => ({ ...rule, sigma: readRule(rule.yaml) })),
    places: placesOf(each, doc),
    milliseconds: (user + system) / 1000,
    /** The first place of a value in the canonical text. */
    find(value) {
      const start = value === '' ? -1 : lower.indexOf(value.toLowerCase());
      return start < 0 ? undefined : { start, end: start + value.length };
    },
    /** The place a rule's value was taken from. */
    placeOfValue(value) {
      const evidence = result.rules.flatMap((rule) => rule.evidence);
      return evidence.find((one) => one.start !== undefined && one.value.toLowerCase() === value.toLowerCase());
    },
  };
}

function placesOf(each, doc) {
  return each.format === 'pdf' ? [] : placesIn(each, doc);
}
