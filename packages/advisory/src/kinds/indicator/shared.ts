import type { DraftSelection, DraftValue } from '../../draft/rule-draft.js';
import type { Indicator, Span } from '../../model.js';

/** Longer lists belong into a lookup, not into a rule. */
export const VALUES_MAX = 200;

/** What all rules over bare indicators have. */
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
