import type { Cap, GeneratedRule, PublishedDetectionOutcome, RuleBefore } from '../model.js';
import { ruleValues } from './rule-values.js';

/** What of a result names its rules by their keys. */
interface Keyed {
  readonly rules: readonly GeneratedRule[];
  readonly outcomes: readonly PublishedDetectionOutcome[];
  readonly caps: readonly Cap[];
}

/**
 * Gives rules the keys that their document gave them before, where this engine would call them otherwise: a rule keeps its key for as long
 * as its log and values stay. First by the keys that the engine made for it once, then by what it looks for. A rule that has its key still
 * keeps it, and no key is given twice.
 * @param previousKeys keys that an earlier engine made for a rule, by its key of now
 */
export function keepKeys(
  made: Keyed,
  before: readonly RuleBefore[],
  previousKeys: ReadonlyMap<string, readonly string[]>,
): Keyed {
  const kept = keptKeys(made.rules, before, previousKeys);
  if (kept.size === 0) return made;
  const keyOf = (key: string): string => kept.get(key) ?? key;
  return {
    rules: made.rules.map((rule) => {
      const key = keyOf(rule.key);
      return key === rule.key ? rule : { ...rule, key, yaml: rule.yaml.replace(`id: ${rule.key}`, `id: ${key}`) };
    }),
    outcomes: made.outcomes.map((outcome) => ({ ...outcome, rules: outcome.rules.map(keyOf) })),
    caps: made.caps.map((cap) => (cap.rule === undefined ? cap : { ...cap, rule: keyOf(cap.rule) })),
  };
}

/** The key of before for each key that changed. */
function keptKeys(
  rules: readonly Pick<GeneratedRule, 'key' | 'yaml'>[],
  before: readonly RuleBefore[],
  previousKeys: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  const made = new Set(rules.map(({ key }) => key));
  const known = new Set(before.map(({ key }) => key));
  const free = new Map(before.filter(({ key }) => !made.has(key)).map((rule) => [rule.key, rule]));
  let unknown = rules.filter(({ key }) => !known.has(key));
  if (unknown.length === 0 || free.size === 0) return kept;
  const take = (now: string, then: string): void => {
    kept.set(now, then);
    free.delete(then);
  };
  for (const { key } of unknown) {
    const then = previousKeys.get(key)?.find((previous) => free.has(previous));
    if (then !== undefined) take(key, then);
  }
  unknown = unknown.filter(({ key }) => !kept.has(key));
  if (unknown.length === 0 || free.size === 0) return kept;
  const byValues = new Map<string, string[]>();
  for (const { key, yaml } of free.values()) {
    const values = ruleValues(yaml);
    if (values === undefined) continue;
    const same = byValues.get(values);
    if (same === undefined) byValues.set(values, [key]);
    else same.push(key);
  }
  for (const { key, yaml } of unknown) {
    const then = byValues.get(ruleValues(yaml) ?? '')?.shift();
    if (then !== undefined) take(key, then);
  }
  return kept;
}
