import { tacticTag, technique, techniqueTag } from '@tripline/attack';
import { type RuleObject, stringifySigma } from '@tripline/sigma';
import { ENGINE_DATE } from '../version.js';
import { detectionOf, type RuleDraft } from './rule-draft.js';
import { ruleId } from './uuid.js';

/** What all rules of one generation share. */
export interface RuleSource {
  /** Identifies the document (or the technique) the rules come from. */
  readonly key: string;
  /** http(s) addresses to cite. */
  readonly references: readonly string[];
  /** ISO 8601 date or instant of publication. */
  readonly publishedAt?: string;
}

/** The rule's Sigma id, unique within its source by platform and behaviour. */
export function draftId(draft: RuleDraft, source: RuleSource): string {
  return ruleId(source.key, draft.platform, draft.behaviour);
}

/** The draft as Sigma YAML. */
export function writeRule(draft: RuleDraft, source: RuleSource): string {
  const rule: RuleObject = {
    title: draft.title,
    id: draftId(draft, source),
    status: 'experimental',
    description: draft.description,
    references: source.references.length > 0 ? source.references : undefined,
    author: 'Tripline',
    date: /^\d{4}-\d{2}-\d{2}/.exec(source.publishedAt ?? '')?.[0] ?? ENGINE_DATE,
    tags: tagsOf(draft.techniques),
    logsource: { ...draft.logsource },
    detection: detectionOf(draft),
    falsepositives: draft.falsepositives,
    level: draft.level,
  };
  return stringifySigma(rule);
}

/** Tactics of the techniques in ATT&CK's order, then the techniques. */
function tagsOf(techniques: readonly string[]): readonly string[] | undefined {
  const tactics = new Set<string>();
  for (const id of techniques) for (const tactic of technique(id)?.tactics ?? []) tactics.add(tactic);
  const tags = [...[...tactics].map(tacticTag), ...techniques.map(techniqueTag)];
  return tags.length > 0 ? [...new Set(tags)] : undefined;
}
