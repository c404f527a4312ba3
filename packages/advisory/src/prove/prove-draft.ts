import type { TargetId } from '@tripline/sigma';
import type { RuleDraft } from '../draft/rule-draft.js';
import { type Proof, proveRule } from './prove-rule.js';
import type { QuotedLine } from './quoted-lines.js';
import { isNoisy, reduceNoise } from './reduce-noise.js';

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

/**
 * Proves a draft and repairs what it can: alternatives that do not match the line they were made from are left out, and the noise of a
 * draft that everyday logs satisfy is reduced.
 */
export function proveDraft(draft: RuleDraft, context: ProofContext): Proven {
  const yaml = context.write(draft);
  const proof = proveRule(draft, yaml, context.targets, context.lines);
  if (!proof.ok && proof.mended !== undefined) return proveDraft({ ...draft, selections: proof.mended }, context);
  if (!proof.ok || !isNoisy(proof.proven.noise)) return { draft, yaml, proof };
  const quiet = reduceNoise(draft, proof.proven.noise, context.text, context.write);
  if ('dropped' in quiet) return { draft, yaml, proof: { ok: false, reason: quiet.dropped } };
  const quietYaml = context.write(quiet.draft);
  return {
    draft: quiet.draft,
    yaml: quietYaml,
    proof: proveRule(quiet.draft, quietYaml, context.targets, context.lines),
  };
}
