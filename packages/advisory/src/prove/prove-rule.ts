import { currentId } from '@tripline/attack';
import {
  checkCollection,
  convert,
  matchCorrelation,
  matchRule,
  type Note,
  parseSigma,
  type SigmaCollection,
  type SigmaCorrelation,
  type SigmaRule,
  type TargetId,
} from '@tripline/sigma';
import { logOfSource } from '@tripline/telemetry';
import { type DraftCorrelation, type DraftSelection, type RuleDraft, stepsOf } from '../draft/rule-draft.js';
import type { GeneratedRule, RuleMeasures, SampleEvent } from '../model.js';
import { correlatedEvents, valueAt } from './correlated-events.js';
import { measureRule } from './measure-rule.js';
import { matchingQuotedLines, type QuotedLine } from './quoted-lines.js';
import { matchingEvents, nonMatchingEvents, type Tree } from './sample-events.js';
import { sequenceEvents } from './sequence-events.js';

type SelfTest = GeneratedRule['tests'];

/** The result of proving a rule. */
export type Proof =
  | {
      readonly ok: true;
      /** What the proof adds to the rule. */
      readonly proven: Pick<GeneratedRule, 'conversions' | 'notes' | 'tests' | keyof RuleMeasures>;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The selections that pass, where leaving out alternatives repairs the rule. */
      readonly mended?: readonly DraftSelection[];
    };

/** Looks up technique ids in the form that the linter asks for. */
function knownTechnique(id: string): { readonly ok: boolean; readonly successor?: string } {
  const current = currentId(id);
  if (current === id.toUpperCase()) return { ok: true };
  return current === undefined ? { ok: false } : { ok: false, successor: current };
}

/**
 * Proves a rule: its YAML parses, the linter finds no fault or warning, it matches the quoted lines that it was made from and the events
 * built to match, it matches none of the events built not to, and it converts to every target. The first failure is the reason.
 */
export function proveRule(
  draft: RuleDraft,
  yaml: string,
  targets: readonly TargetId[],
  lines: readonly QuotedLine[],
): Proof {
  const collection = parseSigma(yaml);
  const finding = checkCollection(yaml, collection, { knownTechnique }).find(
    ({ code, severity }) => severity !== 'info' && !(code === 'unknown_logsource' && isOfTable(draft)),
  );
  if (finding !== undefined) return { ok: false, reason: `${finding.code}: ${finding.message}` };
  const [document] = collection.documents;
  if (document === undefined || document.kind === 'filter') return { ok: false, reason: 'the text holds no rule' };
  if (document.kind === 'rule') {
    const matching = matchingQuotedLines(draft, lines, document);
    const reason = "it does not match the advisory's own line";
    if (matching === undefined) return { ok: false, reason };
    if (matching !== draft.selections) return { ok: false, reason, mended: matching };
  }
  const tests = document.kind === 'rule' ? eventTests(draft, document) : correlationTests(draft, document, collection);
  if (typeof tests === 'string') return { ok: false, reason: tests };
  const conversions: Partial<Record<TargetId, string>> = {};
  const notes: Partial<Record<TargetId, readonly Note[]>> = {};
  for (const target of targets) {
    const conversion = convert(document, collection, target);
    if (!conversion.ok) return { ok: false, reason: `${target}: ${conversion.error.message}` };
    conversions[target] = conversion.queries.join('\n');
    notes[target] = conversion.notes;
  }
  return { ok: true, proven: { conversions, notes, tests, ...measureRule(collection.documents) } };
}

/** Whether the table of logs has a rule's log source: it lists some, as mail gateways, that the taxonomy of Sigma has not. */
function isOfTable({ logsource }: RuleDraft): boolean {
  return logOfSource(logsource) !== undefined;
}

/** Events that the rule matches and events that it does not, each checked; the reason where that fails. */
function eventTests(draft: RuleDraft, rule: SigmaRule): SelfTest | string {
  const match = matchingEvents(draft);
  const missed = match.find((event) => !matchRule(rule, event).matched);
  if (missed !== undefined) return `self-test: does not match ${JSON.stringify(missed).slice(0, 200)}`;
  const noMatch = nonMatchingEvents(draft).filter((event) => !matchRule(rule, event).matched);
  return noMatch.length === 0 ? 'self-test: no event fails to match' : { match, noMatch };
}

/** A list of events that fires the correlation and one that does not: one event too few, or a step of the sequence missing. */
function correlationTests(
  draft: RuleDraft,
  correlation: SigmaCorrelation,
  collection: SigmaCollection,
): SelfTest | string {
  const fires = (events: readonly SampleEvent[]): boolean => matchCorrelation(correlation, collection, events).matched;
  const steps = stepsOf(draft);
  if (steps !== undefined && draft.chain !== undefined) {
    const { whole, broken } = sequenceEvents(steps, draft.chain, draft.platform);
    if (!fires(whole)) return 'self-test: the correlation does not fire on the whole sequence';
    const faulty = Object.entries(broken).find(([, events]) => fires(events));
    if (faulty !== undefined) return `self-test: the correlation fires on a sequence that is ${faulty[0]}`;
    return { match: whole, noMatch: Object.values(broken)[0] ?? [] };
  }
  if (draft.correlation === undefined) return 'the text holds a correlation that was not drafted';
  const { base, named } = countedEvent(draft, draft.correlation);
  const lists = correlatedEvents(base, draft.correlation, draft.platform, named);
  if (!fires(lists.enough)) return 'self-test: the correlation does not fire on enough events';
  const wrong = Object.entries(lists.notEnough).find(([, events]) => fires(events));
  if (wrong !== undefined) return `self-test: the correlation fires on events that are ${wrong[0]}`;
  return { match: lists.enough, noMatch: lists.notEnough.tooFew };
}

/** An event that the counted rule matches, with the values that the rule names for the counted field beside it, where they are enough. */
function countedEvent(
  draft: RuleDraft,
  { field, threshold }: DraftCorrelation,
): { readonly base: SampleEvent; readonly named: readonly string[] } {
  const events = matchingEvents(draft);
  const lists = draft.selections
    .flatMap(({ alternatives }) => alternatives.flat())
    .filter((item) => item.field === field && item.modifiers.length === 0 && item.values.length >= threshold)
    .map(({ values }) => values.map(({ literal }) => String(literal)));
  for (const named of lists) {
    const base = events.find((event) => named.includes(String(valueAt(event as Tree, field ?? ''))));
    if (base !== undefined) return { base, named };
  }
  return { base: events[0] ?? {}, named: [] };
}
