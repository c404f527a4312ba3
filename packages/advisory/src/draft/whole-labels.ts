import type { DraftItem, DraftSelection, DraftValue, RuleDraft } from './rule-draft.js';

/** Fields that hold the name of a host and nothing else. */
const HOST_FIELDS: ReadonlySet<string> = new Set(['QueryName', 'query', 'DestinationHostname', 'cs-host']);

/** The draft with names of hosts asked for by themselves and below a dot: the end alone is that of longer names of others too. */
export function withWholeLabels(draft: RuleDraft): RuleDraft {
  return { ...draft, selections: draft.selections.map(wholeSelection) };
}

function wholeSelection(selection: DraftSelection): DraftSelection {
  return { ...selection, alternatives: selection.alternatives.flatMap(wholeAlternatives) };
}

function wholeAlternatives(items: readonly DraftItem[]): readonly (readonly DraftItem[])[] {
  const at = items.findIndex(isAskedByEnd);
  const item = items[at];
  if (item === undefined) return [items];
  return [items.with(at, { ...item, modifiers: [] }), items.with(at, { ...item, values: item.values.map(belowName) })];
}

function isAskedByEnd({ field, modifiers, values }: DraftItem): boolean {
  const [only, ...others] = modifiers;
  return (
    HOST_FIELDS.has(field) &&
    only === 'endswith' &&
    others.length === 0 &&
    !values.some(({ literal }) => String(literal).startsWith('.'))
  );
}

function belowName({ literal, written, origin }: DraftValue): DraftValue {
  return { literal: `.${literal}`, ...(written === undefined ? {} : { written: `.${written}` }), origin };
}
