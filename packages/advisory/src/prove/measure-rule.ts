import type { SigmaDocument } from '@tripline/sigma';
import { logOfSource } from '@tripline/telemetry';
import type { RuleMeasures } from '../model.js';
import { TLP_MARKS } from '../model.js';
import { countNoise } from './count-noise.js';

/** Computes what a rule's documents tell; a correlation comes with the rules that it refers to. */
export function measureRule(documents: readonly SigmaDocument[]): RuleMeasures {
  const tags = new Set(documents.flatMap((document) => document.tags.map((tag) => tag.toLowerCase())));
  const tlp = TLP_MARKS.findLast((mark) => tags.has(`tlp.${mark.replace('+', '-')}`));
  return { noise: countNoise(documents), log: logOf(documents), tlp: tlp ?? null };
}

/** The log of a rule; for a correlation, that of the first rule that it refers to. */
function logOf(documents: readonly SigmaDocument[]): string | null {
  const rule = documents.find(({ kind }) => kind === 'rule');
  return rule?.kind === 'rule' ? (logOfSource(rule.logsource)?.id ?? null) : null;
}
