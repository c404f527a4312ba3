import type { DraftItem, DraftValue, RuleDraft } from '../draft/rule-draft.js';

/** The list of names of files. */
const NAMES = 'indicators:files';
/** A list of a kind, and the list of things that looks for more of the same in the same log. */
const PAIRS: ReadonlyMap<string, string> = new Map([['indicators:windows/file-event', NAMES]]);

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
  return withoutPlacedNames([...kinds, ...left]);
}

/** The drafts whose list of files' names is without those that another rule of the same log asks for with their folder. */
function withoutPlacedNames(drafts: readonly RuleDraft[]): readonly RuleDraft[] {
  const placed = drafts.flatMap((draft) =>
    draft.logsource.category === 'file_event' && draft.behaviour !== NAMES ? namesInFolders(draft) : [],
  );
  if (placed.length === 0) return drafts;
  const isPlaced = ({ literal }: DraftValue): boolean =>
    placed.some((path) => path.endsWith(String(literal).toLowerCase()));
  return drafts.flatMap((draft) => {
    const own = draft.behaviour === NAMES ? onlyItem(draft) : undefined;
    if (own === undefined) return [draft];
    const values = own.values.filter((value) => !isPlaced(value));
    return values.length === 0 ? [] : [{ ...draft, ...listOf(draft, own, values) }];
  });
}

/** The paths that a draft asks for, in small letters: those with a folder, and names that another item narrows. */
function namesInFolders({ selections }: RuleDraft): readonly string[] {
  return selections.flatMap(({ alternatives }) =>
    alternatives.flatMap((items) =>
      items
        .filter(({ field }) => field === 'TargetFilename')
        .flatMap(({ values }) => values.map(({ literal }) => String(literal).toLowerCase()))
        .filter((path) => items.length > 1 || path.lastIndexOf('\\') > 0),
    ),
  );
}

/** A list of other values of its field, counted in its title. */
function listOf(
  draft: RuleDraft,
  own: DraftItem,
  values: readonly DraftValue[],
): Pick<RuleDraft, 'title' | 'selections'> {
  return {
    title: draft.title.replace(`(${own.values.length})`, `(${values.length})`),
    selections: [{ name: 'selection', alternatives: [[{ ...own, values }]] }],
  };
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
    ...listOf(kind, own, values),
    cut: [...(kind.cut ?? []), ...(other.cut ?? [])],
  };
}

function onlyItem({ selections }: RuleDraft) {
  const [selection] = selections;
  const [items] = selection?.alternatives ?? [];
  return selections.length === 1 && selection?.alternatives.length === 1 && items?.length === 1 ? items[0] : undefined;
}
