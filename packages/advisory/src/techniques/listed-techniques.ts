import { technique } from '@tripline/attack';
import type { RuleDraft } from '../draft/rule-draft.js';
import { whyItMatters } from '../draft/why.js';
import type { GeneratedRule, Span, TechniqueFinding } from '../model.js';
import { familyOf } from './evidence.js';

const NAMES_NONE = ' It names no technique, since the advisory does not say what this served.';

/**
 * A draft with only the techniques listed for its document. The technique of an address or a hash is a guess: such a draft keeps those that
 * are listed, or listed ones of the same family. A draft that is left with none says why, and nothing of what the guess would matter for.
 */
export function withListedTechniques(draft: RuleDraft, listed: ReadonlySet<string>): RuleDraft {
  const techniques = draft.behaviour.startsWith('indicators:')
    ? [...new Set(draft.techniques.flatMap((id) => toldFor(id, listed)))]
    : draft.techniques;
  const guess = whyItMatters(draft.techniques);
  const description =
    techniques.length > 0 ? draft.description : `${draft.description.replace(guess, '')}${NAMES_NONE}`;
  return { ...draft, techniques, description };
}

function toldFor(id: string, listed: ReadonlySet<string>): readonly string[] {
  if (listed.has(id)) return [id];
  return [...listed].filter((each) => familyOf(each) === familyOf(id));
}

/**
 * The techniques with at least the confidence asked for, and all that rules name, since a rule rests on the document's evidence for them.
 */
export function listedTechniques(
  findings: readonly TechniqueFinding[],
  rules: readonly GeneratedRule[],
  minConfidence: number,
): readonly TechniqueFinding[] {
  const named = new Map<string, Span[]>();
  for (const { techniques, evidence } of rules) {
    const spans = evidence.flatMap((each) => ('start' in each ? [{ start: each.start, end: each.end }] : []));
    for (const id of techniques) named.set(id, [...(named.get(id) ?? []), ...spans]);
  }
  const known = new Map(findings.map((finding) => [finding.id, finding]));
  const listed = findings.filter(({ confidence }) => confidence >= minConfidence);
  for (const [id, spans] of named) {
    const entry = technique(id);
    if (entry === undefined || listed.some((each) => each.id === id)) continue;
    const finding = known.get(id) ?? { id, name: entry.name, tactics: entry.tactics, spans };
    listed.push({ ...finding, confidence: minConfidence });
  }
  return listed
    .map((finding) => withoutListed(finding, named))
    .sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
}

/** Removes sub-techniques that are listed by themselves from the unsure ones of their parent. */
function withoutListed(finding: TechniqueFinding, listed: ReadonlyMap<string, unknown>): TechniqueFinding {
  const { subtechniqueUnsure, ...rest } = finding;
  const left = (subtechniqueUnsure ?? []).filter(({ id }) => !listed.has(id));
  return left.length === 0 ? rest : { ...rest, subtechniqueUnsure: left };
}
