import { COUNT_MAX, countAround, howCounted, type ToldCount } from '../deeds/told-count.js';
import type { DraftCorrelation, RuleDraft } from '../draft/rule-draft.js';
import { titleOf } from '../draft/text.js';
import { countedOperations } from '../kinds/counted-operations.js';
import type { Drafting } from '../kinds/kind.js';
import type { Behaviour, Span } from '../model.js';
import { callerOf, operationsInSentences, singleRules } from './single-operations.js';

/** What is counted where the text says only that it was very often. */
const DEFAULT = { count: 20, timespan: '10m' } as const;
/** How far the words may stand from the operation that they count. */
const NEAR = 60;
/** From this number on a burst is one without a time. */
const MANY = 50;
/** Behind these begins what something else is told of. */
const CLAUSES = [',', ';', ' and ', ' but ', ' then ', '(', '\n'];

/** A named operation with how often its sentence says that it was made. */
interface Burst {
  readonly behaviour: Behaviour;
  readonly told: ToldCount;
}

/**
 * Rules that count operations, where the text says how often one was made: its number within its time. What a behaviour of `knowledge/` counts already
 * is left to that.
 */
export function draftBursts(drafting: Drafting): readonly RuleDraft[] {
  const counted = countedOperations(drafting.behaviours);
  const bursts = new Map<string, RuleDraft>();
  for (const { behaviour, told } of burstsOf(drafting)) {
    if (counted.has(behaviour.value.toLowerCase())) continue;
    for (const single of singleRules(drafting, behaviour)) {
      const draft = countedDraft(single, told);
      if (draft !== undefined && !bursts.has(draft.behaviour)) bursts.set(draft.behaviour, draft);
    }
  }
  return [...bursts.values()];
}

/** The operations that sentences say were made often, each sentence's count with the operation that stands nearest to it. */
function burstsOf({ doc, behaviours }: Drafting): readonly Burst[] {
  const nearest = new Map<number, Burst & { readonly gap: number }>();
  for (const behaviour of operationsInSentences(doc, behaviours)) {
    const told = countAround(doc, behaviour);
    if (told === undefined || !isBurst(told) || !isOneClause(doc.text, behaviour, told)) continue;
    const gap = Math.max(behaviour.start - told.end, told.start - behaviour.end, 0);
    const before = nearest.get(told.start);
    if (gap <= NEAR && (before === undefined || gap < before.gap)) nearest.set(told.start, { behaviour, told, gap });
  }
  return [...nearest.values()];
}

/** Whether it was more, or faster, than one by one. */
function isBurst({ count, timespan }: ToldCount): boolean {
  return timespan !== undefined || count === undefined || count >= MANY;
}

/** Whether nothing between two places begins another clause. */
function isOneClause(text: string, a: Span, b: Span): boolean {
  const between = text.slice(Math.min(a.end, b.end), Math.max(a.start, b.start)).toLowerCase();
  return !CLAUSES.some((mark) => between.includes(mark));
}

/** The rule on one operation as a count of it; undefined where its log does not say who called. */
function countedDraft(single: RuleDraft, told: ToldCount): RuleDraft | undefined {
  const by = callerOf(single, told.isOfOneSource);
  if (by === undefined) return undefined;
  const { count = DEFAULT.count, timespan = DEFAULT.timespan } = told;
  const threshold = Math.min(count, COUNT_MAX);
  const correlation: DraftCorrelation = { type: 'event_count', groupBy: [by], timespan, threshold };
  return {
    ...single,
    behaviour: `burst:${single.behaviour}`,
    title: titleOf(`${single.title} - ${threshold} Times Within ${timespan}`),
    description: `${single.description} ${howCounted(told, correlation)}`,
    level: single.level === 'low' || single.level === 'informational' ? 'medium' : single.level,
    correlation,
    falsepositives: ['Automation, migration and backup jobs that do the same to many things'],
  };
}
