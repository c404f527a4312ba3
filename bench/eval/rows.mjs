// Measures applied: one row per measure and set, one cell per half.

import { HALVES, mayBeRead } from './halves.mjs';
import { areApart, interval } from './intervals.mjs';
import { sumOf } from './sums.mjs';

/**
 * A measure counts one advisory at a time, so that any of them can be drawn again.
 * @typedef {object} Measure
 * @property {(judged: object) => {counts: Record<string, number>, errors?: object[]} | undefined} count figures of one advisory, to be added
 *   up over several; undefined where it was not annotated for this
 * @property {{name: string, of: (sums: Record<string, number>) => {value: number | undefined, support: number}}[]} figures what the sums mean
 * @property {boolean} pooled whether advisories of several sets can be added up
 */

/**
 * The rows of all measures. A row has `cells` by half (`value`, `support`, and the interval `around` the value), and `isApart` where the
 * intervals of the working and the judging half share no value.
 */
export function rowsOf(measures, judged) {
  return measures.flatMap((measure) => {
    const counted = countedBy(measure, judged);
    const groups = bySet(counted);
    if (measure.pooled && groups.length > 1) groups.push({ set: 'all', counted });
    return measure.figures.flatMap((figure) =>
      groups.map((group) => rowOf(figure, group)).filter(({ cells }) => cells.size > 0),
    );
  });
}

/** What each measure missed or found wrong, by measure and set, in the advisories that may be read. */
export function errorsOf(measures, judged) {
  const readable = judged.filter(({ half }) => mayBeRead(half));
  return measures.flatMap((measure) =>
    bySet(countedBy(measure, readable)).map(({ set, counted }) => ({
      measure: measure.figures[0].name,
      set,
      errors: counted.flatMap(({ id, errors = [] }) => errors.map((each) => ({ id, ...each }))),
    })),
  );
}

function countedBy({ count }, judged) {
  return judged.flatMap((each) => {
    const found = count(each);
    return found === undefined ? [] : [{ id: each.id, set: each.set, half: each.half, ...found }];
  });
}

function bySet(counted) {
  const sets = [...new Set(counted.map(({ set }) => set))];
  return sets.map((set) => ({ set, counted: counted.filter((each) => each.set === set) }));
}

function rowOf({ name, of }, { set, counted }) {
  const cells = new Map();
  for (const half of new Set(counted.map((each) => each.half))) {
    const counts = counted.filter((each) => each.half === half).map((each) => each.counts);
    const { value, support } = of(sumOf(counts));
    const around = interval(counts, (drawn) => of(sumOf(drawn)).value);
    if (value !== undefined) cells.set(half, { value, support, around });
  }
  const isApart = areApart(cells.get('working')?.around, cells.get('judging')?.around);
  return { measure: name, set, cells, isApart };
}

/** The halves that these cases are of, in the order of the columns. */
export function halvesIn(cases) {
  const found = new Set(cases.map(({ half }) => half));
  const known = HALVES.filter((half) => found.has(half));
  return [...known, ...[...found].filter((half) => !HALVES.includes(half))];
}
