import type { TimePart } from '../../model/condition.js';
import { unreadable } from '../query-fault.js';
import { join, type QueryNode } from '../query-tree.js';
import type { TokenStream } from '../tokens.js';
import { entryOf } from '../word-table.js';
import { readBounds, readList } from './lists.js';
import { literalOf, numberIn, placeTest } from './place-test.js';
import { type Names, readScalar, type Scalar } from './scalar.js';

/** Functions that give one part of a time, and `datetime_part`, whose first argument names the part. */
const FUNCTIONS: Readonly<Record<string, TimePart | 'part'>> = {
  hourofday: 'hour',
  dayofmonth: 'day',
  week_of_year: 'week',
  monthofyear: 'month',
  getyear: 'year',
  getmonth: 'month',
  datetime_part: 'part',
};
const PARTS: readonly string[] = ['minute', 'hour', 'day', 'week', 'month', 'year'] satisfies readonly TimePart[];
/** The widest range of values that is written out. */
const WIDEST = 400;

/** The part of a time that a function gives; undefined for any other function. */
export function timePartOf(called: string): TimePart | 'part' | undefined {
  return entryOf(FUNCTIONS, called);
}

/** `hourofday(T) == 3`, `in (…)`, `between (a .. b)`. */
export function readTimePart(
  stream: TokenStream,
  named: TimePart | 'part',
  args: readonly Scalar[],
  at: number,
  names: Names,
): QueryNode {
  const [first, second] = args;
  const part = named === 'part' ? String(first === undefined ? '' : literalOf(first)).toLowerCase() : named;
  const place = named === 'part' ? second : first;
  if (!PARTS.includes(part)) throw unreadable(`a rule has no test of the ${part} of a time`, at);
  const equals = (value: number) => placeTest(place, { op: 'time', part: part as TimePart, value }, at);
  if (stream.takeSign('==')) return equals(numberIn(readScalar(stream, names)));
  if (stream.takeWord('in'))
    return join(
      'or',
      readList(stream, names).map((item) => equals(numberIn(item))),
    );
  if (stream.takeWord('between')) {
    const [low, high] = readBounds(stream, names).map(numberIn) as [number, number];
    if (high - low > WIDEST) throw unreadable('the range of time parts is too wide', at);
    return join(
      'or',
      Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => equals(low + index)),
    );
  }
  throw unreadable('a part of a time can be compared with ==, in and between only', stream.at);
}
