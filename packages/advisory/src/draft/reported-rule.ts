import type { Finding } from '../model.js';
import { firstOf } from './cut.js';
import type { DraftItem, DraftValue, RuleDraft } from './rule-draft.js';
import { distinct, titleOf } from './text.js';

const VALUES_MAX = 60;
/** The name of the items in a cap. */
const VALUES = 'reported names';
const TECHNIQUES_MAX = 5;

/** Findings with each value once, at its surest place. */
export function surestOfEach<T extends Finding>(findings: readonly T[]): readonly T[] {
  const best = new Map<string, T>();
  for (const finding of findings) {
    const key = finding.value.toLowerCase();
    const known = best.get(key);
    if (known === undefined || finding.confidence > known.confidence) best.set(key, finding);
  }
  return [...best.values()];
}

/** The values that a rule looks for, one per finding, each with the finding's place. */
export function valuesOf<T extends Finding>(
  findings: readonly T[],
  literal: (finding: T) => string,
): readonly DraftValue[] {
  return firstOf(findings, VALUES_MAX, VALUES).kept.map((finding) => ({
    literal: literal(finding),
    origin: { start: finding.start, end: finding.end },
  }));
}

/** A rule of one selection over names in the advisory; `fallback` is its technique where the findings have none. */
export function reportedRule(
  findings: readonly Finding[],
  items: readonly DraftItem[],
  header: Pick<
    RuleDraft,
    'platform' | 'behaviour' | 'title' | 'description' | 'level' | 'logsource' | 'falsepositives'
  >,
  fallback: string,
): RuleDraft {
  return alternativesRule(findings, [items], header, fallback);
}

/** As {@link reportedRule}, of a selection with several alternatives. */
export function alternativesRule(
  findings: readonly Finding[],
  alternatives: readonly (readonly DraftItem[])[],
  header: Parameters<typeof reportedRule>[2],
  fallback: string,
): RuleDraft {
  const techniques = distinct(findings.flatMap((finding) => finding.techniques.slice(0, 1)));
  return {
    ...header,
    title: titleOf(header.title),
    selections: [{ name: 'selection', alternatives }],
    condition: 'selection',
    cut: alternatives.flat().some(({ values }) => values.length === VALUES_MAX)
      ? firstOf(findings, VALUES_MAX, VALUES).cut
      : [],
    techniques: techniques.length > 0 ? techniques.slice(0, TECHNIQUES_MAX) : [fallback],
    confidence: Math.max(...findings.map(({ confidence }) => confidence)),
  };
}
