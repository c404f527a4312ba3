import type { DraftItem } from '../../draft/rule-draft.js';
import { groupBy } from '../../draft/text.js';
import { compilePhrases, findPhrases, type PhraseTable, tokensOf } from '../../knowledge/cues.js';
import { type OperationParameter, operationParameters } from '../../knowledge/load.js';
import type { CallParameter, CloudOperation, Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { detailsNear } from './call-details.js';

/** A passage of at most this length is searched as a whole: a table row, a call in a script, a list item. */
const WHOLE_MAX = 400;

interface Known {
  readonly phrases: PhraseTable;
  readonly byOperation: ReadonlyMap<string, ReadonlySet<string>>;
  readonly byKey: ReadonlyMap<string, OperationParameter>;
}

const clouds = new Map<string, Known>();

function knownOf(cloud: CloudOperation['cloud']): Known {
  const known = clouds.get(cloud) ?? compile(cloud);
  clouds.set(cloud, known);
  return known;
}

function compile(cloud: CloudOperation['cloud']): Known {
  const phrases: Record<string, readonly string[]> = {};
  const byOperation = new Map<string, ReadonlySet<string>>();
  const byKey = new Map<string, OperationParameter>();
  for (const [operation, parameters] of Object.entries(operationParameters(cloud))) {
    const keys = parameters.map((parameter) => {
      const key = `${operation} ${parameter.title}`;
      phrases[key] = parameter.phrases;
      byKey.set(key, parameter);
      return key;
    });
    byOperation.set(operation.toLowerCase(), new Set(keys));
  }
  return { phrases: compilePhrases(phrases), byOperation, byKey };
}

/** How an operation was called: what the words around it say, and the values that stand with it. */
export function parametersNear(
  passage: Passage,
  cloud: CloudOperation['cloud'],
  operation: string,
  at: Span,
): readonly CallParameter[] {
  const told = toldNear(passage, cloud, operation, at);
  const name = operation.slice(operation.indexOf('/') + 1);
  const details = cloud === 'azure' ? [] : detailsNear(passage, name, at);
  const asked = new Set(told.flatMap(({ selection }) => Object.keys(selection)));
  return [...told, ...details.filter(({ selection }) => !Object.keys(selection).some((key) => asked.has(key)))];
}

/** How an operation was called, from the words around it: without MFA, with an administrator's policy, for a port. */
function toldNear(
  passage: Passage,
  cloud: CloudOperation['cloud'],
  operation: string,
  at: Span,
): readonly CallParameter[] {
  const { byOperation, byKey, phrases } = knownOf(cloud);
  const keys = byOperation.get(operation.toLowerCase());
  if (keys === undefined) return [];
  const near =
    passage.text.length <= WHOLE_MAX
      ? { start: 0, end: passage.text.length }
      : sentenceAround(passage.text, at.start, at.end);
  const told = new Map<string, CallParameter>();
  for (const { key, start, end } of findPhrases(tokensOf(passage), phrases)) {
    const parameter = byKey.get(key);
    if (parameter === undefined || !keys.has(key) || told.has(key) || start < near.start || end > near.end) continue;
    const { title, selection } = parameter;
    told.set(key, { title, selection, place: passage.start, start: passage.start + start, end: passage.start + end });
  }
  return [...told.values()];
}

/** More ways to call one operation than this are no longer told apart. */
const WAYS_MAX = 12;

/**
 * The ways in which an operation was called, each by the items that match it. What one passage tells belongs to one call; values of one field
 * are alternatives. A way that another one tells more of is left out.
 */
export function waysOf(parameters: readonly CallParameter[]): readonly (readonly DraftItem[])[] {
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
    return { field, modifiers, values: values.map((literal) => ({ literal, origin: { start, end } })) };
  });
}
