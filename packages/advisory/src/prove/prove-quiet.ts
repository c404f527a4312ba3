import type { TargetId } from '@tripline/sigma';
import type { RuleDraft } from '../draft/rule-draft.js';
import { type Proof, proveRule } from './prove-rule.js';
import { isLoud, quieten } from './quieten.js';

/** A draft as it is given, its YAML and its proof. */
interface Proven {
  readonly draft: RuleDraft;
  readonly yaml: string;
  readonly proof: Proof;
}

/** Proves a draft, and makes one quieter that everyday logs satisfy. `text` is the advisory's, `write` gives a draft's YAML. */
export function proveQuiet(
  draft: RuleDraft,
  text: string,
  write: (draft: RuleDraft) => string,
  targets: readonly TargetId[],
): Proven {
  const yaml = write(draft);
  const proof = proveRule(draft, yaml, targets);
  if (!proof.ok || !isLoud(proof.noise)) return { draft, yaml, proof };
  const quiet = quieten(draft, proof.noise, text, write);
  if ('dropped' in quiet) return { draft, yaml, proof: { ok: false, reason: quiet.dropped } };
  const quietYaml = write(quiet.draft);
  return { draft: quiet.draft, yaml: quietYaml, proof: proveRule(quiet.draft, quietYaml, targets) };
}
