import {
  fillSelection,
  fillValues,
  type Row,
  type RowValues,
  type SlotValue,
  type ThingValue,
} from '@tripline/telemetry';
import type { DraftItem, DraftValue } from '../draft/rule-draft.js';
import { distinctBy } from '../draft/text.js';
import type { FoundThing, Span } from '../model.js';

const VALUE = '{value}';

/** The items of a row that looks for any of these things. All are of the row's kind; those beside the first narrow the row. */
export function filledRow(row: Row, things: readonly FoundThing[]): readonly DraftItem[] {
  const [first] = things;
  if (first === undefined) return [];
  const own = things.flatMap((found) => itemsOf(row, slotOf(found), origins(row, found)));
  const beside = (first.beside ?? []).filter(({ thing }) => row.with[thing] !== undefined);
  const narrowing = beside.flatMap((found) => narrowed(row, first, found));
  return mergedByField([...own, ...narrowing]);
}

/** The items that one thing beside another adds to a row. */
function narrowed(row: Row, first: FoundThing, found: FoundThing): readonly DraftItem[] {
  const asked = Object.keys(row.selection).map((key) => key.replaceAll('{name}', first.name ?? ''));
  const values = { ...slotOf(first), with: { [found.thing]: slotOf(found) } };
  const origin = found.spans[0] as Span;
  return itemsOf(row, values, () => origin).filter(
    ({ field, modifiers }) => !asked.includes([field, ...modifiers].join('|')),
  );
}

/** Where each field's values come from: the place of the thing, or the row itself where it is the row's own. */
function origins(row: Row, { name, spans }: FoundThing): (key: string) => DraftValue['origin'] {
  const slots = new Map(
    Object.entries(row.selection).map(([key, text]) => [
      key.replaceAll('{name}', name ?? ''),
      String(text).includes(VALUE),
    ]),
  );
  return (key) => (slots.get(key) === false ? { template: `log:${row.id}` } : (spans[0] as Span));
}

function itemsOf(row: Row, values: RowValues, originOf: (key: string) => DraftValue['origin']): readonly DraftItem[] {
  const written = fillSelection(row, values);
  return Object.entries(fillValues(row, values)).map(([key, literals]) => {
    const [field = '', ...modifiers] = key.split('|');
    const origin = originOf(key);
    const forms = listOf(written[key] ?? []);
    return {
      field,
      modifiers,
      values: listOf(literals).map((literal, at): DraftValue => {
        if (typeof literal === 'number') return { literal, origin };
        return { literal: String(literal), written: String(forms[at]), origin };
      }),
    };
  });
}

function listOf<T>(value: T | readonly T[]): readonly T[] {
  return (Array.isArray(value) ? value : [value]) as readonly T[];
}

function slotOf({ isByCharacter, name, parts, value }: FoundThing): ThingValue {
  const slot: SlotValue = parts === undefined ? value : { parts, ...(isByCharacter === true ? { isByCharacter } : {}) };
  return name === undefined ? { value: slot } : { name, value: slot };
}

/** Items of one field and modifiers as one with all values, each once. */
function mergedByField(items: readonly DraftItem[]): readonly DraftItem[] {
  const merged = new Map<string, DraftItem>();
  for (const item of items) {
    const key = [item.field, ...item.modifiers].join('|');
    const before = merged.get(key);
    const values = [...(before?.values ?? []), ...item.values];
    merged.set(key, { ...item, values: distinctBy(values, ({ literal }) => literal) });
  }
  return [...merged.values()];
}
