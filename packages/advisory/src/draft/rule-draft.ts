import { escapeSigmaValue, type Level, type PlatformId, type RuleObject } from '@tripline/sigma';
import type { Cap, RuleEvidence, Span } from '../model.js';

/** Where a value comes from: a place in the text, or a named template of ours. */
type Origin = Span | { readonly template: string };

/** One detection value before it is written: `literal` has no escapes. Numbers stay numbers. */
export interface DraftValue {
  readonly literal: string | number;
  readonly origin: Origin;
}

/** One line of a selection: values of one field. */
export interface DraftItem {
  readonly field: string;
  /** Sigma modifiers in order, for example `['contains', 'all']`. */
  readonly modifiers: readonly string[];
  readonly values: readonly DraftValue[];
}

/** A named selection: alternatives of items that all hold together. */
export interface DraftSelection {
  readonly name: string;
  readonly alternatives: readonly (readonly DraftItem[])[];
  /** The condition negates it. */
  readonly filter?: boolean;
}

/** How the events of a rule are counted: `threshold` events, or different values of `field`, in one group within the time span. */
export interface DraftCorrelation {
  readonly type: 'event_count' | 'value_count';
  readonly field?: string;
  readonly groupBy: readonly string[];
  readonly timespan: string;
  readonly threshold: number;
}

/**
 * The items of a selection of `knowledge/`: values by field and modifiers (`field|endswith`), each from the named template; a value that is a
 * slot stands for the values given for it.
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

/** What single events a rule watches. */
export interface DraftWatch {
  readonly logsource: { readonly product?: string; readonly category?: string; readonly service?: string };
  readonly selections: readonly DraftSelection[];
  readonly condition: string;
  /** It is not an event that tells but this many of them. */
  readonly correlation?: DraftCorrelation;
}

/** One of several things that tell together what none tells alone. */
export interface DraftStep extends DraftWatch {
  /** Stable within its rule: part of the step's id. */
  readonly name: string;
  readonly title: string;
}

/** How the steps of a rule belong together: all in one group within the time span, in their order or in any. */
export interface DraftChain {
  readonly type: 'temporal' | 'temporal_ordered';
  readonly groupBy: readonly string[];
  readonly timespan: string;
  /** The draft's own events, as the first step. */
  readonly first: Pick<DraftStep, 'name' | 'title'>;
  readonly then: readonly DraftStep[];
}

/** A rule before it is proven and written. */
export interface RuleDraft extends DraftWatch {
  readonly platform: PlatformId;
  /** What the rule detects, stable for the same content: part of its id. */
  readonly behaviour: string;
  readonly title: string;
  readonly description: string;
  readonly level: Level;
  /** Where the text tells the behaviour, for a rule whose values stand nowhere in it. */
  readonly describedAt?: readonly Span[];
  /** The rule fires where these steps come with its own. */
  readonly chain?: DraftChain;
  readonly techniques: readonly string[];
  readonly falsepositives: readonly string[];
  /** What its values leave out, where there were more than a rule holds. */
  readonly cut?: readonly Cap[];
  /** 0..1: the confidence of the evidence it rests on; decides the order when there are too many. */
  readonly confidence: number;
}

/** The steps of a chain, the draft's own first; undefined for a rule that is no chain. */
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

/** Alternatives that differ in the values of one and the same item become one list of values. */
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

/** A value as the rule has it. */
function writtenValue({ literal }: DraftValue): string | number {
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
