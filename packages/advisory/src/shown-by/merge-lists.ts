import type { RuleDraft } from '../draft/rule-draft.js';

/** A list of a kind, and the list of things that looks for more of the same in the same log. */
const PAIRS: ReadonlyMap<string, string> = new Map([['indicators:windows/file-event', 'indicators:files']]);

/**
 * Drafts of kinds and of things, with one list for each log: where a kind has a list already, the things of the same field join it, so that its
 * key stays.
 */
export function mergedLists(ofKinds: readonly RuleDraft[], ofThings: readonly RuleDraft[]): readonly RuleDraft[] {
  const kinds = [...ofKinds];
  const left = ofThings.filter((draft) => {
    const at = kinds.findIndex(
      (kind) => kind.behaviour === PAIRS.get(draft.behaviour) && kind.platform === draft.platform,
    );
    const joined = at < 0 ? undefined : withValues(kinds[at] as RuleDraft, draft);
    if (joined === undefined) return true;
    kinds[at] = joined;
    return false;
  });
  return [...kinds, ...left];
}

/** The draft with the values of another, where both look for values of one field alone. */
function withValues(kind: RuleDraft, other: RuleDraft): RuleDraft | undefined {
  const [own, more] = [onlyItem(kind), onlyItem(other)];
  if (own === undefined || more === undefined || own.field !== more.field) return undefined;
  if (own.modifiers.join() !== more.modifiers.join()) return undefined;
  const known = new Set(own.values.map(({ literal }) => String(literal).toLowerCase()));
  const added = more.values.filter(({ literal }) => !known.has(String(literal).toLowerCase()));
  const values = [...own.values, ...added];
  return {
    ...kind,
    title: kind.title.replace(`(${own.values.length})`, `(${values.length})`),
    selections: [{ name: 'selection', alternatives: [[{ ...own, values }]] }],
    cut: [...(kind.cut ?? []), ...(other.cut ?? [])],
  };
}

function onlyItem({ selections }: RuleDraft) {
  const [selection] = selections;
  const [items] = selection?.alternatives ?? [];
  return selections.length === 1 && selection?.alternatives.length === 1 && items?.length === 1 ? items[0] : undefined;
}
