import type { DraftSelection, DraftValue } from '../../draft/rule-draft.js';
import type { Indicator, Span } from '../../model.js';

/** Longer lists belong in a lookup, not in a rule. */
export const VALUES_MAX = 200;

/** The parts that all rules on bare indicators share. */
export const SHARED = {
  condition: 'selection',
  falsepositives: ['Indicators age: addresses and domains change hands'],
  level: 'low',
} as const;

/** A selection of one field's values. */
export function selected(field: string, modifiers: readonly string[], values: readonly DraftValue[]): DraftSelection {
  return { name: 'selection', alternatives: [[{ field, modifiers, values }]] };
}

/** An indicator as a value, with its first place. */
export function draftValue({ value, spans }: Indicator): DraftValue {
  return { literal: value, origin: spans[0] as Span };
}
