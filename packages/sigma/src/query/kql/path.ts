import { QUERY_LIMITS, QueryFault } from '../query-fault.js';
import type { QueryElement } from '../query-tree.js';
import type { TokenStream } from '../tokens.js';

/** A value expression of KQL, as far as a rule can use it. */
export type Scalar =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null; readonly at: number }
  /** A field of the table in the syntax of the field maps: `Column`, `Column.key`, `Column[].key`. */
  | {
      readonly kind: 'place';
      readonly place: string;
      readonly folded: boolean;
      /** Elements of arrays that it is in, where the query means one of each. */
      readonly elements?: readonly QueryElement[];
      /** Whether it is compared without the quotes that the log writes around the value. */
      readonly unquoted?: boolean;
      readonly at: number;
    }
  | { readonly kind: 'list'; readonly items: readonly Scalar[]; readonly at: number }
  /** Any other computed value; `text` is its normal form. */
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly text: string;
      readonly args: readonly (readonly [number, number])[];
      readonly at: number;
    }
  /** A list of values that `externaldata` or a watchlist has. */
  | { readonly kind: 'elsewhere'; readonly name: string; readonly at: number }
  /** A time: `ago(1d)`, `now()`, `datetime(…)`, and sums with them. */
  | { readonly kind: 'time'; readonly at: number };

/** Steps after a value: `.key`, `["key"]`, `[0]`. */
export function withPath(scalar: Scalar, stream: TokenStream): Scalar {
  let current = scalar;
  for (;;) {
    if (stream.isSign('.') && stream.peek(1)?.kind === 'word') {
      stream.take();
      current = step(current, stream.take().text);
    } else if (stream.isSign('.') && stream.isSign('[', 1)) stream.take();
    else if (stream.isSign('[')) {
      stream.take();
      const key = stream.take();
      stream.expectSign(']');
      current = key.kind === 'number' ? element(current, Number(key.text), key.at) : step(current, key.text);
    } else break;
  }
  return current.kind === 'place' && current.place.includes('\0')
    ? { ...current, place: current.place.slice(0, current.place.indexOf('\0')) }
    : current;
}

function step(scalar: Scalar, key: string): Scalar {
  if (scalar.kind !== 'place') return { kind: 'call', name: key, text: '', args: [], at: scalar.at };
  if (scalar.place === '') return { ...scalar, place: key };
  if (scalar.place.includes('\0')) return scalar;
  const { unquoted: _, ...of } = scalar;
  return { ...of, place: /[.[\]"]/.test(key) ? `${scalar.place}["${key}"]` : `${scalar.place}.${key}` };
}

/** One element by its number: a place among any elements, since rules have no positions, that remembers which it is. */
function element(scalar: Scalar, index: number, at: number): Scalar {
  if (scalar.kind !== 'place') return scalar;
  const { unquoted: _, elements = [], ...of } = scalar;
  if (elements.length >= QUERY_LIMITS.depth)
    throw new QueryFault('TooDeep', `an element is more than ${QUERY_LIMITS.depth} lists deep`, at);
  return { ...of, place: `${of.place}[]`, elements: [...elements, { array: of.place, index, at }] };
}
