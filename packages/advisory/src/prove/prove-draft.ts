import type { TargetId } from '@tripline/sigma';
import type { RuleDraft } from '../draft/rule-draft.js';
import { type Proof, proveRule } from './prove-rule.js';
import type { QuotedLine } from './quoted-lines.js';
import { isNoisy, reduceNoise } from './reduce-noise.js';
import { withoutFilteredPlaces } from './told-place.js';

/** What the proof of a draft needs. */
export interface ProofContext {
  /** The advisory's canonical text, and the commands and script lines that it quotes. */
  readonly text: string;
  readonly lines: readonly QuotedLine[];
  readonly targets: readonly TargetId[];
  /** Writes a draft as YAML. */
  readonly write: (draft: RuleDraft) => string;
}

/** A draft after proving and repair, its YAML and its proof. */
interface Proven {
  readonly draft: RuleDraft;
  readonly yaml: string;
  readonly proof: Proof;
}

const NOT_THERE: Proof = { ok: false, reason: 'its filter leaves out the places that the advisory tells of' };

/**
 * Proves a draft and repairs what it can: alternatives that do not match the line they were made from are left out, and the noise of a
 * draft that everyday logs satisfy is reduced.
 */
export function proveDraft(drafted: RuleDraft, context: ProofContext): Proven {
  const draft = withoutFilteredPlaces(drafted, context.text);
  if (draft === undefined) return { draft: drafted, yaml: '', proof: NOT_THERE };
  const yaml = context.write(draft);
  const proof = proveRule(draft, yaml, context.targets, context.lines);
  if (!proof.ok && proof.mended !== undefined) return proveDraft({ ...draft, selections: proof.mended }, context);
  if (!proof.ok || !isNoisy(proof.proven.noise)) return { draft, yaml, proof };
  const quiet = reduceNoise(draft, proof.proven.noise, context.text, context.write);
  if ('dropped' in quiet) return { draft, yaml, proof: { ok: false, reason: quiet.dropped } };
  const placed = withoutFilteredPlaces(quiet.draft, context.text);
  if (placed === undefined) return { draft, yaml, proof: NOT_THERE };
  const quietYaml = context.write(placed);
  return { draft: placed, yaml: quietYaml, proof: proveRule(placed, quietYaml, context.targets, context.lines) };
}
