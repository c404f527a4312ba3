import { escapeSigmaValue, type Level, type PlatformName, type RuleObject } from '@tripline/sigma';
import type { Cap, RuleEvidence, Span } from '../model.js';

/** The source of a value: a place in the text, or a named template of ours. */
type Origin = Span | { readonly template: string };

/** One value of a detection before it is written: `literal` is unescaped; numbers stay numbers. */
export interface DraftValue {
  readonly literal: string | number;
  /** The value as the rule has it, where that is not the escaped literal: with wildcards between parts. */
  readonly written?: string;
  readonly origin: Origin;
}

/** One line of a selection: values of one field. */
export interface DraftItem {
  readonly field: string;
  /** Sigma modifiers in order, for example `['contains', 'all']`. */
  readonly modifiers: readonly string[];
  readonly values: readonly DraftValue[];
}

/** A named selection: a list of alternatives; all items of one alternative must hold. */
export interface DraftSelection {
  readonly name: string;
  readonly alternatives: readonly (readonly DraftItem[])[];
  /** Whether the condition negates it. */
  readonly filter?: boolean;
}

/** How a rule counts events: `threshold` events, or different values of `field`, in one group within the time span. */
export interface DraftCorrelation {
  readonly type: 'event_count' | 'value_count';
  readonly field?: string;
  readonly groupBy: readonly string[];
  readonly timespan: string;
  readonly threshold: number;
}

/**
 * The items of a selection in `knowledge/`: values by field and modifiers (`field|endswith`), all from the named template. A value that is
 * a slot is replaced by the values given for it.
 */
export function templateItems(
  selection: Readonly<Record<string, readonly (string | number)[]>>,
  template: string,
  slots: Readonly<Record<string, readonly DraftValue[]>> = {},
): readonly DraftItem[] {
  return Object.entries(selection).map(([path, values]) => {
    const [field = '', ...modifiers] = path.split('|');
    const filled = values.flatMap((literal) => slots[literal] ?? [{ literal, origin: { template } }]);
    return { field, modifiers, values: filled };
  });
}

/** Which single events a rule selects. */
export interface DraftWatch {
  readonly logsource: { readonly product?: string; readonly category?: string; readonly service?: string };
  readonly selections: readonly DraftSelection[];
  readonly condition: string;
  /** Set where the rule needs this many events, not one. */
  readonly correlation?: DraftCorrelation;
}

/** One step of a sequence: none of the steps is an alert by itself. */
export interface DraftStep extends DraftWatch {
  /** Stable within its rule; part of the step's id. */
  readonly name: string;
  readonly title: string;
}

/** How the steps of a rule belong together: all in one group within the time span, in their order or in any. */
export interface DraftChain {
  readonly type: 'temporal' | 'temporal_ordered';
  readonly groupBy: readonly string[];
  readonly timespan: string;
  /** The draft's own events are the first step. */
  readonly first: Pick<DraftStep, 'name' | 'title'>;
  readonly then: readonly DraftStep[];
}

/** A rule before it is proven and written. */
export interface RuleDraft extends DraftWatch {
  /** Null for a rule of a log that belongs to none of the platforms. */
  readonly platform: PlatformName | null;
  /** What the rule detects; the same for the same content, and part of its id. */
  readonly behaviour: string;
  /** What earlier releases called that: a library that has the rule under such a name keeps its key. */
  readonly formerly?: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly level: Level;
  /** Where the text describes the behaviour, for a rule whose values are not in the text. */
  readonly describedAt?: readonly Span[];
  /** Set for a sequence: these steps must occur as well. */
  readonly chain?: DraftChain;
  readonly techniques: readonly string[];
  readonly falsepositives: readonly string[];
  /** What was left out because there were more values than a rule holds. */
  readonly cut?: readonly Cap[];
  /** 0..1: the confidence of the evidence. It decides which rules are kept when there are too many. */
  readonly confidence: number;
}

/** The steps of a chain, the draft's own first; undefined for a rule without a chain. */
export function stepsOf(draft: RuleDraft): readonly DraftStep[] | undefined {
  const { chain, logsource, selections, condition, correlation } = draft;
  if (chain === undefined) return undefined;
  const own = { ...chain.first, logsource, selections, condition };
  return [correlation === undefined ? own : { ...own, correlation }, ...chain.then];
}

/** The detection section of a watch: selections with escaped values and the condition. */
export function detectionOf(watch: DraftWatch): RuleObject {
  const selections = watch.selections.map(({ name, alternatives }) => [name, selectionObject(alternatives)] as const);
  return { ...Object.fromEntries(selections), condition: watch.condition };
}

type SelectionObject = RuleObject | readonly RuleObject[];

function selectionObject(alternatives: DraftSelection['alternatives']): SelectionObject {
  const objects = mergeAlternatives(alternatives).map(itemsObject);
  const [only] = objects;
  return objects.length === 1 && only !== undefined ? only : objects;
}

/** Joins alternatives that differ only in the values of one item: they become one list of values. */
function mergeAlternatives(alternatives: DraftSelection['alternatives']): DraftSelection['alternatives'] {
  const first = alternatives[0];
  if (alternatives.length < 2 || first?.length !== 1) return alternatives;
  const [{ field, modifiers }] = first as [DraftItem];
  if (modifiers.includes('all')) return alternatives;
  const same = alternatives.every(
    (items) => items.length === 1 && items[0]?.field === field && items[0].modifiers.join() === modifiers.join(),
  );
  if (!same) return alternatives;
  return [[{ field, modifiers, values: alternatives.flatMap((items) => items[0]?.values ?? []) }]];
}

function itemsObject(items: readonly DraftItem[]): RuleObject {
  return Object.fromEntries(
    items.map(({ field, modifiers, values }) => {
      const key = [field, ...modifiers].join('|');
      const written = [...new Set(values.map(writtenValue))];
      return [key, written.length === 1 ? (written[0] as string | number) : written];
    }),
  );
}

/** A value as it is written in the rule. */
function writtenValue({ literal, written }: DraftValue): string | number {
  if (written !== undefined) return written;
  return typeof literal === 'number' ? literal : escapeSigmaValue(literal);
}

/** The evidence of a draft: every value of every selection with its place or template, each pair once, in the rule's order. */
export function evidenceOf(draft: RuleDraft, text: string): readonly RuleEvidence[] {
  const seen = new Set<string>();
  const evidence: RuleEvidence[] = [];
  for (const selection of (stepsOf(draft) ?? [draft]).flatMap(({ selections }) => selections)) {
    for (const item of selection.alternatives.flat()) {
      for (const value of item.values) {
        const written = String(writtenValue(value));
        const key = `${item.field}\u0000${written}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const { origin } = value;
        if ('template' in origin) {
          evidence.push({ field: item.field, value: written, template: origin.template });
        } else {
          const quote = text.slice(origin.start, origin.end);
          evidence.push({ field: item.field, value: written, quote, start: origin.start, end: origin.end });
        }
      }
    }
  }
  return evidence;
}
