/** Pseudo-random numbers: the same seed gives the same numbers. */
export interface Dice {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  /** A random item of a list. */
  of<T>(list: readonly T[]): T;
  /** True once in `times`, on average. */
  oneIn(times: number): boolean;
}

/** Creates the numbers of a seed (the generator is mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    of<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('nothing to choose from');
      return list[below(list.length)] as T;
    },
    oneIn: (times) => below(times) === 0,
  };
}
