import { tacticTag, technique, techniqueTag } from '@tripline/attack';
import { platformId, type RuleObject, stringifySigma } from '@tripline/sigma';
import { isWordCharacter } from '../text/characters.js';
import { stretchesOf } from '../text/stretches.js';
import { type DraftCorrelation, type DraftWatch, detectionOf, type RuleDraft, stepsOf } from './rule-draft.js';
import { titleOf } from './text.js';
import { ruleId } from './uuid.js';

/** What all rules of one generation share. */
export interface RuleSource {
  /** Identifies the document (or the technique) the rules come from. */
  readonly key: string;
  /** http(s) addresses to cite. */
  readonly references: readonly string[];
  /** The rules' `date`, as `2026-11-22`; rules of a document without one have none. */
  readonly date?: string;
}

/** The rule's Sigma id, unique within its source by platform and behaviour. */
export function draftId(draft: RuleDraft, source: RuleSource): string {
  return ruleId(source.key, whereSeen(draft), draft.behaviour);
}

/** The ids that earlier releases gave the rule. */
export function formerIds({ formerly = [], ...draft }: RuleDraft, source: RuleSource): readonly string[] {
  return formerly.map((behaviour) => draftId({ ...draft, behaviour }, source));
}

/** The platform in a rule's id; for a log that belongs to none, its log source. */
function whereSeen({ platform, logsource }: Pick<RuleDraft, 'platform' | 'logsource'>): string {
  if (platform !== null) return platformId(platform);
  return [logsource.product, logsource.category, logsource.service].map((part) => part ?? '').join('|');
}

/**
 * The draft as Sigma YAML. A correlation rule has several documents: the correlation first, then each rule whose events it counts or
 * orders.
 */
export function writeRule(draft: RuleDraft, source: RuleSource): string {
  const about = {
    references: source.references.length > 0 ? source.references : undefined,
    author: 'Tripline',
    date: source.date,
    tags: tagsOf(draft.techniques),
  };
  const head = {
    title: draft.title,
    id: draftId(draft, source),
    status: 'experimental',
    description: draft.description,
  };
  const tail = { falsepositives: draft.falsepositives, level: draft.level };
  const nameOf = (name: string): string =>
    stretchesOf(`${draft.behaviour}_${name}`, isWordCharacter)
      .map(({ text }) => text)
      .join('_');
  const part = (name: string, title: string, description: string): DocumentHead => ({
    title: titleOf(title),
    id: ruleId(source.key, whereSeen(draft), `${draft.behaviour}:${name}`),
    name: nameOf(name),
    status: 'experimental',
    description,
    ...about,
  });
  const counted = (watch: DraftWatch, count: DraftCorrelation, title: string, prefix: string): Counted => {
    const name = `${prefix}event`;
    const eventHead = part(
      name,
      `Event Counted By ${title}`,
      'The single event that is counted. It is not a finding by itself.',
    );
    return { correlation: countSection(count, eventHead.name), event: singleRule(watch, eventHead) };
  };
  const steps = stepsOf(draft);
  if (steps === undefined || draft.chain === undefined) {
    if (draft.correlation === undefined) return stringifySigma({ ...head, ...about, ...watched(draft), ...tail });
    const { correlation, event } = counted(draft, draft.correlation, draft.title, '');
    return joined([{ ...head, ...about, correlation, ...tail }, event]);
  }
  const { type, groupBy, timespan } = draft.chain;
  const documents = steps.flatMap((step): readonly RuleObject[] => {
    const stepHead = part(
      step.name,
      step.title,
      `A step of the sequence "${draft.title}". It is not a finding by itself.`,
    );
    if (step.correlation === undefined) return [singleRule(step, stepHead)];
    const { correlation, event } = counted(step, step.correlation, step.title, `${step.name}_`);
    return [{ ...stepHead, correlation, ...STEP_TAIL }, event];
  });
  const rules = steps.map(({ name }) => nameOf(name));
  const correlation: RuleObject = { type, rules, 'group-by': groupBy, timespan };
  return joined([{ ...head, ...about, correlation, ...tail }, ...documents]);
}

type DocumentHead = RuleObject & { readonly name: string };

interface Counted {
  readonly correlation: RuleObject;
  readonly event: RuleObject;
}

const STEP_TAIL = { falsepositives: ['Every such event by itself'], level: 'informational' };

function joined(documents: readonly RuleObject[]): string {
  return documents.map((document) => stringifySigma(document)).join('---\n');
}

function watched(watch: DraftWatch): { readonly logsource: RuleObject; readonly detection: RuleObject } {
  return { logsource: { ...watch.logsource }, detection: detectionOf(watch) };
}

/** The rule on single events that a correlation refers to by name. */
function singleRule(watch: DraftWatch, head: DocumentHead): RuleObject {
  return { ...head, ...watched(watch), ...STEP_TAIL };
}

function countSection({ type, groupBy, timespan, threshold, field }: DraftCorrelation, name: string): RuleObject {
  return {
    type,
    rules: [name],
    'group-by': groupBy,
    timespan,
    condition: { gte: threshold, ...(field === undefined ? {} : { field }) },
  };
}

/** Tactics of the techniques in ATT&CK's order, then the techniques. */
function tagsOf(techniques: readonly string[]): readonly string[] | undefined {
  const tactics = new Set<string>();
  for (const id of techniques) for (const tactic of technique(id)?.tactics ?? []) tactics.add(tactic);
  const tags = [...[...tactics].map(tacticTag), ...techniques.map(techniqueTag)];
  return tags.length > 0 ? [...new Set(tags)] : undefined;
}
