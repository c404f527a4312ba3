import { tacticTag, technique, techniqueTag } from '@tripline/attack';
import { type RuleObject, stringifySigma } from '@tripline/sigma';
import { ENGINE_DATE } from '../version.js';
import { detectionOf, type RuleDraft } from './rule-draft.js';
import { titleOf } from './text.js';
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

/** The draft as Sigma YAML. A correlation rule is two documents, the correlation first and then the rule whose events it counts. */
export function writeRule(draft: RuleDraft, source: RuleSource): string {
  const about = {
    references: source.references.length > 0 ? source.references : undefined,
    author: 'Tripline',
    date: /^\d{4}-\d{2}-\d{2}/.exec(source.publishedAt ?? '')?.[0] ?? ENGINE_DATE,
    tags: tagsOf(draft.techniques),
  };
  const head = {
    title: draft.title,
    id: draftId(draft, source),
    status: 'experimental',
    description: draft.description,
  };
  const watched = { logsource: { ...draft.logsource }, detection: detectionOf(draft) };
  const tail = { falsepositives: draft.falsepositives, level: draft.level };
  if (draft.correlation === undefined) return stringifySigma({ ...head, ...about, ...watched, ...tail });
  const { type, groupBy, timespan, threshold, field } = draft.correlation;
  const name = draft.behaviour.replace(/\W+/g, '_');
  const correlation: RuleObject = {
    type,
    rules: [name],
    'group-by': groupBy,
    timespan,
    condition: { gte: threshold, ...(field === undefined ? {} : { field }) },
  };
  const counted: RuleObject = {
    title: titleOf(`Event Counted By ${draft.title}`),
    id: ruleId(source.key, draft.platform, `${draft.behaviour}:event`),
    name,
    status: 'experimental',
    description: 'The single event that the correlation rule counts. It is no finding by itself.',
    ...about,
    ...watched,
    falsepositives: ['Every such event by itself'],
    level: 'informational',
  };
  return `${stringifySigma({ ...head, ...about, correlation, ...tail })}---\n${stringifySigma(counted)}`;
}

/** Tactics of the techniques in ATT&CK's order, then the techniques. */
function tagsOf(techniques: readonly string[]): readonly string[] | undefined {
  const tactics = new Set<string>();
  for (const id of techniques) for (const tactic of technique(id)?.tactics ?? []) tactics.add(tactic);
  const tags = [...[...tactics].map(tacticTag), ...techniques.map(techniqueTag)];
  return tags.length > 0 ? [...new Set(tags)] : undefined;
}
