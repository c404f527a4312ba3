// Bootstrap intervals (Efron 1979): how much a figure would change with other documents of the same kind.

const DRAWS = 1000;
const SEED = 11;
const TAIL = 0.025;

/**
 * The 95 % percentile interval of `statistic` over a list, by drawing as many items with replacement. Draws for which it is undefined are
 * left out. The draws are seeded: the same list gives the same interval. Undefined for fewer than two items.
 */
export function interval(items, statistic) {
  if (items.length < 2) return undefined;
  const values = [];
  for (const places of drawsOf(items.length)) {
    const value = statistic(places.map((place) => items[place]));
    if (value !== undefined) values.push(value);
  }
  if (values.length === 0) return undefined;
  values.sort((a, b) => a - b);
  const at = (share) => values[Math.round(share * (values.length - 1))];
  return { low: at(TAIL), high: at(1 - TAIL) };
}

/** Whether two intervals share no value; false when one is unknown. */
export function areApart(one, other) {
  if (one === undefined || other === undefined) return false;
  return one.high < other.low || other.high < one.low;
}

const known = new Map();

function drawsOf(length) {
  let draws = known.get(length);
  if (draws === undefined) {
    const random = generator(SEED);
    draws = Array.from({ length: DRAWS }, () => Array.from({ length }, () => Math.floor(random() * length)));
    known.set(length, draws);
  }
  return draws;
}

/** A linear congruential generator (Numerical Recipes), 0 to 1. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
