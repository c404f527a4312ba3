import { currentId } from '@tripline/attack';
import { checkSigma, convert, matchRule, type Note, parseSigma, type SigmaRule, type TargetId } from '@tripline/sigma';
import type { RuleDraft } from '../draft/rule-draft.js';
import type { SampleEvent } from '../model.js';
import { matchingEvents, nonMatchingEvents } from './sample-events.js';

/** What a draft must show before anyone sees it. */
export type Proof =
  | {
      readonly ok: true;
      readonly conversions: Readonly<Partial<Record<TargetId, string>>>;
      readonly notes: Readonly<Partial<Record<TargetId, readonly Note[]>>>;
      readonly tests: { readonly match: readonly SampleEvent[]; readonly noMatch: readonly SampleEvent[] };
    }
  | { readonly ok: false; readonly reason: string };

/** Technique ids as the check asks for them. */
function knownTechnique(id: string): { readonly ok: boolean; readonly successor?: string } {
  const current = currentId(id);
  if (current === id.toUpperCase()) return { ok: true };
  return current === undefined ? { ok: false } : { ok: false, successor: current };
}

/**
 * Proves a rule: its YAML parses and the check finds neither fault nor warning, it matches the events built to match and none of those built not
 * to, and it converts to every target. The first thing that fails is the reason.
 */
export function proveRule(draft: RuleDraft, yaml: string, targets: readonly TargetId[]): Proof {
  const findings = checkSigma(yaml, { knownTechnique }).filter(({ severity }) => severity !== 'info');
  const finding = findings[0];
  if (finding !== undefined) return { ok: false, reason: `${finding.code}: ${finding.message}` };
  const collection = parseSigma(yaml);
  const rule = collection.documents.find((document): document is SigmaRule => document.kind === 'rule');
  if (rule === undefined) return { ok: false, reason: 'the text holds no rule' };
  const match = matchingEvents(draft);
  const missed = match.find((event) => !matchRule(rule, event).matched);
  if (missed !== undefined)
    return { ok: false, reason: `self-test: does not match ${JSON.stringify(missed).slice(0, 200)}` };
  const noMatch = nonMatchingEvents(draft).filter((event) => !matchRule(rule, event).matched);
  if (noMatch.length === 0) return { ok: false, reason: 'self-test: no event fails to match' };
  const conversions: Partial<Record<TargetId, string>> = {};
  const notes: Partial<Record<TargetId, readonly Note[]>> = {};
  for (const target of targets) {
    const conversion = convert(rule, collection, target);
    if (!conversion.ok) return { ok: false, reason: `${target}: ${conversion.error.message}` };
    conversions[target] = conversion.queries.join('\n');
    notes[target] = conversion.notes;
  }
  return { ok: true, conversions, notes, tests: { match, noMatch } };
}
