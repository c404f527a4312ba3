import type { DraftItem, DraftValue } from '../draft/rule-draft.js';
import { distinct, groupBy } from '../draft/text.js';
import type { CallParameter, Span } from '../model.js';

/** A call with how it was made, where the text tells. */
interface Call {
  readonly parameters?: readonly CallParameter[];
}

/** Calls as alternatives of a selection: those of which nothing more is known together, and each other one by the ways in which it was made. */
export function callAlternatives<T extends Call>(
  calls: readonly T[],
  itemsOf: (calls: readonly [T, ...T[]]) => readonly DraftItem[],
): readonly (readonly DraftItem[])[] {
  const [first, ...plain] = calls.filter(({ parameters = [] }) => parameters.length === 0);
  return [
    ...(first === undefined ? [] : [itemsOf([first, ...plain])]),
    ...calls.flatMap((call) =>
      waysOf(call.parameters ?? []).flatMap((items) => (items.length === 0 ? [] : [[...itemsOf([call]), ...items]])),
    ),
  ];
}

/** The surest of one call's places, with how it was made as all of them tell. Throws for none. */
export function surestCall<T extends Call & { readonly confidence: number }>(same: readonly T[]): T {
  const best = same.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  const told = same.flatMap(({ parameters = [] }) => parameters);
  const parameters = [...new Map(told.map((one) => [`${one.place} ${one.title}`, one] as const)).values()];
  return parameters.length === 0 ? best : { ...best, parameters };
}

/** What a rule's title says of how its only call was made, or all of them alike; nothing of calls that differ. */
export function titleOfOnly(calls: readonly Call[]): string {
  const [title = '', ...more] = distinct(calls.map(({ parameters = [] }) => titleOfParameters(parameters)));
  return more.length > 0 ? '' : title;
}

/** More ways to call one operation than this are no longer told apart. */
const WAYS_MAX = 12;

/**
 * The ways in which an operation was called, each by the items that match it. What one passage tells belongs to one call; values of one field
 * are alternatives. A way that another one tells more of is left out.
 */
function waysOf(parameters: readonly CallParameter[]): readonly (readonly DraftItem[])[] {
  const byPlace = [...groupBy(parameters, ({ place }) => String(place)).values()];
  const ways = distinctWays(byPlace.flatMap((told) => combined([...groupBy(told, fieldsOf).values()])));
  return ways
    .filter((way) => !ways.some((other) => other !== way && isPartOf(way, other) && !isPartOf(other, way)))
    .slice(0, WAYS_MAX)
    .map((way) => mergedItems(way.flatMap(parameterItems)));
}

/** The fields that a parameter asks for, whatever their modifiers. */
function fieldsOf({ selection }: CallParameter): string {
  return Object.keys(selection)
    .map((key) => key.split('|')[0])
    .sort()
    .join(' ');
}

/** One parameter of each list, in every combination. */
function combined(lists: readonly (readonly CallParameter[])[]): readonly (readonly CallParameter[])[] {
  return lists.reduce<readonly (readonly CallParameter[])[]>(
    (ways, list) => ways.flatMap((way) => list.map((each) => [...way, each])).slice(0, WAYS_MAX),
    [[]],
  );
}

function distinctWays(ways: readonly (readonly CallParameter[])[]): readonly (readonly CallParameter[])[] {
  const known = new Map(ways.map((way) => [way.map(keyOf).toSorted().join('\n'), way] as const));
  return [...known.values()];
}

function isPartOf(way: readonly CallParameter[], other: readonly CallParameter[]): boolean {
  const asked = new Set(other.flatMap(askedBy));
  return way.flatMap(askedBy).every((each) => asked.has(each));
}

function keyOf({ selection }: CallParameter): string {
  return JSON.stringify(selection);
}

function askedBy({ selection }: CallParameter): readonly string[] {
  return Object.entries(selection).map((entry) => JSON.stringify(entry));
}

/** Items of which no two ask for one field in the same way. */
function mergedItems(items: readonly DraftItem[]): readonly DraftItem[] {
  return [...groupBy(items, ({ field, modifiers }) => [field, ...modifiers].join('|')).values()].map(
    ([first, ...more]) => ({
      ...(first as DraftItem),
      values: [...(first as DraftItem).values, ...more.flatMap(({ values }) => values)],
    }),
  );
}

/** The items of a selection that match calls with this parameter. */
function parameterItems({ selection, start, end }: CallParameter): readonly DraftItem[] {
  return Object.entries(selection).map(([path, values]) => {
    const [field = '', ...modifiers] = path.split('|');
    return { field, modifiers, values: values.map((literal) => parameterValue(literal, { start, end })) };
  });
}

/** What knowledge has for any value; a star alone is one that logs write. */
const ANY = '?*';

function parameterValue(literal: string | number, origin: Span): DraftValue {
  return { literal, origin, ...(literal === ANY ? { written: literal } : {}) };
}

/** How many parameters a title has room for. */
const TITLES_MAX = 2;

/** What a title says of how a call was made, with a blank before it; nothing where nothing is known. */
function titleOfParameters(parameters: readonly CallParameter[]): string {
  if (parameters.length === 0) return '';
  const titles = distinct(parameters.map(({ title }) => title));
  return ` ${titles.slice(0, TITLES_MAX).join(waysOf(parameters).length > 1 ? ' Or ' : ' And ')}`;
}
