import { hasPhrase } from '../deeds/word-row.js';
import type { DraftStep, RuleDraft } from '../draft/rule-draft.js';
import { titleOf } from '../draft/text.js';
import type { Drafting } from '../kinds/kind.js';
import type { AdvisoryDocument, Behaviour } from '../model.js';
import { passageAt, sentenceAround } from '../segment/passage.js';
import { callerOf, operationsInSentences, singleRules } from './single-operations.js';

/** How far two deeds may stand from each other. */
const NEAR = 200;
const STEPS_MAX = 4;
const TIMESPAN = '1h';

/** An operation with the rule on it alone. */
interface Deed {
  readonly behaviour: Behaviour;
  readonly single: RuleDraft;
}

/**
 * Rules on operations in an order that the text tells ("then", "followed by"), made by the same caller. `known` are the rules there are: what one of
 * them has as a sequence already is left to that.
 */
export function draftOrders(drafting: Drafting, known: readonly RuleDraft[]): readonly RuleDraft[] {
  const sequences = known.filter(({ chain }) => chain !== undefined).map(textOf);
  const orders = new Map<string, RuleDraft>();
  for (const deeds of ordersOf(drafting)) {
    const draft = orderDraft(deeds);
    const isKnown = sequences.some(
      (text) => deeds.filter(({ behaviour }) => text.includes(nameOf(behaviour))).length > 1,
    );
    if (draft !== undefined && !isKnown && !orders.has(draft.behaviour)) orders.set(draft.behaviour, draft);
  }
  return [...orders.values()];
}

/** Rows of operations of one log, each told to come after the one before. */
function ordersOf(drafting: Drafting): readonly (readonly Deed[])[] {
  const { doc, behaviours } = drafting;
  const orders: Deed[][] = [];
  let row: Deed[] = [];
  for (const behaviour of operationsInSentences(doc, behaviours)) {
    if (behaviour.role !== 'narrative') continue;
    const single = singleRules(drafting, behaviour).find(({ behaviour: id }) => id !== 'aws:everyday');
    if (single === undefined) continue;
    const deed = { behaviour, single };
    const last = row.at(-1);
    if (last !== undefined && follows(doc, last, deed) && row.length < STEPS_MAX) {
      if (!row.some((other) => other.single.behaviour === single.behaviour)) row.push(deed);
    } else {
      orders.push(row);
      row = [deed];
    }
  }
  return [...orders, row].filter((deeds) => deeds.length > 1);
}

/** Whether a deed is told to come after another: in the same sentence, or in the next one, with a word of order in its own. */
function follows(doc: AdvisoryDocument, before: Deed, deed: Deed): boolean {
  const { start, end } = deed.behaviour;
  const from = before.behaviour.end;
  const passage = passageAt(doc, start);
  if (passage === undefined || from < passage.start || start < from || start - from > NEAR) return false;
  if (JSON.stringify(before.single.logsource) !== JSON.stringify(deed.single.logsource)) return false;
  const sentence = sentenceAround(passage.text, start - passage.start, end - passage.start);
  const begin = passage.start + sentence.start;
  const isNext = !doc.text.slice(from, begin).trimEnd().slice(0, -1).includes('. ');
  return isNext && tellsOrder(doc.text.slice(Math.max(from, begin), start), begin <= from);
}

/** Whether words between two deeds, or those of the second's own sentence, say that it came after the first. */
function tellsOrder(between: string, isOneSentence: boolean): boolean {
  const isTold = hasPhrase(between, 'order-words') || (isOneSentence && hasPhrase(between, 'order-words-within'));
  return isTold && !hasPhrase(between, 'order-words-against');
}

/** The rule on deeds in their order; undefined where all are low by themselves, or the log does not say who called. */
function orderDraft(deeds: readonly Deed[]): RuleDraft | undefined {
  const [first, ...others] = deeds.map(({ single }, index): DraftStep & { readonly single: RuleDraft } => ({
    name: `step_${index + 1}`,
    title: single.title,
    logsource: single.logsource,
    selections: single.selections,
    condition: single.condition,
    single,
  }));
  const by = first === undefined ? undefined : callerOf(first);
  if (first === undefined || by === undefined || deeds.every(({ single: { level } }) => level === 'low'))
    return undefined;
  const then = others.map(({ single: _, ...step }) => step);
  const singles = deeds.map(({ single }) => single);
  return {
    ...first.single,
    behaviour: `order:${singles.map(({ behaviour }) => behaviour).join('>')}`,
    title: titleOf(singles.map(({ title }) => title).join(', Then ')),
    description: `Detects these calls of one caller in the order that the advisory tells, within ${TIMESPAN}, which is a default: ${singles.map(({ title }) => title).join('; ')}.`,
    level: singles.some(({ level }) => level === 'high') ? 'high' : 'medium',
    techniques: [...new Set(singles.flatMap(({ techniques }) => techniques))],
    falsepositives: ['Administrators and pipelines that do the same one after the other'],
    confidence: Math.min(...singles.map(({ confidence }) => confidence)),
    chain: {
      type: 'temporal_ordered',
      groupBy: [by],
      timespan: TIMESPAN,
      first: { name: first.name, title: first.title },
      then,
    },
  };
}

function textOf(draft: RuleDraft): string {
  return JSON.stringify([draft.selections, draft.chain?.then.map(({ selections }) => selections)]).toLowerCase();
}

function nameOf(behaviour: Behaviour): string {
  const name = 'name' in behaviour ? behaviour.name : behaviour.value;
  return `"${name.toLowerCase()}"`;
}
