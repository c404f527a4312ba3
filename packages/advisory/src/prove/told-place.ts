import type { DraftItem, DraftValue, RuleDraft } from '../draft/rule-draft.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import { sentenceAround } from '../segment/passage.js';
import { endsWithAny } from '../text/ends.js';
import { isBareName, pathsInText } from './path-in-text.js';

/**
 * A draft without the names that its own filter leaves out wherever the text has them: a rule on a library outside of System32 says nothing of one
 * that was put there. Undefined where none is left.
 */
export function withoutFilteredPlaces(draft: RuleDraft, text: string): RuleDraft | undefined {
  const filters = draft.selections.flatMap(({ filter, alternatives }) =>
    filter === true ? alternatives.flatMap((items) => (items.length === 1 ? items : [])) : [],
  );
  if (filters.length === 0) return draft;
  let isChanged = false;
  const kept = (item: DraftItem): DraftItem => {
    const values = item.values.filter((value) => !isFiltered(String(value.literal), item.field, filters, text));
    isChanged ||= values.length < item.values.length;
    return { ...item, values };
  };
  const selections = draft.selections.map((selection) => {
    if (selection.filter === true) return selection;
    const alternatives = selection.alternatives
      .map((items) => items.map(kept))
      .filter((items) => items.every(({ values }) => values.length > 0));
    return { ...selection, alternatives };
  });
  if (selections.some(({ alternatives }) => alternatives.length === 0)) return undefined;
  return isChanged ? { ...draft, selections } : draft;
}

/** Whether a text calls a path that ends in a name the intruder's, and filters of its field leave out all that it has. */
function isFiltered(name: string, field: string, filters: readonly DraftItem[], text: string): boolean {
  const own = filters.filter((filter) => filter.field === field && filter.modifiers.length === 1);
  if (own.length === 0 || !isBareName(name)) return false;
  const paths = [...pathsInText(name, text)];
  return (
    paths.some((path) => isToldOfMalware(path, text)) &&
    paths.every(({ literal }) => own.some((filter) => leavesOut(filter, String(literal).toLowerCase())))
  );
}

/** Whether the sentence of a path calls its file the intruder's; it may also be the genuine one that theirs passes calls on to. */
function isToldOfMalware({ origin }: DraftValue, text: string): boolean {
  if (!('start' in origin)) return false;
  const { start, end } = sentenceAround(text, origin.start, origin.end);
  const said = `${text.slice(start, origin.start)} ${text.slice(origin.end, end)}`;
  return hasWordOf('captions-of-intruders', said) && !hasWordOf('called-benign', said);
}

/** The part of a folder's path behind the drive, in small letters: texts write the drive as a variable too. */
const withoutDrive = (folder: string): string => folder.slice(folder.indexOf('\\')).toLowerCase();

function leavesOut({ modifiers: [modifier], values }: DraftItem, path: string): boolean {
  const asked = values.map(({ literal }) => withoutDrive(String(literal)));
  if (modifier === 'startswith')
    return asked.some(
      (folder) => path.startsWith(folder) || folder.endsWith(path.slice(0, path.lastIndexOf('\\') + 1)),
    );
  if (modifier === 'endswith') return endsWithAny(path, asked);
  return modifier === 'contains' && asked.some((part) => path.includes(part));
}
