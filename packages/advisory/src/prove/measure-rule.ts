import type { SigmaDocument } from '@tripline/sigma';
import { logOfSource } from '@tripline/telemetry';
import type { Tlp } from '../model/handling.js';
import { TLP_MARKS } from '../model/handling.js';
import { countNoise, type Noise } from './count-noise.js';

/** What is computed from a rule's documents alone, for drafted, published and brought rules alike. */
export interface RuleMeasures {
  /** Null where no recording has the rule's log source. */
  readonly noise: Noise | null;
  /** To whom it may be handed on, by its tags; null where none says it. */
  readonly tlp: Tlp | null;
  /** The id of the log in the table of `packages/telemetry`; null where the table has no log of the rule's source. */
  readonly log: string | null;
}

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
