import type { RuleAttribution, RuleEvidence } from '@tripline/advisory';
import { storableText } from '@tripline/service';
import type { ProvenRule } from '../engine/converted-rule.js';
import type { RuleContent } from './rule-model.js';

/** A caller's rule in the form to save, with the advisory's parts where it once came from one. */
export function contentOfProven(
  rule: ProvenRule,
  evidence: readonly RuleEvidence[] = [],
  attribution: RuleAttribution | null = null,
): RuleContent {
  const { platform, level, status, techniques, yaml, conversions, notes, tests, noise } = rule;
  return {
    title: storableText(rule.title),
    description: storableText(rule.description),
    ...{ platform, level, status, techniques, yaml, conversions, notes, evidence, tests, noise, attribution },
  };
}
