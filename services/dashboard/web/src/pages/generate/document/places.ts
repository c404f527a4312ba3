import type { Rules } from '../../../api/clients.js';

type Generation = Rules['Generation'];
type Rule = Rules['GeneratedRule'];
type Span = Rules['Span'];

/** What a place in the text may be. */
export type Kind = 'value' | 'indicator' | 'technique';

/** A value of a rule that is from a place. */
export interface Use {
  readonly rule: Rule;
  readonly field: string;
  readonly value: string;
}

/** A place in the text with everything that was found there. */
export interface Place extends Span {
  /** Its offsets: the same in every reading of the same text, so that a link to it stays good. */
  readonly id: string;
  readonly uses: readonly Use[];
  readonly indicators: readonly Rules['Indicator'][];
  readonly techniques: readonly Rules['Technique'][];
}

/** The id of the place at a span. */
export const placeId = ({ end, start }: Span): string => `${start}-${end}`;

/** All that was found, by its places, in the order of the text. */
export function placesOf({ indicators, rules, techniques }: Generation): Place[] {
  const places = new Map<string, { -readonly [K in keyof Place]: Place[K] }>();
  const at = ({ start, end }: Span) => {
    const id = placeId({ start, end });
    const place = places.get(id) ?? { id, start, end, uses: [], indicators: [], techniques: [] };
    places.set(id, place);
    return place;
  };
  for (const rule of rules)
    for (const one of rule.evidence)
      if ('start' in one) {
        const place = at(one);
        place.uses = [...place.uses, { rule, field: one.field, value: one.value }];
      }
  for (const indicator of indicators)
    for (const span of indicator.spans) {
      const place = at(span);
      place.indicators = [...place.indicators, indicator];
    }
  for (const technique of techniques)
    for (const span of technique.spans) {
      const place = at(span);
      place.techniques = [...place.techniques, technique];
    }
  return [...places.values()].toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** What a place is, the most telling first. */
export const kindsOf = ({ indicators, techniques, uses }: Place): Kind[] => [
  ...(uses.length > 0 ? ['value' as const] : []),
  ...(indicators.length > 0 ? ['indicator' as const] : []),
  ...(techniques.length > 0 ? ['technique' as const] : []),
];

/** Whether intruders did what is told at a place, as far as its rules know: `open` where they could have, or somebody else did. */
export function whetherAt({ uses }: Place): 'did' | 'did-not' | 'open' {
  const attributions = uses.flatMap(({ rule }) => rule.attribution ?? []);
  if (attributions.length === 0) return 'did';
  if (attributions.some(({ who, whether }) => who === 'intruder' && whether === 'did')) return 'did';
  return attributions.every(({ whether }) => whether === 'did-not') ? 'did-not' : 'open';
}

/** A piece of a block: plain text, or text at one or more places, of which the first is the shortest. */
export interface Piece extends Span {
  readonly places: readonly Place[];
}

/** A block cut where places begin and end. */
export const piecesOf = (block: Span, places: readonly Place[]): Piece[] =>
  cut(block, places).map(({ at, ...piece }) => ({ ...piece, places: at.toSorted((a, b) => length(a) - length(b)) }));

/** A piece cut at the words that say who did it and whether it happened. */
export const cuesOf = (piece: Span, cues: readonly Span[]): (Span & { readonly isCue: boolean })[] =>
  cut(piece, cues).map(({ at, ...part }) => ({ ...part, isCue: at.length > 0 }));

/** A span cut where others begin and end, each part with those that it is in. */
function cut<T extends Span>(whole: Span, others: readonly T[]): (Span & { readonly at: readonly T[] })[] {
  const within = others.filter((other) => overlaps(other, whole));
  const inside = within.flatMap(({ start, end }) => [start, end]).filter((at) => at > whole.start && at < whole.end);
  const edges = [...new Set([whole.start, ...inside, whole.end])].toSorted((a, b) => a - b);
  return edges.slice(0, -1).map((start, index) => {
    const part = { start, end: edges[index + 1] ?? whole.end };
    return { ...part, at: within.filter((other) => overlaps(other, part)) };
  });
}

/** Whether two spans share a character. */
export const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

const length = ({ end, start }: Span): number => end - start;
